/**
 * @file A loose grammar for .sgg: a line is a first word and items, and every text has a tree without errors.
 * @license MIT OR Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// Loose on purpose. What is wrong with a line is the language server's to say; a tree is for colours, folds and
// motions, and must stay calm while a line is being typed. So nothing is an error here: an item that does not
// fit its statement is `unexpected` and stays within its line, and no line is read differently for what another
// one holds. Only the headers `game` and `round` reach further: they open blocks (src/scanner.c closes them).

/** Words that start a statement and nothing else; `game` and `round` are the scanner's. */
const KEYWORDS = ['nodes', 'ground', 'k', 'stones', 'expect'];

/** Signs of a bare name, as far as the generator's version of Unicode knows them. */
const SIGNS = "[\\p{XID_Continue}'--[\\u{200C}\\u{200D}]]+";

export default grammar({
  name: 'sgg',

  externals: $ => [
    $._game_word,   // `game` where it starts a game
    $._game_slip,   // `gmae` and the like, where they do
    $._round_word,
    $._round_slip,
    $._game_end,    // zero-width: the next statement is `game`, or the file ends
    $._round_end,   // zero-width: the next statement is `game` or `round`, or the file ends
    $._trivia,      // zero-width: blank and comment lines follow that belong to this block
    $._file_end,    // zero-width: the last line has no line end
    $._nul,         // U+0000, which the generated lexer takes for the end of the file
  ],

  extras: _ => [/[ \t]/],

  word: $ => $.name,

  rules: {
    source_file: $ => repeat(choice($._trivia_line, $._statement_line, $.round_block, $.game_block)),

    // Comment lines that lead to a block stand before it, not at the end of the block above.
    game_block: $ => seq(
      $.game, $._line_end,
      repeat(seq(optional($._trivia_lines), choice($._statement_line, $.round_block))),
      optional($._trivia_lines),
      $._game_end,
    ),

    round_block: $ => seq(
      $.round, $._line_end,
      repeat(seq(optional($._trivia_lines), $._statement_line)),
      optional($._trivia_lines),
      $._round_end,
    ),

    _trivia_lines: $ => seq($._trivia, repeat1($._trivia_line)),
    _trivia_line: $ => choice($._newline, seq($.comment, choice($._newline, $._file_end))),
    _statement_line: $ => seq($._statement, $._line_end),
    _line_end: $ => seq(optional($.comment), choice($._newline, $._file_end)),
    _newline: _ => /\r\n|\n|\r/,
    comment: $ => seq(/#[^\r\n]*/, repeat(choice($._nul, token.immediate(/[^\r\n]+/)))),

    // Headers.
    game: $ => prec.right(seq(
      choice(alias($._game_word, 'game'), alias($._game_slip, $.slip)),
      optional(field('kind', alias($.name, $.kind))),
      optional(field('title', alias($.string, $.title))),
      repeat(alias($._any, $.unexpected)),
    )),

    round: $ => prec.right(seq(
      choice(alias($._round_word, 'round'), alias($._round_slip, $.slip)),
      optional(field('title', alias($.string, $.title))),
      repeat(alias($._any, $.unexpected)),
    )),

    _any: $ => prec(-1, choice(
      $.name, $.string, $.arrow, '=', '..', '*', '^', '+', '{', '}', ',', '?', $._stray, $._nul,
    )),

    // Statements. A keyword with an arrow behind it is a node's name: so none of them begins with an arrow.
    _statement: $ => choice(
      $.nodes, $.ground, $.k, $.stones,
      $.expect_outcome, $.expect_value, $.expect_sg, $.expect_other,
      $.edge, $.other,
    ),

    nodes: $ => seq('nodes', optional($._items)),
    ground: $ => seq('ground', optional($._items)),
    k: $ => seq('k', optional($._items)),
    stones: $ => seq('stones', optional($._items)),

    expect_outcome: $ => seq('expect', field('outcome', $.outcome), repeat($._item)),
    expect_value: $ => seq('expect', 'value', optional(field('value', $.value))),
    expect_sg: $ => seq('expect', 'sg', repeat($._sg_item)),
    expect_other: $ => seq('expect', optional($._items)),
    outcome: _ => choice('first', 'second', 'draw'),

    edge: $ => seq(
      choice($._first_items, ...KEYWORDS.map(word => alias(word, $.name))), $.arrow, repeat($._item),
    ),
    other: $ => $._first_items,
    _first_items: $ => choice($._item_but_arrow, seq($._first_items, $._item_but_arrow)),

    // Items.
    _items: $ => seq($._item_but_arrow, repeat($._item)),
    _item: $ => choice($._item_but_arrow, $.arrow),
    _item_but_arrow: $ => choice($._node, $.range, $.star, $.entry, $.unexpected),

    _node: $ => choice($.name, $.string),

    range: $ => prec.right(2, seq(field('from', $._node), '..', optional(field('to', $._node)))),

    entry: $ => prec.right(2, seq(
      field('node', choice($._node, $.range, $.star)), '=', optional(field('number', $.number)),
    )),

    // `expect sg`: values in the place of numbers.
    _sg_item: $ => choice(
      $._node, $.range, $.star, $.arrow, $.unexpected,
      alias($.sg_entry, $.entry),
    ),
    sg_entry: $ => prec.right(2, seq(
      field('node', choice($._node, $.range, $.star)), '=', optional(field('value', alias($.sg_value, $.value))),
    )),
    sg_value: $ => prec.right(choice(
      seq($.number, optional(seq('^', optional($.number)))),
      seq('inf', optional(seq('{', repeat(choice($.number, ',')), optional('}')))),
    )),

    value: $ => repeat1(choice(
      $.number, 'w', 'inf', '^', '*', '+', '{', '}', ',', '?',
      alias($.name, $.unexpected), alias($.string, $.unexpected), alias($._misplaced_in_value, $.unexpected),
    )),
    _misplaced_in_value: $ => choice($.arrow, '=', '..', $._stray, $._nul),

    arrow: _ => choice('->', '--'),
    star: _ => '*',
    unexpected: $ => choice('=', '..', '^', '+', '{', '}', ',', '?', $._stray, $._nul),

    // Where a number may stand it wins over a name of the same length.
    number: _ => /[0-9]+/,
    name: _ => new RustRegex(`${SIGNS}(\\.${SIGNS})*`),

    string: $ => prec.right(seq('"', repeat(choice(
      token.immediate(prec(1, /[^"\\\r\n]+/)), // before a comment, blanks and all
      alias(token.immediate(/\\["\\]/), $.escape),
      token.immediate('\\'),
      $._nul,
    )), optional(token.immediate('"')))),

    _stray: _ => /[^ \t\r\n]/,
  },
});
