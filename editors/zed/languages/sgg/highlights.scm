; The grammar's own query in Zed's words for colours. What is `unexpected` or a `slip` is left plain: the language
; server says what is wrong with it.

[
  "game"
  "round"
  "nodes"
  "ground"
  "k"
  "stones"
  "expect"
  "value"
  "sg"
] @keyword

(outcome) @keyword

(kind) @type

(title) @string

(escape) @string.escape

[
  (name)
  (string)
] @variable

(number) @number

[
  "w"
  "inf"
] @number

[
  (arrow)
  (star)
] @operator

(entry
  "=" @operator)

(range
  ".." @operator)

(value
  [
    "^"
    "*"
    "+"
  ] @operator)

(value
  [
    "{"
    "}"
  ] @punctuation.bracket)

(value
  "," @punctuation.delimiter)

(comment) @comment
