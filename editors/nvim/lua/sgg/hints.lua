--- Values behind the nodes, as inlay hints, shown as the server last told them.
---
--- Neovim notes which lines it has drawn when it draws them, not when an answer comes: drawn again between a refresh
--- and its answer, as a status line brings about, the old hints would stay. Turning hints on anew forgets what was
--- drawn.

local M = {}

local METHOD = 'textDocument/inlayHint'

--- The client, unless it is being stopped: a server that was told to stop refuses questions.
---@param id integer
---@return vim.lsp.Client?
local function asked(id)
  local client = vim.lsp.get_client_by_id(id)
  return client and not client:is_stopped() and client or nil
end

--- Asks anew in all buffers that show hints, for `workspace/inlayHint/refresh`.
---@param client_id integer
function M.refresh_all(client_id)
  local client = asked(client_id)
  for buffer in pairs(client and client.attached_buffers or {}) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.lsp.inlay_hint.is_enabled({ bufnr = buffer }) then
      vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
    end
  end
end

--- Takes an answer, unless a later question is under way: what was drawn by then would stay.
---@param err lsp.ResponseError?
---@param hints lsp.InlayHint[]?
---@param context lsp.HandlerContext
function M.take(err, hints, context)
  local client = asked(context.client_id)
  if not client then
    return
  end
  local own = vim.tbl_get(context, 'request_id') ---@type integer?
  for id, request in pairs(client.requests) do
    local later = id > (own or id) and request.type == 'pending'
    if later and request.method == METHOD and request.bufnr == context.bufnr then
      return
    end
  end
  vim.lsp.handlers[METHOD](err, hints, context)
end

return M
