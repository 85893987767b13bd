--- The window that tells of the node under the cursor and follows it: what hovering would say, always in sight.
--- It can be paused, and places can be pinned: what is said of them stays below, kept up to date as the text changes.

local client_of = require('sgg.client')
local config = require('sgg.config')

local M = {}

local DELAY_MS = 40
local NOTHING = 'Put the cursor on a node, a kind or a keyword.'
local HIDDEN = 'Values are hidden; `:Sgg reveal` shows them.'

---@class sgg.Place
---@field buffer integer
---@field row integer from 0
---@field column integer from 0, in bytes

---@class sgg.View one in a tab page
---@field window integer
---@field buffer integer
---@field place? sgg.Place what is told of
---@field paused boolean
---@field due boolean whether it asks anew in a moment
---@field asked integer counts the questions, so that late answers are known
---@field requests { client: vim.lsp.Client, id: integer }[] under way

local views = {} ---@type table<integer, sgg.View> by tab page
local marks = vim.api.nvim_create_namespace('sgg.info.pins')
local group = vim.api.nvim_create_augroup('sgg.info', {})

---@return sgg.View?
local function current()
  local view = views[vim.api.nvim_get_current_tabpage()]
  return view and vim.api.nvim_win_is_valid(view.window) and view or nil
end

---@return sgg.Place[]
local function pins()
  local places = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, marks, 0, -1, {})) do
        table.insert(places, { buffer = buffer, row = mark[2], column = mark[3] })
      end
    end
  end
  return places
end

---@param place sgg.Place
---@return string
local function line_at(place)
  return vim.api.nvim_buf_get_lines(place.buffer, place.row, place.row + 1, false)[1] or ''
end

---@param place? sgg.Place
---@return boolean whether nothing is told because values are hidden
local function is_hidden(place)
  local client = place and vim.api.nvim_buf_is_loaded(place.buffer) and client_of.of(place.buffer)
  return client and client_of.hidden(client) or false
end

--- What is wrong in the line of a place, in full: at the line itself it may be cut off. What is told of the place may
--- say it already.
---@param place? sgg.Place
---@param told string[]|false of the place
---@return string[]
local function problems(place, told)
  if not place or not vim.api.nvim_buf_is_loaded(place.buffer) then
    return {}
  end
  local found = vim.diagnostic.get(place.buffer, { lnum = place.row })
  table.sort(found, function(a, b)
    return a.col < b.col
  end)
  local lines = {} ---@type string[]
  local said = told and table.concat(told, '\n') or ''
  for _, problem in ipairs(found) do
    if not said:find(problem.message, 1, true) then
      local severity = tostring(vim.diagnostic.severity[problem.severity]):lower()
      table.insert(lines, ('**%s** `%s`  '):format(severity, problem.code or problem.source or '?'))
      vim.list_extend(lines, vim.split(problem.message, '\n'))
      table.insert(lines, '')
    end
  end
  return lines
end

