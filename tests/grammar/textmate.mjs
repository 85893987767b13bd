// Reads [[line, ...], ...], one list for each text, and writes for each line its tokens as [start, end, scope]:
// places in UTF-16 units, the outermost scope below `source.sgg`, "" where there is none.
import { readFileSync } from "node:fs";
import { grammar } from "./load.mjs";

const { INITIAL, sgg } = await grammar();
const texts = JSON.parse(readFileSync(0, "utf8"));
const read = texts.map((lines) => {
  let stack = INITIAL;
  return lines.map((line) => {
    const { tokens, ruleStack } = sgg.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => [startIndex, endIndex, scopes[1] ?? ""]);
  });
});
process.stdout.write(JSON.stringify(read));
