--- `:Sgg`, and what may follow it.

local client_of = require('sgg.client')

local M = {}

---@class sgg.Command
---@field run fun(arguments: string[], bang: boolean)
---@field complete? string[]
---@field bang? boolean whether `!` means something to it

--- Shows or hides values, verdicts and explanations, in all files.
---@param wanted? 'on'|'off'
local function reveal(wanted)
  local client = client_of.needed()
  if not client then
    return
  end
  local show = wanted == nil and client_of.hidden(client) or wanted == 'on'
  client_of.reveal(show)
  client_of.tell(show and 'values are shown' or 'values are hidden; `:Sgg reveal` shows them again')
end

---@type table<string, sgg.Command>
local COMMANDS = {
  test = {
    bang = true,
    run = function(_, bang)
      require('sgg.tests').run({ all = bang })
    end,
  },
  accept = {
    bang = true,
    run = function(_, bang)
      local client = client_of.needed()
      if client then
        client_of.execute(bang and 'sgg.acceptAll' or 'sgg.accept', 0, not bang and client_of.cursor(client) or nil)
      end
    end,
  },
  solve = {
    run = function()
      client_of.execute('sgg.solve', 0)
    end,
  },
  reveal = {
    complete = { 'on', 'off' },
    run = function(arguments)
      reveal(arguments[1] --[[@as 'on'|'off'?]])
    end,
  },
  info = {
    complete = { 'toggle', 'open', 'close', 'pause', 'pin', 'unpin' },
    run = function(arguments)
      require('sgg.info').command(arguments[1] or 'toggle')
    end,
  },
  restart = {
    run = function()
      client_of.restart()
    end,
  },
  log = {
    run = function()
      local path = vim.lsp.log.get_filename()
      if vim.fn.filereadable(path) == 0 then
        client_of.tell('the log is empty: ' .. path)
        return
      end
      vim.cmd.split(vim.fn.fnameescape(path))
      vim.bo.modifiable = false
      vim.cmd.normal({ 'G', bang = true })
    end,
  },
}

---@param arguments vim.api.keyset.create_user_command.command_args
function M.run(arguments)
  local words = vim.deepcopy(arguments.fargs)
  -- `:Sgg! accept` and `:Sgg accept!` are the same.
  local name, mark = table.remove(words, 1):match('^(.-)(!?)$')
  local bang = arguments.bang or mark == '!'
  local command = COMMANDS[name]
  local function refuse(message)
    client_of.tell(message, vim.log.levels.ERROR)
  end
  if not command then
    local names = vim.tbl_keys(COMMANDS)
    table.sort(names)
    return refuse(('there is no `:Sgg %s`; there are: %s'):format(name, table.concat(names, ', ')))
  end
  if bang and not command.bang then
    return refuse(('`!` means nothing to `:Sgg %s`'):format(name))
  end
  local known = command.complete or {}
  if #words > (command.complete and 1 or 0) or (words[1] and not vim.list_contains(known, words[1])) then
    local may = command.complete and 'one of: ' .. table.concat(known, ', ') or 'nothing'
    return refuse(('`:Sgg %s` is followed by %s'):format(name, may))
  end
  command.run(words, bang)
end

--- Completion of the command line.
---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  local words = vim.split(line:match('Sgg!?%s+(.*)$') or '', '%s+')
  local from = {} ---@type string[]
  if #words <= 1 then
    local bang = line:match('Sgg!') ~= nil
    for name, command in vim.spairs(COMMANDS) do
      if not bang or command.bang then
        table.insert(from, name)
      end
    end
  elseif #words == 2 and COMMANDS[words[1]] then
    from = COMMANDS[words[1]].complete or {}
  end
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, from)
end

return M
