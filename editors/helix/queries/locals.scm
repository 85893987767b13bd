; A game has its own node names. An edge declares its nodes as `nodes` does.
(game_block) @local.scope

(nodes
  (name) @local.definition.variable)

(edge
  (name) @local.definition.variable)

(name) @local.reference
