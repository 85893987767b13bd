// The TextMate library and the grammars. What package-lock.json names lies in $SGG_GRAMMAR_NODE (see `run`).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const grammarFolder = join(here, "../../grammar");

const files = {
  "source.sgg": "sgg.tmLanguage.json",
  "markdown.sgg.codeblock": "sgg.markdown-injection.tmLanguage.json",
};

export const readJson = (name) => JSON.parse(readFileSync(join(grammarFolder, name), "utf8"));

export async function grammar() {
  const require = createRequire(join(process.env.SGG_GRAMMAR_NODE ?? here, "package.json"));
  const oniguruma = require("vscode-oniguruma");
  const { INITIAL, Registry } = require("vscode-textmate");
  await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
  // A small Markdown: enough for the injection to have something to be injected into.
  const markdown = { scopeName: "text.html.markdown", patterns: [{ name: "markup.heading", match: "^#.*$" }] };
  const registry = new Registry({
    onigLib: {
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    },
    loadGrammar: async (scope) => (scope === markdown.scopeName ? markdown : readJson(files[scope])),
    getInjections: (scope) => (scope === markdown.scopeName ? ["markdown.sgg.codeblock"] : undefined),
  });
  return {
    INITIAL,
    sgg: await registry.loadGrammar("source.sgg"),
    markdown: await registry.loadGrammar("text.html.markdown"),
  };
}
