--- The tests of a file, which are its `expect` lines: a window with the tree of games and rounds, and the quickfix list
--- with those that do not hold.

local client_of = require('sgg.client')

local M = {}

---@class sgg.Expectation
---@field range lsp.Range
---@field expected string
---@field actual? string
---@field outcome 'passed'|'failed'|'unsettled'
---@field message? string

---@class sgg.Test
---@field id string
---@field label string
---@field range lsp.Range
---@field expectations sgg.Expectation[]
---@field children sgg.Test[]

---@class sgg.TestFile
---@field uri string
---@field version? integer
---@field state 'fresh'|'solving'|'stale'|'overBudget'
---@field tests sgg.Test[]

---@alias sgg.Outcome 'passed'|'failed'|'unsettled'

---@class sgg.Row a line of the window
---@field text string
---@field outcome? sgg.Outcome
---@field uri? string where it leads
---@field range? lsp.Range
---@field failed? boolean whether `accept` has something to do there

local SIGNS = { passed = '✓', failed = '✗', unsettled = '?' }
local GROUPS = { passed = 'DiagnosticOk', failed = 'DiagnosticError', unsettled = 'DiagnosticWarn' }
local STATES = { solving = 'solving…', stale = 'stale', overBudget = 'over budget' }
local DELAY_MS = 100 -- so that fast typing asks once
local TRIALS = 6 -- the last one 3 s after the first
local namespace = vim.api.nvim_create_namespace('sgg.tests')

local ERRORS = vim.lsp.protocol.ErrorCodes
--- What the server refuses for now: the text has changed meanwhile; too much is asked for at once.
local PASSING = { [ERRORS.ContentModified] = true, [ERRORS.ServerCancelled] = true }

---@type { buffer: integer, rows: sgg.Row[], encoding: 'utf-8'|'utf-16'|'utf-32', source: integer, all: boolean }?
local view

---@class sgg.Question
---@field source integer
---@field all boolean
---@field take fun(files: sgg.TestFile[], client: vim.lsp.Client)

local asked = 0 -- counts the questions, so that late answers are known
local waiting ---@type sgg.Question? `:Sgg test` that has no answer yet

---@param value any `null` of JSON is not nothing in Lua
local function given(value)
  if value ~= nil and value ~= vim.NIL then
    return value
  end
end

---@param expectation sgg.Expectation
---@return string
local function words(expectation)
  local message = given(expectation.message)
  if message then
    return message
  end
  local actual = given(expectation.actual)
  if actual then
    return ('`%s` does not hold: it is `%s`'):format(expectation.expected, actual)
  end
  -- Where values are hidden, the server does not tell what holds instead.
  local why = expectation.outcome == 'failed' and 'does not hold' or 'is not settled'
  return ('`%s` %s'):format(expectation.expected, why)
end

--- Tests in the order of the text, each with its depth; a test's own expectations before its rounds'.
---@param tests sgg.Test[]
---@param visit fun(test: sgg.Test, depth: integer)
local function walk(tests, visit)
  for _, test in ipairs(tests) do
    visit(test, 1)
    for _, round in ipairs(test.children) do
      visit(round, 2)
    end
  end
end

---@param expectations sgg.Expectation[]
---@return sgg.Outcome?
local function outcome_of(expectations)
  local worst ---@type sgg.Outcome?
  for _, expectation in ipairs(expectations) do
    if expectation.outcome == 'failed' then
      return 'failed'
    end
    worst = (worst == 'unsettled' or expectation.outcome == 'unsettled') and 'unsettled' or 'passed'
  end
  return worst
end

---@param files sgg.TestFile[]
---@return table<sgg.Outcome, integer>
local function count(files)
  local counts = { passed = 0, failed = 0, unsettled = 0 }
  for _, file in ipairs(files) do
    walk(file.tests, function(test)
      for _, expectation in ipairs(test.expectations) do
        counts[expectation.outcome] = (counts[expectation.outcome] or 0) + 1
      end
    end)
  end
  return counts
end

---@param counts table<sgg.Outcome, integer>
---@return string
local function summary(counts)
  local parts = {}
  for _, outcome in ipairs({ 'failed', 'unsettled', 'passed' }) do
    if counts[outcome] > 0 then
      table.insert(parts, ('%d %s'):format(counts[outcome], outcome))
    end
  end
  return #parts > 0 and table.concat(parts, ', ') or 'no tests: `expect` says what should hold'
end

