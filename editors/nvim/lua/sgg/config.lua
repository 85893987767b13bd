--- The settings in `vim.g.sgg`: read when they are needed, checked, and told once where they can't be used.

local M = {}

---@class sgg.Settings What `vim.g.sgg` may hold; what is missing keeps its default.
---@field enable? boolean start the language server for .sgg files (default: true)
---@field cmd? string[] how to start it (default: `sgg lsp`, looked for on the path, in ~/.cargo/bin and ~/.local/bin)
---@field inlay_hints? boolean values behind the nodes (default: true)
---@field code_lens? boolean who wins, on the lines of games and rounds (default: true)
---@field folding? boolean fold games and rounds, all open at first (default: false)
---@field info? sgg.InfoSettings the window of `:Sgg info`
---@field server? sgg.ServerSettings the server's own settings

---@class sgg.InfoSettings
---@field auto_open? boolean open it with the first .sgg file (default: false)
---@field position? 'right'|'bottom' (default: 'right')
---@field size? integer columns or lines (default: 48 columns, in a narrow Neovim fewer; 12 lines)

--- The server checks these and says what can't be used; they are typed here for completion in an editor.
---@class sgg.ServerSettings
---@field reveal? boolean false hides values, verdicts and explanations: for teaching (default: true)
---@field codeLens? boolean who wins, above `game` and `round` lines (default: true)
---@field inlayHints? sgg.ServerInlayHints
---@field solve? sgg.ServerSolve
---@field severity? table<string, 'error'|'warning'|'information'|'hint'|'off'> by the code of a diagnostic

---@class sgg.ServerInlayHints
---@field nodes? 'first'|'all'|'off' which mentions of a node show its value (default: 'first')
---@field stones? boolean an entry of `stones` shows what it contributes (default: false)
---@field verdict? 'auto'|'on'|'off' who wins, at the end of `game` and `round` lines (default: 'auto')

---@class sgg.ServerSolve
---@field budget? integer steps that a single node may cost before it is `?` (default: 20000000)
---@field when? 'onType'|'onSave'|'manual' when values are worked out (default: 'onType')

---@class sgg.Info: sgg.InfoSettings
---@field auto_open boolean
---@field position 'right'|'bottom'

---@class sgg.Config: sgg.Settings Every setting, with its value or its default.
---@field enable boolean
---@field inlay_hints boolean
---@field code_lens boolean
---@field folding boolean
---@field info sgg.Info
---@field server sgg.ServerSettings

---@class sgg.Setting
---@field default? any
---@field wanted? string what a good value is
---@field good? fun(value: any): boolean
---@field members? table<string, sgg.Setting> of a table with members of its own

---@param default? boolean
---@return sgg.Setting
local function flag(default)
  return {
    default = default,
    wanted = 'true or false',
    good = function(value)
      return type(value) == 'boolean'
    end,
  }
end

---@type table<string, sgg.Setting>
local SCHEMA = {
  enable = flag(true),
  cmd = {
    wanted = "a list of strings, such as { 'sgg', 'lsp' }",
    good = function(value)
      return vim.islist(value)
        and #value > 0
        and #vim.tbl_filter(function(part)
          return type(part) ~= 'string'
        end, value) == 0
    end,
  },
  inlay_hints = flag(true),
  code_lens = flag(true),
  folding = flag(false),
  info = {
    members = {
      auto_open = flag(false),
      position = {
        default = 'right',
        wanted = "'right' or 'bottom'",
        good = function(value)
          return value == 'right' or value == 'bottom'
        end,
      },
      size = {
        wanted = 'a number of columns or lines, 5 or more',
        good = function(value)
          return type(value) == 'number' and value >= 5 and value == math.floor(value)
        end,
      },
    },
  },
  server = {
    default = {},
    wanted = 'a table of the settings of the server',
    good = function(value)
      return type(value) == 'table' and (vim.tbl_isempty(value) or not vim.islist(value))
    end,
  },
}

---@param name string
---@param schema table<string, sgg.Setting>
---@return string? the name that was perhaps meant
local function nearest(name, schema)
  local plain = name:lower():gsub('[^%a]', '')
  for known in vim.spairs(schema) do
    local other = known:gsub('_', '')
    if vim.startswith(plain, other) or vim.startswith(other, plain) then
      return known
    end
  end
end

---@param given any
---@param schema table<string, sgg.Setting>
---@param name string
---@param problems string[]
---@return table
local function read(given, schema, name, problems)
  local result = {}
  if given ~= nil and (type(given) ~= 'table' or (vim.islist(given) and #given > 0)) then
    table.insert(problems, ('%s is %s, but a table of settings is expected'):format(name, vim.inspect(given)))
    given = nil
  end
  given = given or {}
  for key, setting in pairs(schema) do
    local value = given[key]
    if setting.members then
      result[key] = read(value, setting.members, name .. '.' .. key, problems)
    elseif value == nil or value == vim.NIL then
      result[key] = vim.deepcopy(setting.default)
    elseif not setting.good or setting.good(value) then
      result[key] = value
    else
      result[key] = vim.deepcopy(setting.default)
      local is = vim.inspect(value, { newline = '', indent = '' })
      table.insert(problems, ('%s.%s is %s, but %s is expected'):format(name, key, is, setting.wanted))
    end
  end
  for key in vim.spairs(given) do
    if not schema[key] then
      local meant = nearest(key, schema)
      local way_out = meant and ('; is `%s` meant?'):format(meant) or ', see :help sgg-settings'
      table.insert(problems, ('%s.%s: there is no such setting%s'):format(name, key, way_out))
    end
  end
  return result
end

--- Reads settings as `vim.g.sgg` may hold them, and says what of them can't be used.
---@param given any
---@return sgg.Config
---@return string[] problems
function M.read(given)
  local problems = {}
  local config = read(given, SCHEMA, 'vim.g.sgg', problems) --[[@as sgg.Config]]
  table.sort(problems)
  return config, problems
end

local told ---@type string?

--- The settings as they are now.
---@return sgg.Config
function M.get()
  local config, problems = M.read(vim.g.sgg)
  local message = table.concat(problems, '\n')
  if message ~= '' and message ~= told then
    told = message
    vim.schedule(function()
      vim.notify('sgg: ' .. message .. '\nThe default is used instead.', vim.log.levels.WARN)
    end)
  end
  return config
end

return M
