std = 'luajit'
max_line_length = 120
globals = { 'vim' }
