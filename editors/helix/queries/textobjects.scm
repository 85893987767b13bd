; `f` is a round, `t` (type) a game, `a` a name in a line, `e` a line, `c` a comment.
(game_block) @class.around

(game_block
  (game)
  .
  (_)+ @class.inside)

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
