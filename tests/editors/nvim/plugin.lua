-- The plugin, each of its features: runs inside Neovim with the tour open, in a folder of its own.

local t = dofile(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/support.lua')

local notes = {} ---@type string[] what `vim.notify` was told
---@diagnostic disable-next-line: duplicate-set-field
vim.notify = function(message)
  table.insert(notes, message)
end

--- Waits for a message with these words, and forgets those before it.
local function expect_note(what, words)
  t.expect(what, function()
    for index, note in ipairs(notes) do
      if note:find(words, 1, true) then
        notes = vim.list_slice(notes, index + 1)
        return true
      end
    end
    return false, notes
  end)
end

local function cursor_on(text, word)
  local row = t.line_of(text)
  local line = t.lines()[row + 1]
  vim.api.nvim_win_set_cursor(0, { row + 1, line:find(word or text, line:find(text, 1, true), true) - 1 })
  vim.api.nvim_exec_autocmds('CursorMoved', {})
end

---@return integer? window of the tab page that shows a buffer of this file type
local function window_of(filetype)
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.bo[vim.api.nvim_win_get_buf(window)].filetype == filetype then
      return window
    end
  end
end

local function text_of(window)
  local buffer = vim.api.nvim_win_get_buf(window)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

--- Waits until a window shows all words of one list and none of another.
local function expect_window(what, filetype, wanted, unwanted)
  t.expect(what, function()
    local window = window_of(filetype)
    if not window then
      return false, 'no window'
    end
    local text = text_of(window)
    for _, words in ipairs(wanted) do
      if not text:find(words, 1, true) then
        return false, { missing = words, text = text }
      end
    end
    for _, words in ipairs(unwanted or {}) do
      if text:find(words, 1, true) then
        return false, { there = words, text = text }
      end
    end
    return true
  end)
end

local function test_start()
  t.expect('the server is attached', function()
    local client = t.client()
    return client ~= nil and client.initialized, 'no client called sgg'
  end)
  t.expect_shown('hints are on', { '  0:3 -> 1:0 2:1 4:2', '  a:2 -> b:1 c:0' })
  t.expect_lens('game dag', 'Second wins', 'as expected')
  t.expect('nothing was said at the start', function()
    return #notes == 0, notes
  end)
  t.expect('no key is taken', function()
    local taken = vim.tbl_filter(function(map)
      return (map.desc or ''):find('sgg', 1, true) and not vim.startswith(map.lhs, '<Plug>(sgg-')
    end, vim.list_extend(vim.api.nvim_get_keymap('n'), vim.api.nvim_buf_get_keymap(0, 'n')))
    return #taken == 0, taken
  end)
end

local function test_buffer()
  t.expect('the file type has its options', function()
    local options = { commentstring = '# %s', shiftwidth = 2, expandtab = true }
    for name, value in pairs(options) do
      if vim.bo[name] ~= value then
        return false, { name, vim.bo[name] }
      end
    end
    return true
  end)
  t.expect('tree-sitter colours the text', function()
    local captures = vim.treesitter.get_captures_at_pos(t.buffer, t.line_of('game dag'), 0)
    return #captures > 0 and captures[1].capture == 'keyword', captures
  end)
  t.expect('every query fits the parser', function()
    for _, kind in ipairs({ 'highlights', 'folds', 'indents', 'injections', 'locals', 'textobjects' }) do
      if not vim.treesitter.query.get('sgg', kind) then
        return false, kind
      end
    end
    return true
  end)
  t.expect('lines are commented', function()
    cursor_on('2 -> 3')
    vim.cmd.normal('gcc')
    local line = vim.api.nvim_get_current_line()
    vim.cmd('silent undo')
    return line == '  # 2 -> 3', line
  end)
  t.expect('new lines are indented below headers', function()
    local typed = { 'ggOgame dag "typed"', 'a -> b', 'round "x"', 'stones a', 'expect first', 'round "y"' }
    vim.cmd.normal({ table.concat(typed, '\r'), bang = true })
    local seen = vim.list_slice(t.lines(), 1, #typed)
    vim.cmd('silent undo')
    local wanted = { 'game dag "typed"', '  a -> b', '  round "x"', '    stones a', '    expect first', '  round "y"' }
    return vim.deep_equal(seen, wanted), seen
  end)
  for what, expression in pairs({
    ['with the parser'] = 'v:lua.vim.treesitter.foldexpr()',
    ['without it'] = "v:lua.require'sgg.text'.fold()",
  }) do
    t.expect('games and rounds fold, ' .. what, function()
      vim.wo.foldexpr = expression
      vim.wo.foldmethod = 'expr'
      vim.wo.foldlevel = 99
      local levels = vim.tbl_map(function(text)
        return vim.fn.foldlevel(t.line_of(text) + 1)
      end, { 'game dag', '  0 ->', 'game loopy', 'round "nobody', 'stones b', 'game addsub' })
      vim.wo.foldmethod = 'manual'
      return vim.deep_equal(levels, { 1, 1, 1, 2, 2, 1 }), levels
    end)
  end
end

local function test_info()
  cursor_on('4 -> 3 5', '4')
  vim.cmd('Sgg info')
  expect_window('the info window tells of the node under the cursor', 'sgginfo', { 'Grundy value', 'mex{0, 1} = 2' })
  cursor_on('5 -> 6', '6')
  expect_window('it follows the cursor', 'sgginfo', { '**6**' }, { 'mex{0, 1} = 2' })
  vim.cmd('Sgg info pin')
  cursor_on('4 -> 3 5', '4')
  expect_window('a pin stays below', 'sgginfo', { 'mex{0, 1} = 2', 'tour.sgg:9 `5 -> 6`', '**6**' })
  vim.cmd('Sgg info pause')
  cursor_on('game hackenbush', 'hackenbush')
  vim.wait(300)
  expect_window('paused, it stays', 'sgginfo', { 'mex{0, 1} = 2' }, { 'ground.' })
  vim.cmd('Sgg info pause')
  expect_window('and goes on', 'sgginfo', { 'cut', '**6**' }, { 'mex{0, 1} = 2' })
  cursor_on('5 -> 6', '6')
  vim.cmd('Sgg info unpin')
  cursor_on('4 -> 3 5', '4')
  expect_window('without pins it tells of one place', 'sgginfo', { 'mex{0, 1} = 2' }, { 'tour.sgg:' })
  local row = t.line_of('4 -> 3 5')
  t.replace(row, { '  4 -> 3 5 0' })
  expect_window('an edit that changes the value changes what is told', 'sgginfo', { 'cycle' }, { 'mex{0, 1} = 2' })
  vim.cmd('silent undo')
  expect_window('and back', 'sgginfo', { 'mex{0, 1} = 2' })
  vim.api.nvim_win_set_cursor(0, { row + 1, 0 })
  vim.api.nvim_exec_autocmds('CursorMoved', {})
  expect_window("before a line's first word it tells of that", 'sgginfo', { 'mex{0, 1} = 2' })
  local expectation = t.line_of('expect second')
  t.replace(expectation, { '  expect first' })
  cursor_on('expect first')
  expect_window(
    'what is wrong in the line stands above, in full',
    'sgginfo',
    { '**error** `expect-failed`  \nSecond wins, not First: the nim-sum 3 ⊕ 1 ⊕ 2 is 0\n' }
  )
  t.replace(expectation, { '  expect secondx' })
  cursor_on('expect secondx', 'secondx')
  expect_window('and once', 'sgginfo', { 'did you mean' }, { 'unknown-keyword' })
  vim.cmd('silent undo')
  vim.cmd('silent undo')
  expect_window('as long as it is', 'sgginfo', { 'says who wins' }, { 'expect-failed', 'did you mean' })
  notes = {}
  cursor_on('# ')
  vim.cmd('Sgg info pin')
  expect_note('a place of which nothing is told gets no pin', 'nothing is told of this place: a pin is put on a node')
  expect_window('and the window says where something is', 'sgginfo', { 'Put the cursor on a node' }, { 'tour.sgg:' })
  cursor_on('game dag', 'dag')
  expect_window("a page's paragraphs are broken by the window alone", 'sgginfo', {
    "A node's Grundy value is the mex of its followers' values; a position's value is the XOR of the values under "
      .. 'all stones,',
    '\n  0 -> 1 2\n  1 -> 2\n',
  })
  vim.cmd('Sgg info close')
  t.expect('it is closed', function()
    return window_of('sgginfo') == nil
  end)
end

local function test_two_infos()
  cursor_on('4 -> 3 5', '4')
  vim.cmd('Sgg info')
  expect_window('an info window in one tab page', 'sgginfo', { 'mex{0, 1} = 2' })
  local first = assert(window_of('sgginfo'))
  vim.cmd('tab split')
  cursor_on('5 -> 6', '6')
  vim.cmd('Sgg info')
  expect_window('and one in another', 'sgginfo', { '**6**' })
  local row = t.line_of('4 -> 3 5')
  t.replace(row, { '  4 -> 3 5 0' })
  t.expect('an edit changes what the one out of sight tells, of its own place', function()
    local text = text_of(first)
    return text:find('cycle', 1, true) and not text:find('**6**', 1, true), text
  end)
  expect_window('and the one in sight tells of its own', 'sgginfo', { '**6**' }, { 'cycle' })
  t.replace(row, { '  4 -> 3 5' })
  cursor_on('game hackenbush', 'hackenbush')
  expect_window('which follows the cursor', 'sgginfo', { 'cut' }, { '**6**' })
  t.expect('and the other does not', function()
    local text = text_of(first)
    return text:find('mex{0, 1} = 2', 1, true), text
  end)
  vim.cmd.tabclose()
  vim.cmd('Sgg info close')
  t.expect('both are closed', function()
    return window_of('sgginfo') == nil and #vim.api.nvim_list_tabpages() == 1
  end)
end

local function test_command()
  t.expect('the command line completes', function()
    local seen = {
      vim.fn.getcompletion('Sgg re', 'cmdline'),
      vim.fn.getcompletion('Sgg info p', 'cmdline'),
      vim.fn.getcompletion('Sgg! ', 'cmdline'),
    }
    local wanted = { { 'restart', 'reveal' }, { 'pause', 'pin' }, { 'accept', 'test' } }
    return vim.deep_equal(seen, wanted), seen
  end)
  vim.cmd('Sgg shout')
  expect_note('what is not there is said', 'there is no `:Sgg shout`; there are: accept, info,')
  vim.cmd('Sgg info upwards')
  expect_note('and what may follow', '`:Sgg info` is followed by one of: toggle, open')
  vim.cmd('Sgg! restart')
  expect_note('and that `!` means nothing', '`!` means nothing to `:Sgg restart`')
  vim.cmd('Sgg log')
  t.expect('the log opens at its end', function()
    return vim.api.nvim_buf_get_name(0) == vim.fn.resolve(vim.lsp.log.get_filename()) or #notes > 0, vim.fn.expand('%')
  end)
  if vim.api.nvim_get_current_buf() ~= t.buffer then
    vim.cmd.close()
  end
  notes = {}
end

--- Has the client refuse what is asked of tests, as the server does where text is edited meanwhile.
---@param refused fun(params: table): boolean whether these are refused
local function refuse_tests(client, refused)
  client.request = function(self, method, params, handler, ...)
    if method == 'sgg/tests' and refused(params) then
      vim.schedule(function()
        handler({ code = -32801, message = 'content modified' })
      end)
      return true, 0
    end
    return getmetatable(self).__index.request(self, method, params, handler, ...)
  end
end

local function test_tests()
  vim.cmd('Sgg test')
  expect_window('the tests are shown as a tree', 'sggtests', {
    'tour.sgg: 9 passed',
    '✓ ',
    'Games Are Important, sample 2',
    'nobody can force a win',
  }, { '✗', '?' })
  expect_note('and counted', '9 passed')
  t.expect('the quickfix list is empty', function()
    local list = vim.fn.getqflist({ items = true, title = true })
    return list.title == 'sgg tests' and #list.items == 0, list
  end)
  vim.cmd.wincmd('p')
  local row = t.line_of('expect second')
  t.replace(row, { '  expect first' })
  expect_window('an edit that makes a test fail is shown', 'sggtests', { '1 failed, 8 passed', '✗', 'second' })
  t.expect('and is in the quickfix list', function()
    local items = vim.fn.getqflist()
    local first = items[1] or {}
    return #items == 1 and first.bufnr == t.buffer and first.lnum == row + 1 and first.type == 'E', items
  end)
  local window = assert(window_of('sggtests'))
  vim.api.nvim_set_current_win(window)
  vim.fn.search('✗')
  vim.cmd.normal(vim.keycode('j<CR>'))
  t.expect('`<CR>` goes to the line', function()
    local at = vim.api.nvim_win_get_cursor(0)
    return vim.api.nvim_get_current_buf() == t.buffer and at[1] == row + 1, at
  end)
  vim.api.nvim_set_current_win(window)
  vim.cmd.normal('a')
  expect_window('`a` writes what holds', 'sggtests', { 'tour.sgg: 9 passed' }, { '✗' })
  t.expect('into the line', function()
    return t.lines()[row + 1] == '  expect second', t.lines()[row + 1]
  end)
  local client, refusals = t.client(), 0
  refuse_tests(client, function()
    local refused = refusals < 2
    refusals = refusals + (refused and 1 or 0)
    return refused
  end)
  notes = {}
  vim.cmd('Sgg! test')
  expect_note('what is refused because the text has changed is asked again', '9 passed')
  client.request = nil
  t.expect('and no word is said of it', function()
    return refusals == 2 and #notes == 0, { refusals, notes }
  end)
  -- Refused once in this file; meanwhile all files are asked for.
  local late = 0
  refuse_tests(client, function(params)
    local refused = params.textDocument ~= nil
    late = late + (refused and 1 or 0)
    return refused
  end)
  vim.cmd('Sgg test')
  vim.cmd('Sgg! test')
  expect_note('what is asked later is told', '9 passed')
  vim.wait(300)
  client.request = nil
  t.expect('and what was asked before is not asked again', function()
    return late == 1 and #notes == 0, { late, notes }
  end)
  vim.cmd.normal('q')
  t.expect('`q` closes the window', function()
    return window_of('sggtests') == nil and vim.api.nvim_get_current_buf() == t.buffer
  end)
  vim.cmd('Sgg test')
  vim.cmd.normal('l')
  expect_window('a window that comes late is shown', 'sggtests', { 'tour.sgg: 9 passed' })
  t.expect('beside the one in which the cursor has moved on', function()
    return vim.api.nvim_get_current_buf() == t.buffer
  end)
  vim.api.nvim_win_close(assert(window_of('sggtests')), true)
  notes = {}
end

local function test_accept()
  local row = t.line_of('expect second')
  t.replace(row, { '  expect first' })
  cursor_on('game dag', 'dag')
  t.expect_lens('game dag', 'expected first')
  vim.cmd('Sgg accept')
  t.expect('`:Sgg accept` writes what holds in the game of the cursor', function()
    return t.lines()[row + 1] == '  expect second', t.lines()[row + 1]
  end)
  local value = t.line_of('expect value 3')
  t.replace(row, { '  expect first' })
  t.replace(value, { '  expect value 5' })
  t.expect_problem('two tests fail', 'expect-failed', row)
  t.expect_problem('both of them', 'expect-failed', value)
  vim.cmd('Sgg! accept')
  t.expect('`:Sgg! accept` in all games', function()
    return t.lines()[row + 1] == '  expect second' and t.lines()[value + 1] == '  expect value 3', t.lines()
  end)
  t.expect_no_problem('and nothing is left of it')
  notes = {}
  vim.cmd('Sgg accept')
  t.expect('where all holds, it is said', function()
    return #notes == 1, notes
  end)
  notes = {}
end

local function test_status()
  local status = require('sgg').status
  t.expect('the status line says that all is solved', function()
    return status() == 'solved', status()
  end)
  local seen = {}
  local watching = vim.api.nvim_create_autocmd('User', {
    pattern = 'SggStatus',
    callback = function(event)
      table.insert(seen, event.data.status.state)
    end,
  })
  local row = t.line_of('4 -> 3 5')
  t.replace(row, { '  4 -> 3 = 5' })
  t.expect('that a line can not be read', function()
    return status() == 'stale', status()
  end)
  t.replace(row, { '  4 -> 3 5' })
  t.expect('and that it can', function()
    return status() == 'solved', status()
  end)
  vim.api.nvim_del_autocmd(watching)
  t.expect('each change is told to who wants to know', function()
    return vim.list_contains(seen, 'stale') and seen[#seen] == 'fresh', seen
  end)
  vim.cmd('Sgg solve')
  t.expect('`:Sgg solve` is taken', function()
    return #notes == 0, notes
  end)
  t.expect('a file is known by another spelling of its name', function()
    local set, before = require('sgg.status'), require('sgg.status').get() or {}
    set.set(vim.tbl_extend('force', before, { uri = before.uri:gsub('/tour', '//tour'), state = 'stale' }))
    local now = status()
    set.set(before --[[@as sgg.Status]])
    return now == 'stale', { before, now }
  end)
  t.expect('what is said of a file that is not open opens nothing', function()
    local before = #vim.api.nvim_list_bufs()
    require('sgg.status').set({ uri = 'file:///closed.sgg', version = 1, state = 'fresh' })
    return #vim.api.nvim_list_bufs() == before, vim.api.nvim_list_bufs()
  end)
  vim.cmd.new()
  t.expect('other buffers have no status', function()
    return status() == '', status()
  end)
  vim.cmd.bwipeout()
end

local function test_reveal()
  vim.cmd('Sgg reveal')
  t.expect_hidden('values are hidden')
  expect_note('and it is said', 'values are hidden')
  t.expect('in the status line too', function()
    return require('sgg').status() == 'solved, hidden', require('sgg').status()
  end)
  vim.cmd('Sgg reveal')
  t.expect_shown('and shown again', { '  0:3 -> 1:0 2:1 4:2' })
  t.expect_lens('game dag', 'Second wins')
  expect_note('and that is said', 'values are shown')
end

local function test_hidden()
  vim.cmd('Sgg reveal off')
  expect_note('values are hidden again', 'values are hidden')
  cursor_on('4 -> 3 5', '4')
  vim.cmd('Sgg info')
  expect_window('the info window says that they are', 'sgginfo', { 'Values are hidden' }, { 'Put the cursor' })
  vim.cmd('Sgg info pin')
  expect_note('a pin on a hidden value is refused', 'values are hidden (`:Sgg reveal` shows them); no pin is put here')
  vim.cmd('Sgg info close')
  local row = t.line_of('expect second')
  t.replace(row, { '  expect first' })
  vim.cmd('Sgg test')
  expect_window('a test fails, and what holds instead is not told', 'sggtests', {
    '`expect first` does not hold',
  }, { 'settled', 'second` ' })
  vim.api.nvim_win_close(assert(window_of('sggtests')), true)
  t.replace(row, { '  expect second' })
  notes = {}
  local before = t.client().id
  local own = 0
  vim.lsp.config('sgg', {
    before_init = function()
      own = own + 1
    end,
  })
  vim.cmd('Sgg restart')
  t.expect("a person's own `before_init` is called", function()
    return own == 1, own
  end)
  t.expect('another server runs, and hides them too', function()
    local client = t.client()
    local status = require('sgg').status()
    return client ~= nil and client.initialized and client.id ~= before and status == 'solved, hidden', status
  end)
  expect_note('that is said', 'the language server was started anew')
  t.expect_hidden('so that nothing is shown')
  vim.cmd('Sgg reveal')
  expect_note('until it is said', 'values are shown')
  t.expect_shown('and they are shown', { '  0:3 -> 1:0 2:1 4:2' })
end

--- Values that come long after the file was opened, while the status line is drawn again and again.
local function test_late()
  local lines = {} ---@type string[]
  for game = 1, 20 do -- a second or more, whatever the machine
    table.insert(lines, ('game addsub "late %d"'):format(game))
    for node = 1, 70 do
      table.insert(lines, node == 1 and '  v1 -> v0' or ('  v%d -> v0..v%d'):format(node, node - 1))
    end
    table.insert(lines, '  k *=5')
  end
  local path = vim.fs.joinpath(vim.fs.dirname(vim.api.nvim_buf_get_name(t.buffer)), 'late.sgg')
  vim.fn.writefile(lines, path)
  vim.cmd.edit(path)
  local late, seen = vim.api.nvim_get_current_buf(), {}
  local watching = vim.api.nvim_create_autocmd('User', {
    pattern = 'SggStatus',
    callback = function(event)
      if event.data.buf == late then
        table.insert(seen, event.data.status.state)
      end
    end,
  })
  t.expect('a large file is solved after a while', function()
    return vim.list_contains(seen, 'solving') and seen[#seen] == 'fresh', seen
  end)
  vim.api.nvim_del_autocmd(watching)
  local drawn = vim.api.nvim_create_namespace('nvim.lsp.inlayhint')
  t.expect('its values are drawn, not only known', function()
    vim.cmd.redraw()
    local marks = vim.api.nvim_buf_get_extmarks(0, drawn, { 1, 0 }, { 1, -1 }, { details = true })
    return marks[1] ~= nil and marks[1][4].virt_text[1][1] == ':1', marks
  end)
  vim.cmd.bwipeout()
end

local function test_explain()
  local row = t.line_of('expect second')
  t.replace(row, { '  expect first' })
  t.expect_problem('a test fails', 'expect-failed', row)
  cursor_on('expect first')
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.title:find('Explain', 1, true) ~= nil
    end,
  })
  t.expect('a code is explained in a window at the cursor', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        local text = text_of(window)
        vim.api.nvim_win_close(window, true)
        return text:find('expect-failed', 1, true) and text:find('writes what holds.', 1, true), text
      end
    end
    return false, 'no window'
  end)
  t.replace(row, { '  expect second' })
  t.expect_no_problem('and all holds again')
end

local function test_settings()
  local read = require('sgg.config').read
  t.expect('settings have their defaults', function()
    local config, problems = read({ inlay_hints = false, info = { position = 'bottom' }, server = { reveal = true } })
    local good = config.code_lens and not config.inlay_hints and config.info.position == 'bottom' and not config.folding
    return good and #problems == 0, { config, problems }
  end)
  t.expect('what can not be used is told, and the default is used', function()
    local config, problems = read({ codelens = true, folding = 1, info = { size = 2 }, cmd = 'sgg', colour = 1 })
    local wanted = {
      "vim.g.sgg.cmd is \"sgg\", but a list of strings, such as { 'sgg', 'lsp' } is expected",
      'vim.g.sgg.codelens: there is no such setting; is `code_lens` meant?',
      'vim.g.sgg.colour: there is no such setting, see :help sgg-settings',
      'vim.g.sgg.folding is 1, but true or false is expected',
      'vim.g.sgg.info.size is 2, but a number of columns or lines, 5 or more is expected',
    }
    return vim.deep_equal(problems, wanted) and config.folding == false, problems
  end)
end

local function test_restart()
  local before = t.client().id
  vim.cmd('Sgg restart')
  expect_note('it is said that a server was started', 'started anew')
  t.expect('another server runs', function()
    local client = t.client()
    return client ~= nil and client.initialized and client.id ~= before, before
  end)
  t.expect_shown('and shows hints', { '  0:3 -> 1:0 2:1 4:2' })
  t.expect_lens('game dag', 'Second wins')
end

local function test_help()
  t.expect('`:help sgg` finds its pages', function()
    for _, tag in ipairs({ 'sgg', ':Sgg-test', 'sgg-settings', '<Plug>(sgg-accept)' }) do
      vim.cmd.help(tag)
      if vim.fn.expand('%:t') ~= 'sgg.txt' then
        return false, tag
      end
    end
    vim.cmd.helpclose()
    return true
  end)
  t.expect('`:checkhealth sgg` finds nothing wrong', function()
    vim.cmd('silent checkhealth sgg')
    local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    vim.cmd.bwipeout()
    local good = report:find('the parser is built', 1, true) and report:find('runs for 1 buffer', 1, true)
    return good and not report:find('ERROR', 1, true) and not report:find('WARNING', 1, true), report
  end)
end

t.run(function()
  test_start()
  test_buffer()
  test_info()
  test_two_infos()
  test_command()
  test_tests()
  test_accept()
  test_status()
  test_reveal()
  test_hidden()
  test_late()
  test_explain()
  test_settings()
  test_restart()
  test_help()
  t.expect('nothing else was said', function()
    return #notes == 0, notes
  end)
end)
