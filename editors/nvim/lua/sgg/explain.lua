--- The page of a diagnostic's code, for the code actions `Explain CODE`: a window at the cursor, where the server alone
--- could only say it in a message.

local client_of = require('sgg.client')

local M = {}

--- What the server says in its own way, where the page can't be had.
---@param client vim.lsp.Client
---@param command lsp.Command
---@param buffer integer
local function ask_server(client, command, buffer)
  local params = { command = command.command, arguments = command.arguments }
  client:request('workspace/executeCommand', params, function(err)
    client_of.failed(err, '`sgg.explain`')
  end, buffer)
end

---@param client vim.lsp.Client
---@param code string
---@return string[]? command that prints the page
local function printing(client, code)
  local cmd = client.config.cmd
  if type(cmd) ~= 'table' or cmd[#cmd] ~= 'lsp' then
    return nil
  end
  local command = vim.list_slice(cmd, 1, #cmd - 1)
  return vim.list_extend(command, { 'explain', code })
end

---@param command lsp.Command
---@param context lsp.HandlerContext
function M.show(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if not client then
    return
  end
  local buffer = context.bufnr or vim.api.nvim_get_current_buf()
  local code = vim.tbl_get(command, 'arguments', 1, 'code')
  local print = type(code) == 'string' and printing(client, code)
  if not print then
    return ask_server(client, command, buffer)
  end
  local started = pcall(vim.system, print, { text = true, timeout = 5000 }, function(ended)
    vim.schedule(function()
      local page = vim.trim(ended.stdout or '')
      if ended.code ~= 0 or page == '' then
        return ask_server(client, command, buffer)
      end
      local lines = require('sgg.text').join(vim.split(page, '\n'))
      lines[1] = '# ' .. lines[1] -- the code
      vim.lsp.util.open_floating_preview(lines, 'markdown', { focus_id = 'sgg.explain', max_width = 90, wrap = true })
    end)
  end)
  if not started then
    ask_server(client, command, buffer)
  end
end

return M
