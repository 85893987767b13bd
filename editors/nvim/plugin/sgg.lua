if vim.g.loaded_sgg then
  return
end
vim.g.loaded_sgg = true

if vim.fn.has('nvim-0.11') == 0 then
  vim.notify('sgg: Neovim 0.11 or later is needed; this one is older', vim.log.levels.WARN)
  return
end

vim.api.nvim_create_user_command('Sgg', function(arguments)
  require('sgg.command').run(arguments)
end, {
  nargs = '+',
  bang = true,
  desc = 'Games on graphs: what the language server of .sgg files can do',
  complete = function(...)
    return require('sgg.command').complete(...)
  end,
})

-- `<Plug>(sgg-test)` and so on: one for each thing to do; no key is taken.
for name, command in pairs({
  test = 'test',
  ['test-all'] = 'test!',
  accept = 'accept',
  ['accept-all'] = 'accept!',
  reveal = 'reveal',
  solve = 'solve',
  info = 'info',
  ['info-pause'] = 'info pause',
  ['info-pin'] = 'info pin',
}) do
  local keys = ('<Plug>(sgg-%s)'):format(name)
  vim.keymap.set('n', keys, ('<Cmd>Sgg %s<CR>'):format(command), { desc = 'sgg: ' .. command })
end

local group = vim.api.nvim_create_augroup('sgg', {})

vim.api.nvim_create_autocmd('LspAttach', {
  group = group,
  desc = 'sgg: hints, lenses and the info window',
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'sgg' then
      require('sgg').attach(event.buf)
    end
  end,
})

vim.api.nvim_create_autocmd('FileType', {
  group = group,
  pattern = 'sgg',
  desc = 'sgg: says it when the language server is missing',
  callback = function()
    require('sgg').greet()
  end,
})

vim.api.nvim_create_autocmd('VimLeavePre', {
  group = group,
  desc = 'sgg: the language server ends first',
  callback = function()
    if package.loaded['sgg.client'] then
      require('sgg.client').leave()
    end
  end,
})

if require('sgg.config').get().enable then
  vim.lsp.enable('sgg')
end
