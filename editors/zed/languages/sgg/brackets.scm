(value
  "{" @open
  "}" @close)
