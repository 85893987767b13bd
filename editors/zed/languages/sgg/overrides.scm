(comment) @comment.inclusive

[
  (string)
  (title)
] @string
