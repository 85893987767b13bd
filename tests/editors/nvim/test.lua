-- Runs inside Neovim with the tour open: what the language server shows, asked from the editor's own interfaces.

local patience_ms = 20000
local buffer = vim.api.nvim_get_current_buf()
local passed = 0

local function say(...)
  io.stdout:write(string.format(...), '\n')
end

local function lines()
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

--- The number (from 0) of the first line that holds `text` as it stands.
local function line_of(text)
  for index, line in ipairs(lines()) do
    if line:find(text, 1, true) then
      return index - 1
    end
  end
  error(('the tour has no line with %q'):format(text))
end

--- Waits until `look` gives true; its second result says what was seen.
local function expect(what, look)
  local seen
  local ok = vim.wait(patience_ms, function()
    local good
    good, seen = look()
    return good
  end, 20)
  if not ok then
    error(('%s: not within %d s; seen:\n%s'):format(what, patience_ms / 1000, type(seen) == 'string' and seen or vim.inspect(seen)), 0)
  end
  passed = passed + 1
  say('  ok  %s', what)
end

local function client()
  return vim.lsp.get_clients({ bufnr = buffer, name = 'sgg' })[1]
end

local function label(hint)
  if type(hint.label) == 'string' then
    return hint.label
  end
  return vim.iter(hint.label):map(function(part)
    return part.value
  end):join('')
end

--- The text with its hints in place, as the screen shows it.
local function shown()
  local text = lines()
  local hints = vim.tbl_map(function(entry)
    return entry.inlay_hint
  end, vim.lsp.inlay_hint.get({ bufnr = buffer }))
  table.sort(hints, function(a, b)
    if a.position.line ~= b.position.line then
      return a.position.line > b.position.line
    end
    return a.position.character > b.position.character
  end)
  for _, hint in ipairs(hints) do
    local row = hint.position.line + 1
    local column = vim.str_byteindex(text[row], client().offset_encoding, hint.position.character, false)
    text[row] = text[row]:sub(1, column) .. label(hint) .. text[row]:sub(column + 1)
  end
  return text
end

local function expect_shown(what, wanted)
  expect(what, function()
    local text = shown()
    local set = {}
    for _, line in ipairs(text) do
      set[line] = true
    end
    for _, line in ipairs(wanted) do
      if not set[line] then
        return false, ('no line %q in:\n%s'):format(line, table.concat(text, '\n'))
      end
    end
    return true
  end)
end

--- The titles of the lenses on the line with `text`, joined.
local function lens_on(text)
  local row = line_of(text)
  local titles = {}
  for _, lens in ipairs(vim.lsp.codelens.get(buffer)) do
    if lens.range.start.line == row and lens.command then
      table.insert(titles, lens.command.title)
    end
  end
  return table.concat(titles, ' | ')
end

local function expect_lens(text, ...)
  local wanted = { ... }
  expect('lens on `' .. text .. '`: ' .. table.concat(wanted, ', '), function()
    local title = lens_on(text)
    for _, part in ipairs(wanted) do
      if not title:find(part, 1, true) then
        return false, { missing = part, lens = title }
      end
    end
    return true
  end)
end

--- Diagnostics as "code at line: message", lines counted from 1.
local function problems()
  return vim.iter(vim.diagnostic.get(buffer)):map(function(problem)
    return ('%s at %d: %s'):format(problem.code, problem.lnum + 1, problem.message)
  end):totable()
end

local function expect_problem(what, code, row, words)
  expect(what, function()
    for _, problem in ipairs(vim.diagnostic.get(buffer)) do
      if problem.code == code and problem.lnum == row then
        for _, word in ipairs(words or {}) do
          if not problem.message:find(word, 1, true) then
            return false, { missing = word, message = problem.message }
          end
        end
        return true
      end
    end
    return false, problems()
  end)
end

local function expect_no_problem(what)
  expect(what, function()
    local found = problems()
    return #found == 0, found
  end)
end

local function replace(row, with)
  vim.api.nvim_buf_set_lines(buffer, row, row + 1, true, with)
end

--- Hovers over `word` in the line with `text` and reads the window that opens.
local function expect_hover(text, word, wanted)
  local row = line_of(text)
  local column = text:find(word, 1, true) + lines()[row + 1]:find(text, 1, true) - 2
  expect('hover on `' .. word .. '` in `' .. text .. '`', function()
    vim.api.nvim_win_set_cursor(0, { row + 1, column })
    vim.lsp.buf.hover()
    local found
    vim.wait(1000, function()
      for _, window in ipairs(vim.api.nvim_list_wins()) do
        if vim.api.nvim_win_get_config(window).relative ~= '' then
          local content = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
          found = table.concat(content, '\n')
          vim.api.nvim_win_close(window, true)
          return true
        end
      end
      return false
    end, 20)
    if not found then
      return false, 'no window'
    end
    for _, part in ipairs(wanted) do
      if not found:find(part, 1, true) then
        return false, { missing = part, hover = found }
      end
    end
    return true
  end)
