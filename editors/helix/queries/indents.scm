; A block ends where its last line ends; a line opened below still belongs to it, as long as it is indented.
[
  (game_block)
  (round_block)
] @indent @extend
