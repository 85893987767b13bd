-- For `vim.lsp.enable('sgg')`; what a user says in `vim.lsp.config('sgg', …)` goes before it.
return require('sgg.client').config()
