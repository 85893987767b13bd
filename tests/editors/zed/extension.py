"""What Zed reads of an extension before it runs it: extension.py FOLDER.

The rules are those of Zed's documentation on extensions and languages.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

folder = pathlib.Path(sys.argv[1])


def check(what, holds):
    if not holds:
        sys.exit(f"  FAILED  {what}")
    print(f"  ok  {what}")


def captures(query):
    """The names that a query captures, without its comments."""
    return set(re.findall(r"@([\w.]+)", re.sub(r";.*", "", query.read_text())))


manifest = tomllib.loads((folder / "extension.toml").read_text())
needed = {"id", "name", "version", "schema_version", "authors", "description"}
check("the manifest has what one must have", needed <= manifest.keys() and manifest["schema_version"] == 1)
cargo = tomllib.loads((folder / "Cargo.toml").read_text())
check(
    "the Rust part is a library that Zed can load, of the same version",
    cargo["lib"]["crate-type"] == ["cdylib"] and cargo["package"]["version"] == manifest["version"],
)
check("its dependencies are those that were tested", (folder / "Cargo.lock").exists())

languages = {}
for config in folder.glob("languages/*/config.toml"):
    language = tomllib.loads(config.read_text())
    languages[language["name"]] = language
    check(f"the language {language['name']} has a grammar", language["grammar"] in manifest["grammars"])
    # Zed asks for one sign each, and for every scope that a bracket is not active in to be captured.
    check("word_characters are single signs", all(len(sign) == 1 for sign in language["word_characters"]))
    scopes = {name.removesuffix(".inclusive") for name in captures(config.parent / "overrides.scm")}
    for bracket in language["brackets"]:
        check(
            f"the bracket {bracket['start']} is whole",
            {"start", "end", "close", "newline"} <= bracket.keys() and set(bracket["not_in"]) <= scopes,
        )
    for query, names in {
        "brackets": {"open", "close"},
        "outline": {"item", "name"},
        "indents": {"indent"},
        "injections": {"injection.content"},
        "overrides": {"string"},
    }.items():
        check(f"{query}.scm captures what it must", names <= captures(config.parent / f"{query}.scm"))
check("there is a language", list(languages) == ["sgg"])
for name, server in manifest["language_servers"].items():
    check(f"the server {name} is for languages that are there", set(server["languages"]) <= languages.keys())

# As Zed fetches a grammar.
for name, grammar in manifest["grammars"].items():
    with tempfile.TemporaryDirectory() as clone:
        git = ["git", "-C", clone]
        subprocess.run([*git, "init", "--quiet"], check=True)
        subprocess.run([*git, "remote", "add", "origin", grammar["repository"]], check=True)
        subprocess.run([*git, "fetch", "--quiet", "--depth", "1", "origin", grammar["rev"]], check=True)
        subprocess.run([*git, "checkout", "--quiet", grammar["rev"]], check=True)
        source = pathlib.Path(clone) / grammar["path"] / "src"
        check(f"the grammar {name} can be fetched", (source / "parser.c").exists() and (source / "scanner.c").exists())
        # Zed has no more of C's library than the functions that every grammar may use.
        includes = set(re.findall(r"#include\s+(\S+)", (source / "scanner.c").read_text()))
        check("its scanner needs nothing of C's library", includes == {'"tree_sitter/parser.h"'})
