[
  (game_block)
  (round_block)
] @fold
