vim.filetype.add({ extension = { sgg = 'sgg' } })
