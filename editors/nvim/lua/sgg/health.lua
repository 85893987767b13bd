--- `:checkhealth sgg`

local M = {}

local health = vim.health

local function check_settings()
  health.start('sgg: settings')
  local _, problems = require('sgg.config').read(vim.g.sgg)
  for _, problem in ipairs(problems) do
    health.warn(problem, { 'The default is used instead; see :help sgg-settings' })
  end
  if #problems == 0 then
    health.ok(vim.g.sgg and 'vim.g.sgg is good' or 'vim.g.sgg is not set: every setting has its default')
  end
end

local function check_server()
  health.start('sgg: language server')
  local cmd = require('sgg.client').resolved().cmd
  if type(cmd) ~= 'table' then
    health.info('the server is started by a function of your own')
  elseif vim.fn.executable(cmd[1]) == 0 then
    health.error(('there is no program `%s`'):format(cmd[1]), {
      "In sgg's folder: cargo install --path server/sgg --locked",
      'Then start Neovim again; if it is not on the path, say where it is: vim.g.sgg = { cmd = { PATH, "lsp" } }',
    })
  else
    local path = vim.fn.exepath(cmd[1])
    local version = vim.system({ path, '--version' }, { text = true, timeout = 5000 }):wait()
    if version.code == 0 then
      health.ok(('%s: %s'):format(path, vim.trim(version.stdout or '')))
    else
      health.error(('%s --version ended with %d'):format(path, version.code), { vim.trim(version.stderr or '') })
    end
    if vim.fn.executable('sgg') == 0 then
      health.info(('its folder is not on the path: `sgg check` in a terminal needs %s'):format(vim.fs.dirname(path)))
    end
  end
  if not require('sgg.client').enabled() then
    health.warn('the server is not enabled', { "vim.lsp.enable('sgg')", 'or leave `enable` out of vim.g.sgg' })
  end
  local clients = vim.lsp.get_clients({ name = 'sgg' })
  for _, client in ipairs(clients) do
    local buffers = #vim.tbl_keys(client.attached_buffers)
    local what = buffers == 1 and 'buffer' or 'buffers'
    health.ok(('runs for %d %s, root %s'):format(buffers, what, client.root_dir or 'none'))
    if not require('sgg.client').knows(client, 'sgg.accept') then
      health.warn('the server is older than this plugin: `:Sgg accept` does not work', { 'Install it again' })
    end
  end
  if #clients == 0 then
    health.info('it does not run: it starts with the first .sgg file')
  end
  local files = vim.api.nvim_get_runtime_file('lsp/sgg.lua', true)
  if #files > 1 then
    health.warn('more than one configuration of the server is found', files)
  end
end

local function check_parser()
  health.start('sgg: tree-sitter parser')
  local ok, problem = pcall(vim.treesitter.language.inspect, 'sgg')
  if not ok and not vim.treesitter.language.add('sgg') then
    local compiler = vim.tbl_filter(function(name)
      return vim.fn.executable(name) == 1
    end, { 'cc', 'gcc', 'clang' })[1]
    health.warn('the parser is not built: colours come from the server, and folds know less', {
      "In sgg's folder: editors/nvim/build",
      compiler and 'The C compiler it needs is here: ' .. compiler or 'It needs a C compiler, and none is on the path',
      tostring(problem),
    })
    return
  end
  local places = vim.api.nvim_get_runtime_file('parser/sgg.*', true)
  health.ok('the parser is built: ' .. table.concat(places, ', '))
  if #places > 1 then
    health.warn('there is more than one parser; the first one is used')
  end
  for _, kind in ipairs({ 'highlights', 'folds', 'locals', 'injections' }) do
    local read, why = pcall(vim.treesitter.query.get, 'sgg', kind)
    if not read then
      local advice = { 'Build it again: editors/nvim/build', tostring(why) }
      health.error(('the query %s does not fit the parser'):format(kind), advice)
    end
  end
end

function M.check()
  health.start('sgg: Neovim')
  local version = tostring((vim.version --[[@as fun(): vim.Version]])())
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok('Neovim ' .. version)
  else
    health.error('Neovim 0.11 or later is needed; this one is ' .. version)
    return
  end
  check_settings()
  check_server()
  check_parser()
end

return M
