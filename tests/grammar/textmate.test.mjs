// The TextMate grammars and the language configuration, case by case. What the server's parser says of the same
// lines is compared in agreement.rs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { grammar, readJson } from "./load.mjs";

const { INITIAL, sgg, markdown } = await grammar();

/** The tokens of the last of the lines, as "text scope": the innermost scope; plain text and blanks left out. */
function read(tokenizer, ...lines) {
  let stack = INITIAL;
  let tokens;
  for (const line of lines) ({ tokens, ruleStack: stack } = tokenizer.tokenizeLine(line, stack));
  const line = lines.at(-1);
  return tokens
    .filter(({ startIndex, endIndex, scopes }) => scopes.length > 1 && line.slice(startIndex, endIndex).trim())
    .map(({ startIndex, endIndex, scopes }) => `${line.slice(startIndex, endIndex).trim()} ${scopes.at(-1)}`);
}
const is = (line, ...expected) => assert.deepEqual(read(sgg, line), expected);

const keyword = "keyword.control.sgg";
const game = `game ${keyword}`;
const kind = "entity.name.type.kind.sgg";
const title = "string.quoted.double.title.sgg";
const node = "variable.other.node.sgg";
const quoted = "variable.other.node.quoted.sgg";
const declared = "entity.name.function.node.sgg";
const number = "constant.numeric.sgg";
const operator = "keyword.operator.sgg";

test("headers", () => {
  is("game dag", game, `dag ${kind}`);
  is('  game nim "a" # b', game, `nim ${kind}`, `" ${title}`, `a ${title}`, `" ${title}`, "# b comment.line.number-sign.sgg");
  is('round "1"', `round ${keyword}`, `" ${title}`, `1 ${title}`, `" ${title}`);
  is("round", `round ${keyword}`);
});

test("a keyword with an arrow behind it is a node", () => {
  is("game -> nodes", `game ${node}`, `-> ${operator}`, `nodes ${node}`);
  is("k -- a", `k ${node}`, `-- ${operator}`, `a ${node}`);
  is("stones->first", `stones ${node}`, `-> ${operator}`, `first ${node}`);
  is("a k -> expect", `a ${node}`, `k ${node}`, `-> ${operator}`, `expect ${node}`);
});

test("names are whole", () => {
  is("k.1 -> k'", `k.1 ${node}`, `-> ${operator}`, `k' ${node}`);
  is("stones.1 -> 甲", `stones.1 ${node}`, `-> ${operator}`, `甲 ${node}`);
  is("1..3 -> a", `1 ${node}`, `.. ${operator}`, `3 ${node}`, `-> ${operator}`, `a ${node}`);
});

test("what `nodes` lists is declared", () => {
  is(
    'nodes a 0..2 "b # c" # d',
    `nodes ${keyword}`, `a ${declared}`, `0 ${declared}`, `.. ${operator}`, `2 ${declared}`,
    ...['"', "b # c", '"'].map((part) => `${part} entity.name.function.node.quoted.sgg`), "# d comment.line.number-sign.sgg",
  );
  is("ground a", `ground ${keyword}`, `a ${node}`);
  is("nodes -> a", `nodes ${node}`, `-> ${operator}`, `a ${node}`);
});

test("an escaped quote ends nothing", () => {
  is('"a\\"b" -> c', ...['"', "a", '\\"', "b", '"'].map((part) => `${part} ${quoted}`), `-> ${operator}`, `c ${node}`);
});

test("entries", () => {
  is("stones a=3 *", `stones ${keyword}`, `a ${node}`, `= ${operator}`, `3 ${number}`, `* ${operator}`);
  is("k 1=2", `k ${keyword}`, `1 ${node}`, `= ${operator}`, `2 ${number}`);
  is("expect first", `expect ${keyword}`, `first ${keyword}`);
  is(
    "expect sg a=inf{0} b=2^64",
    `expect ${keyword}`, `sg ${keyword}`,
    `a ${node}`, `= ${operator}`, `inf ${number}`, `{ ${operator}`, `0 ${number}`, `} ${operator}`,
    `b ${node}`, `= ${operator}`, `2 ${number}`, `^ ${operator}`, `64 ${number}`,
  );
});

test("no line reaches into the next", () => {
  for (const open of ['game dag "x', 'a -> "b', "expect value inf{", "game", "expect sg a=inf{", '"\\']) {
    assert.deepEqual(read(sgg, open, "a -> b"), [`a ${node}`, `-> ${operator}`, `b ${node}`], open);
  }
});

test("blocks in Markdown", () => {
  const start = ["# Title", "text", "```sgg"];
  assert.deepEqual(read(markdown, ...start, "game dag"), [game, `dag ${kind}`]);
  assert.deepEqual(read(markdown, ...start, "game dag", '  a -> "b'), [
    `a ${node}`, `-> ${operator}`, `" ${quoted}`, `b ${quoted}`,
  ]);
  assert.deepEqual(read(markdown, ...start, "game dag", "```", "a -> b"), []);
  assert.deepEqual(read(markdown, "~~~ sgg title", "k a=1")[0], `k ${keyword}`);
  assert.deepEqual(read(markdown, "- item", "  ```sgg", "  k a=1")[0], `k ${keyword}`);
  assert.deepEqual(read(markdown, "```sggx", "k a=1"), []);
});

test("words of the language configuration", () => {
  const { wordPattern, onEnterRules } = readJson("language-configuration.json");
  const words = (text) => text.match(new RegExp(wordPattern.pattern, `${wordPattern.flags}g`));
  assert.deepEqual(words("k.1->k' v_1..v_20 甲=3 é1"), ["k.1", "k'", "v_1", "v_20", "甲", "3", "é1"]);
  const [{ beforeText }] = onEnterRules;
  const indents = (text) => new RegExp(beforeText.pattern, beforeText.flags).test(text);
  for (const text of ["game dag", '  round "x"', "game", "round"]) assert(indents(text), text);
  for (const text of ["game -> a", "round.1 -> a", "rounds", "a game", "# game"]) assert(!indents(text), text);
});
