(game_block
  (game
    [
      "game"
      (slip)
    ] @context
    kind: (_)? @context
    title: (_)? @name)) @item

(round_block
  (round
    [
      "round"
      (slip)
    ] @context
    title: (_)? @name)) @item