---@param view sgg.View
---@param told (string[]|false)[] for the place, then for each pin
---@param pinned sgg.Place[]
local function render(view, told, pinned)
  local lines = problems(view.place, told[1])
  if told[1] then
    vim.list_extend(lines, told[1])
  elseif #lines == 0 then
    lines = { is_hidden(view.place) and HIDDEN or NOTHING }
  end
  for index, place in ipairs(pinned) do
    local file = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(place.buffer), ':t')
    local source = vim.trim(line_at(place))
    vim.list_extend(lines, {
      '',
      '---',
      '',
      ('## %s:%d `%s`'):format(file, place.row + 1, source),
      '',
    })
    vim.list_extend(lines, told[index + 1] or { is_hidden(place) and HIDDEN or 'Nothing is told of this place.' })
  end
  vim.bo[view.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(view.buffer, 0, -1, false, lines)
  vim.bo[view.buffer].modifiable = false
end

---@param view sgg.View
local function title(view)
  local words = view.paused and 'paused, `:Sgg info pause` goes on' or 'under the cursor'
  vim.wo[view.window].winbar = ' sgg: ' .. words
end

---@param client vim.lsp.Client
---@param place sgg.Place
---@param take fun(lines: string[]|false) what is told of the place
---@return integer? id of the request
local function hover(client, place, take)
  local character = vim.str_utfindex(line_at(place), client_of.encoding(client), place.column, false)
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(place.buffer),
    position = { line = place.row, character = character },
  }
  local _, id = client:request('textDocument/hover', params, function(_, result)
    local lines = result and result.contents and vim.lsp.util.convert_input_to_markdown_lines(result.contents)
    take(lines and #lines > 0 and require('sgg.text').join(lines))
  end, place.buffer)
  return id
end

---@param view sgg.View
local function ask(view)
  for _, request in ipairs(view.requests) do
    request.client:cancel_request(request.id)
  end
  view.requests = {}
  local asked = view.asked + 1
  view.asked = asked
  local pinned = pins()
  local places = { view.place or false } ---@type (sgg.Place|false)[]
  vim.list_extend(places, pinned)
  local told, open = {}, #places
  local function take(index, lines)
    told[index] = lines
    open = open - 1
    if open == 0 and asked == view.asked and vim.api.nvim_buf_is_valid(view.buffer) then
      view.requests = {}
      render(view, told, pinned)
    end
  end
  for index, place in ipairs(places) do
    local client = place and vim.api.nvim_buf_is_loaded(place.buffer) and client_of.of(place.buffer)
    if not place or not client then
      take(index, false)
    else
      local id = hover(client, place, function(lines)
        take(index, lines)
      end)
      table.insert(view.requests, { client = client, id = id })
    end
  end
end

--- The cursor's place; within the indentation, that of the line's first word.
---@return sgg.Place?
local function cursor()
  if vim.bo.filetype ~= 'sgg' then
    return nil
  end
  local at = vim.api.nvim_win_get_cursor(0)
  local column = at[2]
  local _, indentation = vim.api.nvim_get_current_line():find('^%s*')
  if indentation and column < indentation then
    column = indentation
  end
  return { buffer = vim.api.nvim_get_current_buf(), row = at[1] - 1, column = column }
end

--- Asks anew, a moment later: a cursor that runs through the text asks once.
---@param view sgg.View
local function soon(view)
  if view.due then
    return
  end
  view.due = true
  vim.defer_fn(function()
    view.due = false
    if not vim.api.nvim_win_is_valid(view.window) then
      return
    end
    if not view.paused then
      -- The cursor is that of the current tab page; in another one the place stays.
      view.place = view == current() and cursor() or view.place
      ask(view)
    end
  end, DELAY_MS)
end

--- The server has read a text again: what is told of it may be another.
---@param buffer integer
function M.refresh(buffer)
  for _, view in pairs(views) do
    if vim.api.nvim_win_is_valid(view.window) and vim.api.nvim_buf_is_loaded(buffer) then
      soon(view)
    end
  end
end

local function watch()
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI', 'BufEnter' }, {
    group = group,
    desc = 'sgg: the info window follows the cursor',
    callback = function()
      local view = current()
      if view and vim.bo.filetype == 'sgg' then
        soon(view)
      end
    end,
  })
  vim.api.nvim_create_autocmd('QuitPre', {
    group = group,
    desc = 'sgg: the info window does not outlive the last other window',
    callback = function()
      local view = current()
      local others = vim.tbl_filter(function(window)
        return vim.api.nvim_win_get_config(window).relative == '' and window ~= vim.api.nvim_get_current_win()
      end, vim.api.nvim_tabpage_list_wins(0))
      if view and #others == 1 and others[1] == view.window then
        M.close()
      end
    end,
  })
  vim.api.nvim_create_autocmd('WinClosed', {
    group = group,
    desc = 'sgg: the info window is closed',
    callback = function(event)
      for tab, view in pairs(views) do
        if view.window == tonumber(event.match) then
          views[tab] = nil
        end
      end
      if vim.tbl_isempty(views) then
        vim.api.nvim_clear_autocmds({ group = group })
      end
    end,
  })
