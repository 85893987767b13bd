// Formats Lua with StyLua as its npm package: `node stylua.mjs PACKAGE stylua.toml [--write] FILE…`
//
// Without `--write` it only tells which files are not formatted, and fails.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [folder, settings, ...rest] = process.argv.slice(2);
const write = rest[0] === "--write";
const files = write ? rest.slice(1) : rest;
const stylua = createRequire(resolve(folder, "package.json"))("./stylua_lib_node.cjs");

const given = readFileSync(settings, "utf8")
  .split("\n")
  .filter((line) => line.trim())
  .map((line) => {
    const [, name, text] = /^(\w+) = (.+)$/.exec(line);
    const choices = { indent_type: stylua.IndentType, quote_style: stylua.QuoteStyle }[name];
    return [name, choices ? choices[JSON.parse(text)] : JSON.parse(text)];
  });

function formatted(text) {
  // A call uses its `Config` up.
  const config = Object.assign(stylua.Config.new(), Object.fromEntries(given));
  return stylua.formatCode(text, config, undefined, stylua.OutputVerification.Full);
}

let bad = 0;
for (const file of files) {
  const before = readFileSync(file, "utf8");
  const after = formatted(before);
  if (after === before) continue;
  if (write) writeFileSync(file, after);
  else console.error(`nvim: ${file} is not formatted: tests/editors/nvim/run --format does it`);
  bad += 1;
}
process.exit(bad && !write ? 1 : 0);
