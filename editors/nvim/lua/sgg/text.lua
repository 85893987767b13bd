--- What a line of the text is, as far as indenting and folding must know: a header is a `game` or `round` line.

local M = {}

---@param line string
---@return 'game'|'round'|nil
function M.header(line)
  local word, rest = line:match('^%s*(%a+)(.*)$')
  if word ~= 'game' and word ~= 'round' then
    return nil
  end
  -- A node may be called so too: `game -> a`, `round.1 -> b`.
  if rest:find("^[%w_'.\128-\255]") or rest:find('^%s*%-[->]') then
    return nil
  end
  return word
end

--- For 'indentexpr': headers as the formatter puts them, what follows them one step deeper.
---@return integer
function M.indent()
  local row = vim.v.lnum
  local step = vim.fn.shiftwidth()
  local header = M.header(vim.fn.getline(row))
  if header == 'game' then
    return 0
  end
  if header == 'round' then
    return step
  end
  local above = vim.fn.prevnonblank(row - 1)
  if above == 0 then
    return 0
  end
  local depth = vim.fn.indent(above)
  return M.header(vim.fn.getline(above)) and depth + step or depth
end

--- For 'foldexpr' where there is no parser: a game is a fold, and a round a fold in it. Comments and blank lines that
--- lead to a header belong to what it starts.
---@return string
function M.fold()
  local row = vim.v.lnum
  local header = M.header(vim.fn.getline(row))
  if header then
    return header == 'game' and '>1' or '>2'
  end
  local last = vim.fn.line('$')
  while row <= last and vim.fn.getline(row):match('^%s*#') or row <= last and vim.fn.getline(row):match('^%s*$') do
    row = row + 1
  end
  header = row <= last and row > vim.v.lnum and M.header(vim.fn.getline(row)) or nil
  if header then
    return header == 'game' and '0' or '1'
  end
  return '='
end

return M
