; The grammar's own query in Helix's words for colours. What is `unexpected` or a `slip` is left plain: the language
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

(escape) @constant.character.escape

[
  (name)
  (string)
] @variable

(number) @constant.numeric.integer

[
  "w"
  "inf"
] @constant.numeric

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

(comment) @comment.line
