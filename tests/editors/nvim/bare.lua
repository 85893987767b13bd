-- The README's configuration, without the plugin: runs inside Neovim with the tour open.

local t = dofile(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2)) .. '/support.lua')

local function test()
  t.expect('the file is recognised', function()
    return vim.bo[t.buffer].filetype == 'sgg', vim.bo[t.buffer].filetype
  end)
  t.expect('the server is attached', function()
    local attached = t.client()
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
  t.expect_shown('hints of all kinds stand at the first mention', hints)
  t.expect_no_problem('the tour is clean')

  t.expect_lens('game dag', 'Second wins · 3 ⊕ 1 ⊕ 2 = 0 · as expected')
  t.expect_lens('round "nobody can force a win"', 'Draw', 'as expected')
  t.expect_lens('round "a second stone decides"', 'First wins', 'as expected')
  t.expect_lens('game addsub', 'First wins', 'as expected')
  t.expect_lens('game nim', 'First wins', 'w*14 + 9', 'as expected')
  t.expect_lens('game cactus', 'First wins', 'as expected')
  t.expect_lens('game hackenbush', 'First wins', 'as expected')
  t.expect('a game whose positions are all rounds has no verdict of its own', function()
    local title = t.lens_on('game loopy')
    return not title:find('wins', 1, true) and not title:find('Draw', 1, true), title
  end)

  t.expect_hover('4 -> 3 5', '4', { '4', 'Grundy value', '2', 'N-position', 'mex{0, 1} = 2' })
  t.expect_hover('game dag', 'dag', { 'Sprague' })
  t.expect_hover('game hackenbush', 'hackenbush', { 'cut' })

  -- An arc that closes a cycle: the last one of it in the text is told.
  local last = t.line_of('5 -> 6')
  t.replace(last, { '  5 -> 6', '  6 -> 0' })
  t.expect_problem('a cycle is told where it closes', 'cycle', last + 1, { 'cycle', '6', '0' })
  t.expect_shown(
    'nodes on and above the cycle are not settled',
    { '  0:? -> 1:0 2:1 4:?', '  4 -> 3 5:?', '  5 -> 6:?' }
  )
  t.expect_lens('game dag', 'cycle')
  vim.cmd('silent undo')
  t.expect_no_problem('undone, nothing is left of it')
  t.expect_shown('and the values are back', hints)
  t.expect_lens('game dag', 'Second wins', 'as expected')

  -- A line being typed: it alone is told, and the last good values of the rest stay.
  t.replace(last, { '  5 -> 6 -> =' })
  t.expect_problem('a line that cannot be read is told', 'syntax', last)
  t.expect_shown('while it is broken, the values of the rest stay', { '  0:3 -> 1:0 2:1 4:2', '  a:2 -> b:1 c:0' })
  t.expect_lens('game dag', 'stale')
  vim.cmd('silent undo')
  t.expect_no_problem('mended, nothing is left of it')

  -- An expectation that does not hold.
  local expectation = t.line_of('expect second')
  t.replace(expectation, { '  expect first' })
  t.expect_problem('an expectation that does not hold is told', 'expect-failed', expectation)
  t.expect_lens('game dag', 'Second wins', 'expected first')
  vim.cmd('silent undo')
  t.expect_no_problem('and holds again')

  t.expect('the server still runs', function()
    return t.client() ~= nil and not t.client():is_stopped(), 'gone'
  end)
end

t.run(test)
