--- The plugin for `.sgg` files: `:help sgg`.

local M = {}

--- For a status line: what the server says of its solving, as one or two words.
---@param buffer? integer
---@return string
function M.status(buffer)
  return require('sgg.status').text(buffer)
end

local greeted = false

--- Says it, once, when there is no language server to start.
function M.greet()
  local client = require('sgg.client')
  if greeted or not client.enabled() then
    return
  end
  greeted = true
  local cmd = client.resolved().cmd
  if type(cmd) == 'table' and vim.fn.executable(cmd[1]) == 0 then
    local message = 'there is no program `%s`, so nothing is solved. In the folder of sgg, '
      .. '`cargo install --path server/sgg --locked` makes it; `:checkhealth sgg` tells more.'
    vim.schedule(function()
      client.tell(message:format(cmd[1]), vim.log.levels.WARN)
    end)
  end
end

--- What a buffer gets when the server is attached to it.
---@param buffer integer
function M.attach(buffer)
  local config = require('sgg.config').get()
  if config.inlay_hints then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
  require('sgg.lens').attach(buffer)
  local group = vim.api.nvim_create_augroup('sgg.buffer.' .. buffer, {})
  vim.api.nvim_create_autocmd('DiagnosticChanged', {
    group = group,
    buffer = buffer,
    desc = 'sgg: the server has read the text again',
    callback = function()
      require('sgg.lens').refresh(buffer)
      require('sgg.info').refresh(buffer)
      require('sgg.tests').refresh(buffer)
    end,
  })
  vim.api.nvim_create_autocmd('LspDetach', {
    group = group,
    buffer = buffer,
    desc = 'sgg: nothing is known of the text any more',
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == 'sgg' then
        require('sgg.status').forget(buffer)
        vim.api.nvim_del_augroup_by_id(group)
      end
    end,
  })
  if config.info.auto_open then
    require('sgg.info').auto_open(buffer)
  end
end

return M
