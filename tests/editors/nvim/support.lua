--- What the tests in Neovim share: they run inside it, with a file open, and ask its own interfaces what is shown.

local M = {}

local patience_ms = 20000
M.buffer = vim.api.nvim_get_current_buf()
local passed = 0

local function say(...)
  io.stdout:write(string.format(...), '\n')
end

function M.lines()
  return vim.api.nvim_buf_get_lines(M.buffer, 0, -1, false)
end

--- The number (from 0) of the first line that holds `text` as it stands.
function M.line_of(text)
  for index, line in ipairs(M.lines()) do
    if line:find(text, 1, true) then
      return index - 1
    end
  end
  error(('the tour has no line with %q'):format(text))
end

--- Waits until `look` gives true; its second result says what was seen.
function M.expect(what, look)
  local seen
  local ok = vim.wait(patience_ms, function()
    local good
    good, seen = look()
    return good
  end, 20)
  if not ok then
    error(
      ('%s: not within %d s; seen:\n%s'):format(
        what,
        patience_ms / 1000,
        type(seen) == 'string' and seen or vim.inspect(seen)
      ),
      0
    )
  end
  passed = passed + 1
  say('  ok  %s', what)
end

function M.client()
  return vim.lsp.get_clients({ bufnr = M.buffer, name = 'sgg' })[1]
end

function M.label(hint)
  if type(hint.label) == 'string' then
    return hint.label
  end
  return vim
    .iter(hint.label)
    :map(function(part)
      return part.value
    end)
    :join('')
end

--- The text with its hints in place, as the screen shows it.
function M.shown()
  local text = M.lines()
  local hints = vim.tbl_map(function(entry)
    return entry.inlay_hint
  end, vim.lsp.inlay_hint.get({ bufnr = M.buffer }))
  table.sort(hints, function(a, b)
    if a.position.line ~= b.position.line then
      return a.position.line > b.position.line
    end
    return a.position.character > b.position.character
  end)
  for _, hint in ipairs(hints) do
    local row = hint.position.line + 1
    local column = vim.str_byteindex(text[row], M.client().offset_encoding, hint.position.character, false)
    text[row] = text[row]:sub(1, column) .. M.label(hint) .. text[row]:sub(column + 1)
  end
  return text
end

function M.expect_shown(what, wanted)
  M.expect(what, function()
    local text = M.shown()
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

function M.expect_hidden(what)
  M.expect(what, function()
    local seen = M.shown()
    return vim.deep_equal(seen, M.lines()), table.concat(seen, '\n')
  end)
end

---@return lsp.CodeLens[]
local function lenses()
  if not vim.lsp.codelens.enable then
    return vim.lsp.codelens.get(M.buffer)
  end
  local found = vim.lsp.codelens.get({ bufnr = M.buffer }) -- Neovim 0.12
  return vim.tbl_map(function(entry)
    return entry.lens or entry
  end, found)
end

--- The titles of the lenses on the line with `text`, joined.
function M.lens_on(text)
  local row = M.line_of(text)
  local titles = {}
  for _, lens in ipairs(lenses()) do
    if lens.range.start.line == row and lens.command then
      table.insert(titles, lens.command.title)
    end
  end
  return table.concat(titles, ' | ')
end

function M.expect_lens(text, ...)
  local wanted = { ... }
  M.expect('lens on `' .. text .. '`: ' .. table.concat(wanted, ', '), function()
    local title = M.lens_on(text)
    for _, part in ipairs(wanted) do
      if not title:find(part, 1, true) then
        return false, { missing = part, lens = title }
      end
    end
    return true
  end)
end

--- Diagnostics as "code at line: message", lines counted from 1.
function M.problems()
  return vim
    .iter(vim.diagnostic.get(M.buffer))
    :map(function(problem)
      return ('%s at %d: %s'):format(problem.code, problem.lnum + 1, problem.message)
    end)
    :totable()
end

function M.expect_problem(what, code, row, words)
  M.expect(what, function()
    for _, problem in ipairs(vim.diagnostic.get(M.buffer)) do
      if problem.code == code and problem.lnum == row then
        for _, word in ipairs(words or {}) do
          if not problem.message:find(word, 1, true) then
            return false, { missing = word, message = problem.message }
          end
        end
        return true
      end
    end
    return false, M.problems()
  end)
end

function M.expect_no_problem(what)
  M.expect(what, function()
    local found = M.problems()
    return #found == 0, found
  end)
end

function M.replace(row, with)
  vim.api.nvim_buf_set_lines(M.buffer, row, row + 1, true, with)
end

--- Hovers over `word` in the line with `text` and reads the window that opens.
function M.expect_hover(text, word, wanted)
  local row = M.line_of(text)
  local column = text:find(word, 1, true) + M.lines()[row + 1]:find(text, 1, true) - 2
  M.expect('hover on `' .. word .. '` in `' .. text .. '`', function()
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

--- Runs a test and ends Neovim: with 0, or with 1 and what is known of the fault.
---@param test fun()
function M.run(test)
  local ok, message = xpcall(test, function(problem)
    return type(problem) == 'string' and problem or vim.inspect(problem)
  end)
  if ok then
    say('  %d checks in Neovim', passed)
    -- What Neovim still writes to a server that ends while Neovim does can end it by SIGPIPE.
    local clients = vim.lsp.get_clients()
    for _, client in ipairs(clients) do
      client:stop()
    end
    vim.wait(5000, function()
      return #vim.lsp.get_clients() == 0
    end, 20)
    vim.cmd('qall!')
  else
    io.stderr:write('  FAILED  ', message, '\n')
    io.stderr:write('  the language server log of Neovim ends:\n')
    local log = io.open(vim.lsp.log.get_filename())
    if log then
      local tail = vim.split(log:read('*a'), '\n')
      for index = math.max(1, #tail - 20), #tail do
        io.stderr:write('    ', tail[index], '\n')
      end
      log:close()
    end
    vim.cmd('cquit 1')
  end
end

return M
