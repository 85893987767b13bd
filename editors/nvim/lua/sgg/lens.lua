--- Who wins, as code lenses, kept up to date. Neovim 0.11 asks for lenses only when told to; from 0.12 on it does it
--- by itself.

local client_of = require('sgg.client')

local M = {}

local waiting = {} ---@type table<integer, integer?> the request that is under way for a buffer

--- What Neovim does by itself, where it does.
---@type fun(enable: boolean, filter: { bufnr: integer })?
local built_in = vim.tbl_get(vim.lsp.codelens, 'enable')

--- Asks for the lenses of a buffer. An earlier question is taken back, so that the last text's lenses are shown.
---@param buffer integer
function M.refresh(buffer)
  local client = client_of.of(buffer)
  if built_in or not client or not require('sgg.config').get().code_lens then
    return
  end
  if waiting[buffer] then
    client:cancel_request(waiting[buffer])
  end
  local params = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
  local _, request = client:request('textDocument/codeLens', params, function(err, lenses, context)
    waiting[buffer] = nil
    if not err and vim.api.nvim_buf_is_loaded(buffer) and context.version == vim.lsp.util.buf_versions[buffer] then
      vim.lsp.codelens.on_codelens(nil, lenses or {}, context)
    end
  end, buffer)
  waiting[buffer] = request
end

---@param client_id integer
function M.refresh_all(client_id)
  if built_in then
    return
  end
  local client = vim.lsp.get_client_by_id(client_id)
  for buffer in pairs(client and client.attached_buffers or {}) do
    M.refresh(buffer)
  end
end

---@param buffer integer
function M.attach(buffer)
  if not require('sgg.config').get().code_lens then
    return
  end
  if built_in then
    built_in(true, { bufnr = buffer })
  else
    M.refresh(buffer)
  end
end

return M
