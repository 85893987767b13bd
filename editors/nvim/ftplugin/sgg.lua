if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

vim.bo.commentstring = '# %s'
vim.bo.comments = ':#'
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
vim.bo.indentexpr = "v:lua.require'sgg.text'.indent()"
vim.bo.indentkeys = '!^F,o,O,<Space>'

-- Colours and folds by tree-sitter where the parser is built; colours come from the server otherwise.
local parsed = pcall(vim.treesitter.start)
vim.wo[0][0].foldexpr = parsed and 'v:lua.vim.treesitter.foldexpr()' or "v:lua.require'sgg.text'.fold()"
if require('sgg.config').get().folding then
  vim.wo[0][0].foldmethod = 'expr'
  vim.wo[0][0].foldlevel = 99
end

vim.b.undo_ftplugin = table.concat({
  'setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< indentexpr< indentkeys<',
  'setlocal foldexpr< foldmethod< foldlevel<',
  'lua pcall(vim.treesitter.stop)',
}, ' | ')
