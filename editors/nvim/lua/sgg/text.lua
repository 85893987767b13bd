--- What a line of the text is, as far as indenting and folding must know: a header is a `game` or `round` line.

local M = {}

---@param row integer from 1
---@return string
local function line_at(row)
  return vim.api.nvim_buf_get_lines(0, row - 1, row, false)[1] or ''
end

---@param line string
---@return 'game'|'round'|nil
function M.header(line)
  local word, rest = line:match('^%s*(%a+)(.*)$')
  if not rest or (word ~= 'game' and word ~= 'round') then
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
  local header = M.header(line_at(row))
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
  return M.header(line_at(above)) and depth + step or depth
end

--- For 'foldexpr' where there is no parser: a game is a fold, and a round a fold in it. Comments and blank lines that
--- lead to a header belong to what it starts.
---@return string
function M.fold()
  local row = vim.v.lnum
  local header = M.header(line_at(row))
  if header then
    return header == 'game' and '>1' or '>2'
  end
  local last = vim.fn.line('$')
  while row <= last and (line_at(row):find('^%s*#') or line_at(row):find('^%s*$')) do
    row = row + 1
  end
  header = row <= last and row > vim.v.lnum and M.header(line_at(row)) or nil
  if header then
    return header == 'game' and '0' or '1'
  end
  return '='
end

--- What starts a line of Markdown that is no continuation of a paragraph: headings, quotes, tables, lists, rules.
local STARTS = { '^#+ ', '^>', '^|', '^%-%-%-', '^[-*+] ', '^%d+[.)] ' }

---@param line string
---@return boolean
local function starts(line)
  for _, pattern in ipairs(STARTS) do
    if line:find(pattern) then
      return true
    end
  end
  return false
end

--- Joins the lines of each paragraph of Markdown, so that a window breaks them where it ends itself.
---@param lines string[]
---@return string[]
function M.join(lines)
  local joined = {} ---@type string[]
  local open, fenced = false, false -- whether the next line may go on with a paragraph; whether in a block of code
  for _, line in ipairs(lines) do
    local text = vim.trim(line)
    local fence = text:find('^```') ~= nil
    local indented = not open and line:find('^    ') ~= nil
    if open and not (fence or text == '' or starts(text)) then
      joined[#joined] = joined[#joined] .. ' ' .. text
    else
      table.insert(joined, line)
      open = not (fenced or fence or indented or text == '') and not text:find('^[#|]') and not text:find('^%-%-%-')
    end
    if fence then
      fenced = not fenced
      open = false
    end
    open = open and not line:find('  $') and not line:find('\\$')
  end
  return joined
end

return M