---@param files sgg.TestFile[]
---@return sgg.Row[]
local function rows_of(files)
  local rows = {} ---@type sgg.Row[]
  for _, file in ipairs(files) do
    local name = vim.fn.fnamemodify(vim.uri_to_fname(file.uri), ':~:.')
    local state = STATES[file.state] and (' (%s)'):format(STATES[file.state]) or ''
    table.insert(rows, { text = ('%s: %s%s'):format(name, summary(count({ file })), state), uri = file.uri })
    walk(file.tests, function(test, depth)
      local outcome = outcome_of(test.expectations)
      local indent = ('  '):rep(depth)
      local sign = outcome and SIGNS[outcome] .. ' ' or '  '
      table.insert(rows, { text = indent .. sign .. test.label, outcome = outcome, uri = file.uri, range = test.range })
      for _, expectation in ipairs(test.expectations) do
        if expectation.outcome ~= 'passed' then
          table.insert(rows, {
            text = indent .. '    ' .. words(expectation):gsub('\n', ' '),
            uri = file.uri,
            range = expectation.range,
            failed = expectation.outcome == 'failed',
          })
        end
      end
    end)
  end
  if #rows == 0 then
    rows = { { text = summary({ passed = 0, failed = 0, unsettled = 0 }) } }
  end
  return rows
end

---@param files sgg.TestFile[]
---@param encoding 'utf-8'|'utf-16'|'utf-32'
local function set_quickfix(files, encoding)
  local items = {}
  for _, file in ipairs(files) do
    walk(file.tests, function(test)
      for _, expectation in ipairs(test.expectations) do
        if expectation.outcome ~= 'passed' then
          local location = { uri = file.uri, range = expectation.range }
          local item = vim.lsp.util.locations_to_items({ location }, encoding)[1]
          item.text = words(expectation)
          item.type = expectation.outcome == 'failed' and 'E' or 'W'
          item.user_data = nil
          table.insert(items, item)
        end
      end
    end)
  end
  -- The list made by an earlier run is taken; another list is left as it is, below the new one.
  local ours = vim.fn.getqflist({ title = true }).title == 'sgg tests'
  vim.fn.setqflist({}, ours and 'r' or ' ', { title = 'sgg tests', items = items })
end