end

local function test()
  expect('the file is recognised', function()
    return vim.bo[buffer].filetype == 'sgg', vim.bo[buffer].filetype
  end)
  expect('the server is attached', function()
    local attached = client()
    return attached ~= nil and attached.initialized, 'no client called sgg'
  end)

  local hints = {
    '  0:3 -> 1:0 2:1 4:2',
    '  2 -> 3:0',
    '  4 -> 3 5:1',
    '  5 -> 6:0',
    '  a:inf{} -> b:inf{1} -> a',
    '  b -> c:1 -> d:0',
    '  a:2 -> b:1 c:0',
    '  1:1 -> 2:0 -> 3:1 -> 4:0 -> 5:1 -> 6:0',
    '  1.1:0 -- 1.2:0 -- 1.3:0 -- 1.1',
    '  1.1 -- 1.4:0',
    '  2.1:1 -- 2.2:0',
    '  "left foot":3 "right foot":0 -- hip:3 -- neck:2 -- head:0',
    '  neck -- hand:2 -- balloon:1 -- balloon',
    -- No hint where every node has been mentioned by its own name.
    '  nodes 0..6',
    '  stones 0 2 4',
    '  ground 1.1 2.1',
    '  k a=2 *=1',
  }
  expect_shown('hints of all kinds stand at the first mention', hints)
  expect_no_problem('the tour is clean')

  expect_lens('game dag', 'Second wins · 3 ⊕ 1 ⊕ 2 = 0 · as expected')
  expect_lens('round "nobody can force a win"', 'Draw', 'as expected')
  expect_lens('round "a second stone decides"', 'First wins', 'as expected')
  expect_lens('game addsub', 'First wins', 'as expected')
  expect_lens('game nim', 'First wins', 'w*14 + 9', 'as expected')
  expect_lens('game cactus', 'First wins', 'as expected')
  expect_lens('game hackenbush', 'First wins', 'as expected')
  expect('a game whose positions are all rounds has no verdict of its own', function()
    local title = lens_on('game loopy')
    return not title:find('wins', 1, true) and not title:find('Draw', 1, true), title
  end)

  expect_hover('4 -> 3 5', '4', { '4', 'Grundy value', '2', 'N-position', 'mex{0, 1} = 2' })
  expect_hover('game dag', 'dag', { 'Sprague' })
  expect_hover('game hackenbush', 'hackenbush', { 'cut' })

  -- An arc that closes a cycle: the last one of it in the text is told.
  local last = line_of('5 -> 6')
  replace(last, { '  5 -> 6', '  6 -> 0' })
  expect_problem('a cycle is told where it closes', 'cycle', last + 1, { 'cycle', '6', '0' })
  expect_shown('nodes on and above the cycle are not settled', { '  0:? -> 1:0 2:1 4:?', '  4 -> 3 5:?', '  5 -> 6:?' })
  expect_lens('game dag', 'cycle')
  vim.cmd('silent undo')
  expect_no_problem('undone, nothing is left of it')
  expect_shown('and the values are back', hints)
  expect_lens('game dag', 'Second wins', 'as expected')

  -- A line being typed: it alone is told, and the last good values of the rest stay.
  replace(last, { '  5 -> 6 -> =' })
  expect_problem('a line that cannot be read is told', 'syntax', last)
  expect_shown('while it is broken, the values of the rest stay', { '  0:3 -> 1:0 2:1 4:2', '  a:2 -> b:1 c:0' })
  expect_lens('game dag', 'stale')
  vim.cmd('silent undo')
  expect_no_problem('mended, nothing is left of it')

  -- An expectation that does not hold.
  local expectation = line_of('expect second')
  replace(expectation, { '  expect first' })
  expect_problem('an expectation that does not hold is told', 'expect-failed', expectation)
  expect_lens('game dag', 'Second wins', 'expected first')
  vim.cmd('silent undo')
  expect_no_problem('and holds again')

  expect('the server still runs', function()
    return client() ~= nil and not client():is_stopped(), 'gone'
  end)
end

local ok, message = xpcall(test, function(problem)
  return type(problem) == 'string' and problem or vim.inspect(problem)
end)
if ok then
  say('  %d checks in Neovim', passed)
  vim.cmd('qall!')
else
  io.stderr:write('  FAILED  ', message, '\n')
  io.stderr:write('  the language server log of Neovim ends:\n')
  local log = io.open(vim.lsp.get_log_path())
  if log then
    local tail = vim.split(log:read('*a'), '\n')
    for index = math.max(1, #tail - 20), #tail do
      io.stderr:write('    ', tail[index], '\n')
    end
    log:close()
  end
  vim.cmd('cquit 1')
end
