--- The language server: where it is, how it is started, and what is asked of it.

local config = require('sgg.config')

local M = {}

M.NAME = 'sgg'

--- Where programs are put, and found even if the path lacks the folder.
local PLACES = { '~/.cargo/bin/sgg', '~/.local/bin/sgg' } ---@type string[]

--- Where `editors/install` has put the server.
---@return string?
local function installed()
  local known, place = pcall(require, 'sgg.place')
  return known and type(place) == 'string' and vim.fn.executable(place) == 1 and place or nil
end

--- The command that starts the server, and whether there is such a program.
---@return string[] cmd
---@return boolean exists
function M.cmd()
  local cmd = config.get().cmd
  if cmd then
    return cmd, vim.fn.executable(cmd[1]) == 1
  end
  local told = installed()
  if told then
    return { told, 'lsp' }, true
  end
  if vim.fn.executable('sgg') == 1 then
    return { 'sgg', 'lsp' }, true
  end
  for _, place in ipairs(PLACES) do
    local path = vim.fs.normalize(place)
    if vim.fn.executable(path) == 1 then
      return { path, 'lsp' }, true
    end
  end
  return { 'sgg', 'lsp' }, false
end

--- The configuration for `vim.lsp.config`.
---@return vim.lsp.Config
function M.config()
  local settings = config.get().server
  local handlers = {
    ['sgg/status'] = function(_, status)
      require('sgg.status').set(status)
    end,
    ['workspace/inlayHint/refresh'] = function(_, _, context)
      require('sgg.hints').refresh_all(context.client_id)
      return vim.NIL
    end,
  }
  if vim.tbl_get(vim.lsp.handlers, 'textDocument/inlayHint') then
    handlers['textDocument/inlayHint'] = require('sgg.hints').take
  end
  if not vim.tbl_get(vim.lsp.codelens, 'enable') then -- Neovim 0.12 answers this by itself
    handlers['workspace/codeLens/refresh'] = function(_, _, context)
      require('sgg.lens').refresh_all(context.client_id)
      return vim.NIL
    end
  end
  return {
    cmd = (M.cmd()),
    filetypes = { 'sgg' },
    root_markers = { '.git' },
    -- Neovim 0.11 does not say this of itself: `handlers`, below, do it.
    capabilities = { workspace = { codeLens = { refreshSupport = true } } },
    init_options = vim.tbl_extend('force', vim.deepcopy(settings), { status = true }),
    settings = { sgg = vim.tbl_isempty(settings) and vim.empty_dict() or vim.deepcopy(settings) },
    handlers = handlers,
    commands = {
      ['sgg.explain'] = function(command, context)
        require('sgg.explain').show(command, context)
      end,
    },
  }
end

--- The configuration with what the user has said to it.
---@return vim.lsp.Config
function M.resolved()
  return vim.tbl_get(vim.lsp.config --[[@as table]], M.NAME) or {}
end

--- Whether `vim.lsp.enable('sgg')` was said. (Neovim 0.11 learned to tell only later on.)
---@return boolean
function M.enabled()
  local is_enabled = vim.tbl_get(vim.lsp, 'is_enabled') ---@type (fun(name: string): boolean)?
  if is_enabled then
    return is_enabled(M.NAME)
  end
  return config.get().enable
end

--- The client of the buffer that can still be asked: one that is being stopped can't.
---@param buffer? integer
---@return vim.lsp.Client?
function M.of(buffer)
  for _, client in ipairs(vim.lsp.get_clients({ bufnr = buffer or 0, name = M.NAME })) do
    if not client:is_stopped() then
      return client
    end
  end
end

--- Whether the server has one of its commands: an older one may not.
---@param client vim.lsp.Client
---@param command string
---@return boolean
function M.knows(client, command)
  local commands = vim.tbl_get(client.server_capabilities or {}, 'executeCommandProvider', 'commands')
  return vim.list_contains(commands or {}, command)
end

