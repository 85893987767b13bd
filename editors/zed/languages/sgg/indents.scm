[
  (game_block)
  (round_block)
] @indent
