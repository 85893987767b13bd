--- What the server says of its solving, for a status line.

local M = {}

---@class sgg.Status
---@field uri string
---@field version integer
---@field state 'fresh'|'solving'|'stale'|'overBudget'
---@field percentage? integer

local WORDS = { fresh = 'solved', solving = 'solving…', stale = 'stale', overBudget = 'over budget' }

local states = {} ---@type table<integer, sgg.Status>

--- One spelling of a name: on Windows a buffer's may have other slashes, and another drive letter, than a URI's.
---@param name string
---@return string
local function spelt(name)
  return vim.fs.normalize(name, { expand_env = false })
end

--- The loaded buffer of a file. (`vim.uri_to_bufnr` would make one.)
---@param uri string
---@return integer?
local function buffer_of(uri)
  local name = spelt(vim.uri_to_fname(uri))
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and spelt(vim.api.nvim_buf_get_name(buffer)) == name then
      return buffer
    end
  end
end

--- Takes what `sgg/status` said.
---@param status sgg.Status
function M.set(status)
  local buffer = buffer_of(status.uri)
  if not buffer then
    return
  end
  states[buffer] = status
  local data = { buf = buffer, status = status }
  vim.api.nvim_exec_autocmds('User', { pattern = 'SggStatus', modeline = false, data = data })
  vim.cmd.redrawstatus({ bang = true })
end

---@param buffer integer
function M.forget(buffer)
  states[buffer] = nil
end

---@param buffer? integer
---@return sgg.Status?
function M.get(buffer)
  if not buffer or buffer == 0 then
    buffer = vim.api.nvim_get_current_buf()
  end
  return states[buffer]
end

--- One or two words: `solved`, `solving… 40 %`, `stale`, `over budget`, with `, hidden` where values are hidden.
--- Nothing in a buffer without the server.
---@param buffer? integer
---@return string
function M.text(buffer)
  local client_of = require('sgg.client')
  local client = client_of.of(buffer)
  if not client then
    return ''
  end
  local status = M.get(buffer)
  if not status then
    return ''
  end
  local words = WORDS[status.state] or status.state
  if status.state == 'solving' and status.percentage then
    words = ('%s %d %%'):format(words, status.percentage)
  end
  return client_of.hidden(client) and words .. ', hidden' or words
end

return M
