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

(comment)+ @comment.around