end

function M.open()
  if current() then
    return
  end
  local settings = config.get().info
  local place = cursor()
  local right = settings.position == 'right'
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buffer, 'sgg://info/' .. buffer)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = 'sgginfo'
  vim.bo[buffer].modifiable = false
  local window = vim.api.nvim_open_win(buffer, false, {
    split = right and 'right' or 'below',
    win = -1,
    width = right and (settings.size or math.min(48, math.floor(vim.o.columns * 0.4))) or nil,
    height = not right and (settings.size or 12) or nil,
    style = 'minimal',
  })
  local options = {
    wrap = true,
    linebreak = true,
    breakindent = true,
    conceallevel = 2,
    concealcursor = 'nc',
    winfixwidth = right,
    winfixheight = not right,
    winfixbuf = true,
  }
  for name, value in pairs(options) do
    vim.wo[window][0][name] = value
  end
  pcall(vim.treesitter.start, buffer, 'markdown')
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'close' })
  local view = {
    window = window,
    buffer = buffer,
    place = place,
    paused = false,
    due = false,
    asked = 0,
    requests = {},
  }
  views[vim.api.nvim_get_current_tabpage()] = view
  title(view)
  watch()
  ask(view)
end

function M.close()
  local view = current()
  if view then
    vim.api.nvim_win_close(view.window, true)
  end
end

local opened = false ---@type boolean

--- Opens the window in the tab page that shows the buffer, once in a session.
---@param buffer integer
function M.auto_open(buffer)
  if not opened and buffer == vim.api.nvim_get_current_buf() then
    opened = true
    M.open()
  end
end

--- Stops following the cursor, or goes on.
local function pause()
  local view = current()
  if not view then
    return M.open()
  end
  view.paused = not view.paused
  title(view)
  if not view.paused then
    soon(view)
  end
end

--- Opens the window, or asks anew for what it shows.
local function show()
  M.open()
  local view = current()
  if view then
    ask(view)
  end
end

--- Pins the cursor's place, or takes its pin away. A place of which nothing is told gets no pin.
local function pin()
  local place = cursor()
  if not place then
    return client_of.tell('a pin is put on a place in a .sgg file', vim.log.levels.WARN)
  end
  local start, stop = { place.row, 0 }, { place.row, -1 }
  local before = vim.api.nvim_buf_get_extmarks(place.buffer, marks, start, stop, {})
  for _, mark in ipairs(before) do
    if mark[3] == place.column then
      vim.api.nvim_buf_del_extmark(place.buffer, marks, mark[1])
      return show()
    end
  end
  local client = client_of.needed(place.buffer)
  if not client then
    return
  end
  hover(client, place, function(lines)
    if lines then
      vim.api.nvim_buf_set_extmark(place.buffer, marks, place.row, place.column, {
        sign_text = '▸',
        sign_hl_group = 'DiagnosticSignInfo',
        right_gravity = true,
        strict = false, -- the text may have become shorter meanwhile
      })
      show()
    else
      local why = client_of.hidden(client) and 'values are hidden (`:Sgg reveal` shows them)'
        or 'nothing is told of this place: a pin is put on a node, a kind or a keyword'
      client_of.tell(why .. '; no pin is put here', vim.log.levels.WARN)
    end
  end)
end

local function unpin()
  for _, place in ipairs(pins()) do
    vim.api.nvim_buf_clear_namespace(place.buffer, marks, 0, -1)
  end
  local view = current()
  if view then
    ask(view)
  end
end

---@param name string
function M.command(name)
  ---@type table<string, fun()>
  local commands = {
    open = M.open,
    close = M.close,
    pause = pause,
    pin = pin,
    unpin = unpin,
    toggle = function()
      if current() then
        M.close()
      else
        M.open()
      end
    end,
  }
  commands[name]()
end

return M