---@param client vim.lsp.Client
---@return 'utf-8'|'utf-16'|'utf-32'
function M.encoding(client)
  return client.offset_encoding --[[@as 'utf-8'|'utf-16'|'utf-32']]
end

---@param message string
---@param level? integer of vim.log.levels
function M.tell(message, level)
  vim.notify('sgg: ' .. message, level or vim.log.levels.INFO)
end

--- The client of the buffer; where there is none, says so and what to do.
---@param buffer? integer
---@return vim.lsp.Client?
function M.needed(buffer)
  local client = M.of(buffer)
  if not client then
    M.tell('no language server runs for this buffer; `:checkhealth sgg` tells why', vim.log.levels.WARN)
  end
  return client
end

---@param err lsp.ResponseError?
---@param what string
---@return boolean failed
function M.failed(err, what)
  if not err then
    return false
  end
  local message = err.message
  if err.code == vim.lsp.protocol.ErrorCodes.MethodNotFound then
    message = ('the server is too old for %s; install it again'):format(what)
  end
  M.tell(message, vim.log.levels.ERROR)
  return true
end

--- Has the server run one of its commands at a place.
---@param command 'sgg.solve'|'sgg.accept'|'sgg.acceptAll'
---@param buffer? integer
---@param position? lsp.Position
---@param done? fun()
function M.execute(command, buffer, position, done)
  local client = M.needed(buffer)
  if not client then
    return
  end
  if not M.knows(client, command) then
    M.tell(('the server is too old for `%s`; install it again'):format(command), vim.log.levels.ERROR)
    return
  end
  local document = vim.lsp.util.make_text_document_params(buffer or 0)
  local argument = { textDocument = document, position = position }
  client:request('workspace/executeCommand', { command = command, arguments = { argument } }, function(err)
    if not M.failed(err, '`' .. command .. '`') and done then
      done()
    end
  end, buffer or 0)
end

--- Whether values, verdicts and explanations are hidden.
---@param client vim.lsp.Client
---@return boolean
function M.hidden(client)
  local settings = client.settings --[[@as { sgg?: sgg.ServerSettings }]]
  return settings.sgg ~= nil and settings.sgg.reveal == false
end

--- Shows or hides them, in all files and by every server that is started later on.
---@param show boolean
function M.reveal(show)
  vim.lsp.config(M.NAME, { init_options = { reveal = show }, settings = { sgg = { reveal = show } } })
  for _, client in ipairs(vim.lsp.get_clients({ name = M.NAME })) do
    client.settings = vim.tbl_deep_extend('force', client.settings, { sgg = { reveal = show } })
    client:notify('workspace/didChangeConfiguration', { settings = client.settings })
    require('sgg.lens').refresh_all(client.id)
    for buffer in pairs(client.attached_buffers) do
      require('sgg.info').refresh(buffer)
    end
  end
end

--- The cursor's place in the protocol's words.
---@param client vim.lsp.Client
---@return lsp.Position
function M.cursor(client)
  return vim.lsp.util.make_position_params(0, M.encoding(client)).position
end

--- Ends the server before Neovim ends. What Neovim still writes to a server that has ended kills Neovim by SIGPIPE once
--- it no longer watches for that signal.
function M.leave()
  local function left()
    return vim.lsp.get_clients({ name = M.NAME, _uninitialized = true }) -- those that are still starting, too
  end
  for _, client in ipairs(left()) do
    client:stop()
  end
  vim.wait(500, function()
    return #left() == 0
  end, 5)
end

--- Stops the server and starts it again, with the settings as they are now, for every buffer that wants it.
function M.restart()
  local clients = vim.lsp.get_clients({ name = M.NAME })
  vim.lsp.enable(M.NAME, false)
  local function stopped()
    return #vim.lsp.get_clients({ name = M.NAME }) == 0
  end
  if not vim.wait(2000, stopped, 20) then
    for _, client in ipairs(clients) do
      client:stop(true)
    end
    vim.wait(1000, stopped, 20)
  end
  vim.lsp.enable(M.NAME)
  M.tell('the language server was started anew')
end

return M
