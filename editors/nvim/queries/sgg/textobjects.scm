(game_block) @class.outer

(game_block
  (game)
  .
  (_)+ @class.inner)

(round_block) @function.outer

(round_block
  (round)
  .
  (_)+ @function.inner)

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
] @statement.outer

[
  (name)
  (string)
  (range)
  (star)
  (entry)
] @parameter.outer

(entry
  node: (_) @assignment.lhs
  [
    (number)
    (value)
  ] @assignment.rhs) @assignment.outer

(number) @number.inner

(comment) @comment.outer
