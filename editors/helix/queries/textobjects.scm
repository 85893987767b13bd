; `f` is a round, `t` (type) a game, `a` a name in a line, `e` a line, `c` a comment.
(game_block) @class.around

(game_block
  (game)
  .
  (_)+ @class.inside)

; Helix goes to nothing that ends where the file does: so the way leads to headers.
(game) @class.movement

(round) @function.movement

(round_block) @function.around

(round_block
  (round)
  .
  (_)+ @function.inside)

[
  (nodes)
  (ground)
  (k)
  (stones)
  (edge)
  (expect_outcome)
  (expect_value)
  (expect_sg)
  (expect_other)
  (other)
] @entry.around

[
  (name)
  (string)
  (range)
  (star)
  (entry)
] @parameter.around

(entry
  [
    (number)
    (value)
  ] @parameter.inside)

(comment)+ @comment.around