---@param shown { buffer: integer, rows: sgg.Row[] }
local function draw(shown)
  local texts = vim.tbl_map(function(row)
    return row.text
  end, shown.rows)
  vim.bo[shown.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(shown.buffer, 0, -1, false, texts)
  vim.bo[shown.buffer].modifiable = false
  vim.api.nvim_buf_clear_namespace(shown.buffer, namespace, 0, -1)
  for index, row in ipairs(shown.rows) do
    local start, stop = row.text:find('%S+')
    if row.outcome and start then
      vim.api.nvim_buf_set_extmark(shown.buffer, namespace, index - 1, start - 1, {
        end_col = stop,
        hl_group = GROUPS[row.outcome],
      })
    elseif not row.range then
      vim.api.nvim_buf_set_extmark(shown.buffer, namespace, index - 1, 0, { end_col = #row.text, hl_group = 'Title' })
    elseif start then
      vim.api.nvim_buf_set_extmark(shown.buffer, namespace, index - 1, 0, { end_col = #row.text, hl_group = 'Comment' })
    end
  end
end

---@return sgg.Row?
local function row_here()
  return view and view.rows[vim.api.nvim_win_get_cursor(0)[1]]
end

--- Goes to what the line tells of, in the window from which the tests were asked for.
local function jump()
  local row = row_here()
  if not row or not row.uri or not view then
    return
  end
  local window = vim.fn.bufwinid(vim.uri_to_bufnr(row.uri))
  vim.cmd.wincmd('p')
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
  end
  local range = row.range or { start = { line = 0, character = 0 }, ['end'] = { line = 0, character = 0 } }
  vim.lsp.util.show_document({ uri = row.uri, range = range }, view.encoding, { focus = true })
end

--- Writes what holds into the expectation of the line, or into those of the game or round that it tells of.
local function accept()
  local row = row_here()
  if not row or not row.range or not view then
    return
  end
  local buffer = vim.uri_to_bufnr(row.uri --[[@as string]])
  vim.fn.bufload(buffer)
  client_of.execute('sgg.accept', buffer, row.range.start)
end

--- Where the user is, and what the text is there: one who has gone on is not taken away from it.
local function whereabouts()
  local window = vim.api.nvim_get_current_win()
  local tick = vim.api.nvim_buf_get_changedtick(0)
  return { window, vim.api.nvim_get_current_buf(), tick, vim.api.nvim_win_get_cursor(window) }
end

---@param source integer
---@param client vim.lsp.Client
---@param all boolean
---@param enter boolean
local function open_window(source, client, all, enter)
  if view and vim.api.nvim_buf_is_valid(view.buffer) then
    view.source, view.encoding, view.all = source, client_of.encoding(client), all
    if vim.fn.bufwinid(view.buffer) ~= -1 then
      return
    end
  else
    local buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, 'sgg://tests/' .. buffer)
    vim.bo[buffer].filetype = 'sggtests'
    vim.bo[buffer].bufhidden = 'wipe'
    vim.bo[buffer].modifiable = false
    for key, action in pairs({ ['<CR>'] = jump, a = accept, q = '<Cmd>close<CR>' }) do
      vim.keymap.set('n', key, action, { buffer = buffer, nowait = true })
    end
    view = { buffer = buffer, rows = {}, encoding = client_of.encoding(client), source = source, all = all }
  end
  local window =
    vim.api.nvim_open_win(view.buffer, enter, { split = 'below', win = -1, height = 12, style = 'minimal' })
  vim.wo[window][0].winbar = ' sgg: tests   <CR> goes there, a accepts what holds, q closes'
  vim.wo[window][0].cursorline = true
  vim.wo[window][0].winfixheight = true
  vim.wo[window][0].winfixbuf = true
end

--- Asks; an answer that comes after a later question is none.
---@param client vim.lsp.Client
---@param question sgg.Question
local function ask(client, question)
  asked = asked + 1
  local number = asked
  local params = vim.empty_dict()
  if not question.all then
    params.textDocument = vim.lsp.util.make_text_document_params(question.source)
  end
  local function over()
    if waiting == question then
      waiting = nil
    end
  end
  local function try(trial)
    client:request('sgg/tests', params, function(err, files)
      if number ~= asked then
        return
      end
      if err and PASSING[err.code] and trial < TRIALS then
        vim.defer_fn(function()
          if number ~= asked then
            return
          end
          if client:is_stopped() or not vim.api.nvim_buf_is_loaded(question.source) then
            return over()
          end
          try(trial + 1)
        end, math.floor(DELAY_MS * 2 ^ (trial - 1)))
        return
      end
      over()
      if not client_of.failed(err, '`:Sgg test`') then
        question.take(files or {}, client)
      end
    end, question.source)
  end
  try(1)
end

--- Shows the tests of this buffer, or of all files.
---@param options { all: boolean }
function M.run(options)
  local source = vim.api.nvim_get_current_buf()
  if view and source == view.buffer then
    source = view.source
  end
  local client = client_of.needed(source)
  if not client then
    return
  end
  local before = whereabouts()
  local function take(files, answerer)
    local rows = rows_of(files)
    set_quickfix(files, client_of.encoding(answerer))
    local stays = vim.api.nvim_get_mode().mode == 'n' and vim.deep_equal(before, whereabouts())
    open_window(source, answerer, options.all, stays)
    if view then
      view.rows = rows
      draw(view)
      vim.api.nvim_win_set_height(vim.fn.bufwinid(view.buffer), math.max(3, math.min(12, #rows + 1)))
    end
    client_of.tell(summary(count(files)))
  end
  waiting = { source = source, all = options.all, take = take }
  ask(client, waiting)
end

--- What the window shows, or is about to show.
---@return sgg.Question?
local function current()
  if waiting and vim.api.nvim_buf_is_loaded(waiting.source) then
    return waiting
  end
  if not view or not vim.api.nvim_buf_is_valid(view.buffer) or not vim.api.nvim_buf_is_loaded(view.source) then
    return
  end
  local function take(files)
    if view and vim.api.nvim_buf_is_valid(view.buffer) then
      view.rows = rows_of(files)
      draw(view)
      set_quickfix(files, view.encoding)
    end
  end
  return { source = view.source, all = view.all, take = take }
end

local due = false

--- The server has read a text again: the window, where it is open, says what holds now.
---@param buffer integer
function M.refresh(buffer)
  local question = current()
  if due or not question or not (question.all or question.source == buffer) then
    return
  end
  due = true
  vim.defer_fn(function()
    due = false
    question = current()
    local client = question and client_of.of(question.source)
    if question and client then
      ask(client, question)
    end
  end, DELAY_MS)
end

return M
