//! Why: the derivation of a value, the rule of a kind, the page of a word.

mod markdown;
mod node;
mod position;

use crate::diagnostics::problems;
use crate::explain::explain;
use crate::words::Signs;
use crate::{Config, Place};
use markdown::first_paragraph;
pub(crate) use node::node_page;
use node::{range_page, star_page};
use position::position_page;
use sgg_game::Node;
use sgg_model::{Game, Snapshot, mentions};
use sgg_syntax::{GameHeader, Item, Line, Span, Statement, Title};

/// What is shown for a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The word.
    pub place: Place,
    /// In Markdown.
    pub markdown: String,
}

/// What there is to say of the word at a byte of a line.
pub fn hover(snapshot: &Snapshot, line: usize, column: u32, config: &Config) -> Option<Hover> {
    if line >= snapshot.text.lines.len() {
        return None;
    }
    let (text, read) = snapshot.text.parse(line);
    let asked = Asked { snapshot, line, column, config, text: &text };
    let (span, markdown) = asked.answer(&read)?;
    Some(Hover { place: Place { line, span }, markdown })
}

struct Asked<'a> {
    snapshot: &'a Snapshot,
    line: usize,
    column: u32,
    config: &'a Config,
    text: &'a str,
}

type Answer = (Span, String);

impl Asked<'_> {
    fn answer(&self, line: &Line) -> Option<Answer> {
        if line.comment.is_some_and(|comment| self.column >= comment.start) {
            return None;
        }
        let on = |span: Option<Span>| span.filter(|span| self.is_on(*span));
        let keyword = on(self.word(0));
        match &line.statement {
            Statement::Blank => None,
            Statement::Game(header) => self.game(header),
            Statement::Round(header) => self.header(header.keyword, header.title.as_ref(), "round"),
            Statement::Edge(_) => self.item(line),
            Statement::Nodes(_) => self.page(keyword, "nodes").or_else(|| self.item(line)),
            Statement::Ground(_) => self.page(keyword, "ground").or_else(|| self.item(line)),
            Statement::K(_) => self.page(keyword, "k").or_else(|| self.item(line)),
            Statement::Stones(_) => self.position(keyword, "stones").or_else(|| self.item(line)),
            Statement::ExpectOutcome(outcome, _) => self.expectation(*outcome, "expect"),
            Statement::ExpectValue(literal) => self.expectation(literal.span, "expect value"),
            Statement::ExpectSg(_) => {
                self.page(keyword.or(on(self.word(1))), "expect sg").or_else(|| self.item(line))
            }
            Statement::Broken(_) => {
                let word = keyword.map_or("", |keyword| keyword.text(self.text));
                let known = ["nodes", "ground", "k", "stones", "expect"].contains(&word);
                known.then(|| self.page(keyword, word)).flatten().or_else(|| self.problem())
            }
        }
    }

    /// The word of that number, as blanks part them.
    fn word(&self, number: usize) -> Option<Span> {
        let mut at = 0;
        let words = self.text.split([' ', '\t']).map(|word| {
            let span = Span { start: at, end: at + word.len() as u32 };
            at = span.end + 1;
            span
        });
        words.filter(|span| span.start < span.end).nth(number)
    }

    /// Why the line can't be read: what stands at the place, else the first thing.
    fn problem(&self) -> Option<Answer> {
        let mut problems = problems(self.snapshot, self.line, self.config);
        let here = problems.iter().position(|problem| self.is_on(problem.place.span)).unwrap_or(0);
        let problem = (here < problems.len()).then(|| problems.swap_remove(here))?;
        Some((problem.place.span, problem.message))
    }

    fn signs(&self) -> &'static Signs {
        Signs::of(self.config.ascii)
    }

    fn is_on(&self, span: Span) -> bool {
        (span.start..=span.end).contains(&self.column)
    }

    fn game(&self, header: &GameHeader) -> Option<Answer> {
        if let Some(span) = header.kind.filter(|span| self.is_on(*span)) {
            let page = self.snapshot.game_at(self.line).and_then(|game| explain(game.kind().name))?;
            return Some((span, self.signs().plain(page)));
        }
        self.header(header.keyword, header.title.as_ref(), "game")
    }

    fn header(&self, keyword: Span, title: Option<&Title>, word: &str) -> Option<Answer> {
        let title = title.map(|title| title.span).filter(|span| self.is_on(*span));
        self.position(self.is_on(keyword).then_some(keyword), word)
            .or_else(|| Some((title?, self.position_told()?)))
    }

    fn position_told(&self) -> Option<String> {
        if self.config.hidden {
            return None;
        }
        position_page(self.snapshot, self.line, self.config)
    }

    /// The whole page of a word.
    fn page(&self, span: Option<Span>, word: &str) -> Option<Answer> {
        Some((span?, self.signs().plain(explain(word)?)))
    }

    /// The line's position, and in short what the word means.
    fn position(&self, span: Option<Span>, word: &str) -> Option<Answer> {
        let span = span?;
        let page = explain(word).map(|page| self.signs().plain(first_paragraph(page)));
        let position = self.position_told();
        let parts: Vec<String> = position.into_iter().chain(page).collect();
        (!parts.is_empty()).then(|| (span, parts.join("\n\n---\n\n")))
    }

    /// A statement that ends with its value, from its first word to there.
    fn expectation(&self, value: Span, word: &str) -> Option<Answer> {
        let whole = Span { start: self.word(0)?.start, end: value.end };
        self.position(Some(whole).filter(|span| self.is_on(*span)), word)
    }

    /// The entry under the cursor: the one that it is in rather than the one that it stands behind.
    fn item(&self, line: &Line) -> Option<Answer> {
        let game = self.snapshot.game_at(self.line)?;
        let on = |span: Span| self.is_on(span);
        let within = |span: Span| (span.start..span.end).contains(&self.column);
        let found = mentions::items(line).find(|(span, _)| within(*span));
        let (span, item) = found.or_else(|| mentions::items(line).find(|(span, _)| on(*span)))?;
        let markdown = match item {
            Item::Star => star_page(self.snapshot, game, self.others(game, line)?, self.config),
            Item::Range(_) | Item::Name(_) if self.config.hidden => return None,
            Item::Range(range) => range_page(game, self.text, range, self.config),
            Item::Name(name) => {
                let node = game.node(&name.text(self.text))?;
                node_page(self.snapshot, game, self.line, node, self.config)
            }
        };
        Some((span, markdown))
    }
}

impl<'a> Asked<'a> {
    /// The nodes that `*` means in a line.
    fn others(&self, game: &'a Game, line: &Line) -> Option<Box<dyn Iterator<Item = Node> + 'a>> {
        let declared = game.declared_nodes();
        Some(match line.statement {
            Statement::Stones(_) => {
                let (_, header) = self.snapshot.text.position_of(self.line)?;
                let position = game.position(header.id)?;
                Box::new(declared.filter(|node| !position.names(*node)))
            }
            Statement::K(_) => Box::new(declared.filter(|node| game.k_said(Some(*node)).is_empty())),
            _ => Box::new(declared.filter(|node| !game.has_own_sg(*node))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{document, snapshot, solve};
    use sgg_model::Document;

    /// What hover says where `$0` stands.
    fn told(text: &str) -> Option<Hover> {
        let at = text.find("$0").unwrap();
        let before = &text[..at];
        let line = before.matches('\n').count();
        let column = at - before.rfind('\n').map_or(0, |end| end + 1);
        hover(&snapshot(&text.replace("$0", "")), line, column as u32, &Config::default())
    }

    fn says(text: &str) -> String {
        told(text).unwrap().markdown
    }

    // UVa 11927, sample 2: every value by hand.
    const SAMPLE: &str = "game dag\n0 -> 1 2 4\n2 -> 3\n4 -> 3 5\n5 -> 6\nstones 0 2 4\nexpect second";

    fn sample(before: &str) -> String {
        says(&SAMPLE.replacen(before, &format!("{before}$0"), 1))
    }

    #[test]
    fn a_node_of_a_dag() {
        assert_eq!(
            sample("\n4"),
            "**4** · Grundy value **2**, an N-position\n\n`mex{0, 1} = 2 (3 → 0, 5 → 1)`\n\n1 stone, contributes `2`"
        );
        assert_eq!(sample("-> 1"), "**1** · Grundy value **0**, a P-position\n\n`mex{} = 0 (no follower)`");
        let hover = told("game dag\n  na$0me -> b # why").unwrap();
        assert_eq!(hover.place, Place { line: 1, span: Span { start: 2, end: 6 } });
    }

    #[test]
    fn names_are_shown_as_they_are() {
        assert!(says("game dag\n$0\"a-b\" -> c").starts_with("**`\"a-b\"`** · "));
        assert!(says("game dag\n$0_x_ -> c").starts_with("**`_x_`** · "));
    }

    #[test]
    fn long_lists_are_cut() {
        // 1000 sinks, and three nodes of value 1.
        let text = "game dag\nhub$0 -> s1..s1000 a b c\na b c -> s1";
        assert_eq!(
            says(text),
            "**hub** · Grundy value **2**, an N-position\n\n\
             `mex{0, 1} = 2 (s1 → 0, a → 1, s2 → 0, s3 → 0, s4 → 0, s5 → 0, … 997 more)`"
        );
        // More than are looked at: what lies below the mex is known without a look.
        let text = "game dag\nhub$0 -> s1..s5000 a\na -> s1";
        assert_eq!(
            says(text),
            "**hub** · Grundy value **2**, an N-position\n\n\
             `mex{0, 1, …} = 2 (s1 → 0, s2 → 0, s3 → 0, s4 → 0, s5 → 0, s6 → 0, … 4995 more)`"
        );
    }

    /// Many nodes may lead to the same one, each with a diagnostic of its own.
    #[test]
    fn a_follower_with_very_many_arcs_is_not_looked_into() {
        let says = |sinks: u32| says(&format!("game loopy\nup$0 -> hub\nhub -> hub s1..s{sinks}"));
        assert!(
            says(1023)
                .ends_with("`mex{} = 0 (no follower has a finite value); hub → inf{0} leads on to s1 → 0`")
        );
        assert!(says(1024).ends_with("`mex{} = 0 (no follower has a finite value)`"));
    }

    #[test]
    fn a_node_of_loopy() {
        // `a` can be kept turning; b is 1 and c is 0.
        let graph = "game loopy\na -> a b c\nb -> c\n";
        assert_eq!(
            says(&graph.replacen("a ->", "a$0 ->", 1)),
            "**a** · loopy value **inf{0,1}**, an N-position\n\n\
             `inf{0,1} (b → 1, c → 0); not 2, for a → inf{0,1} does not lead on to 2`"
        );
        // here has 0, for there leads back to it; so there has 1.
        let text = "game loopy\nhere$0 -> there\nthere -> here out";
        assert_eq!(says(text), "**here** · loopy value **0**, a P-position\n\n`mex{1} = 0 (there → 1)`");
        // From a to the endless b and back: a has 0 only if b leads on to 0.
        let text = "game loopy\na$0 -> b\nb -> a";
        assert_eq!(
            says(text),
            "**a** · loopy value **inf{}**, a draw\n\n\
             `inf{} (no follower has a finite value); not 0, for b → inf{} does not lead on to 0`"
        );
        // up has 1 by 0 at end; the endless x leads on to one of value 1.
        let text = "game loopy\nup$0 -> end x\nx -> x one\none -> end";
        assert_eq!(
            says(text),
            "**up** · loopy value **1**, an N-position\n\n`mex{0} = 1 (end → 0); x → inf{1} leads on to one → 1`"
        );
    }

    #[test]
    fn a_node_of_addsub() {
        // Two picks out of {0, 1}: 0 and 1, so 2.
        let text = "game addsub\na$0 -> b c\nb -> c\nk a=2 *=1\nstones a";
        assert_eq!(
            says(text),
            "**a** · Grundy value **2**, an N-position\n\n\
             `mex{0, 1} = 2, of the XORs of K = 2 picks, rank 1 (b → 1, c → 0)`\n\n1 stone, contributes `2`"
        );
        // Only sums of an odd number of ones: 0 is not among them.
        let text = "game addsub\na$0 -> b\nb -> c\nk a=3 b=1";
        assert!(says(text).contains("`mex{1} = 0, of the XORs of K = 3 picks, rank 0 (b → 1)`"));
        assert!(says("game addsub\na$0 -> b\nk a=0").contains("`K = 0, the stone just goes: mex{0} = 1`"));
        assert!(says("game addsub\na$0 -> b -> c\nk a=0").ends_with("`b has no K-value`"));
        assert!(says("game addsub\na -> b$0 -> c\nk a=0").ends_with("`it has no K-value`"));
        // Node i is over all before it: 0, 1, 2, 4, … and with large K the XORs are all below 2^(i-1).
        let rows: String = (1..=66).map(|i| format!("v{i} -> v0..v{}\n", i - 1)).collect();
        let text = format!("game addsub\n{rows}k *=99").replace("v66 ->", "v66$0 ->");
        assert!(says(&text).starts_with(
            "**v66** · Grundy value **2^65**, an N-position\n\n\
             `mex = 2^65, of the XORs of K = 99 picks, rank 65 (v0 → 0, v1 → 1, v2 → 2, v3 → 4, v4 → 8, v5 → 16, … 60 more)`"
        ), "{}", says(&text));
    }

    #[test]
    fn what_hangs_on_a_node() {
        let text = "game hackenbush\nground a\na$0 -- b -- c -- a\nb -- twig\na -- x -- y\na -- a\na -- a";
        // The cycle carries the twig, so 1 ^ 1; the branch to x has 1 + 1; two loops cancel.
        assert_eq!(
            says(text),
            "**a** · Grundy value **2**, an N-position\n\n\
             `2 ⊕ 0 ⊕ 0 = 2 (edge to x: 1 + 1 = 2, 3 edges on cycles, and what stands there: 1 ⊕ 1 = 0, 2 loops: 0)`"
        );
        let at = |name: &str| says(&text.replace("$0", "").replacen(name, &format!("{name}$0"), 1));
        assert!(at("twig").ends_with("`nothing hangs on it: 0`"));
        assert!(at("-- x").ends_with("`edge to y: 0 + 1 = 1`"));
        let text = "game cactus\nground a\na -- b\nc$0 -- d";
        assert!(says(text).ends_with("`it does not hang on the ground: 0`"));
    }

    #[test]
    fn values_that_are_not_there() {
        assert_eq!(
            says("game dag\na$0 -> b\na b"),
            "**a** · Grundy value **?** · no values: line 3 can't be read"
        );
        assert_eq!(says("game dag\na -> b\nstones x$0"), "**x** · not declared");
        let told = says("game dag\nnodes a\na -> b\nstones$0 a");
        assert!(told.starts_with("no values: `b` is not declared\n"), "{told}");
        assert!(
            says("game dag\na -> a\nstones$0 a").starts_with("**cycle: 1 node has no value**\n\n- `a`: 1")
        );
        let document = Document::open("game dag\na -> b");
        let hover = hover(document.snapshot(), 1, 0, &Config::default()).unwrap();
        assert_eq!(hover.markdown, "**a** · Grundy value **?**\n\nSolving…");
    }

    #[test]
    fn values_from_before_a_broken_line() {
        let mut document = document("game dag\na -> b");
        let end = document.snapshot().text.rope.len_bytes();
        document.edit(end..end, "\nb c");
        solve(&mut document);
        let hover = hover(document.snapshot(), 1, 0, &Config::default()).unwrap();
        assert_eq!(
            hover.markdown,
            "**a** · Grundy value **1**, an N-position\n\nStale, from before the last changes: line 3 can't be read."
        );
    }

    #[test]
    fn what_was_expected_of_a_node() {
        assert!(says("game dag\na$0 -> b\nexpect sg a=2").ends_with("\n\nexpected **2**"));
        assert!(says("game dag\na -> b\nexpect sg a=$02").starts_with("**a** · "));
    }

    #[test]
    fn a_range() {
        assert_eq!(says("game dag\nx -> 0..$02"), "**0..2** · 3 nodes\n\n`0 → 0, 1 → 0, 2 → 0`");
        let text = "game dag\nnodes $0v1..v99";
        assert!(says(text).starts_with("**v1..v99** · 99 nodes\n\n`v1 → 0, v2 → 0, "));
        assert!(says(text).ends_with(", v8 → 0, … 91 more`"));
    }

    #[test]
    fn a_position_step_by_step() {
        let sum = "**Second wins** · 3 ⊕ 1 ⊕ 2 = 0 · as expected\n\n\
                   - `0`: 1 stone, value `3`\n- `2`: 1 stone, value `1`\n- `4`: 1 stone, value `2`\n\n\
                   First wins unless the nim-sum is 0.";
        for place in ["ga", "sto", "expe", "expect sec"] {
            let told = sample(place);
            assert!(told.starts_with(sum), "{told}");
            assert!(told.contains("\n\n---\n\n`"), "{told}");
        }
    }

    #[test]
    fn what_would_have_to_change() {
        let text = "game dag\na -> b\nstones a=3 b=2\nexpect$0 second";
        assert!(says(text).starts_with(
            "**First wins** · value 1 · expected second\n\n\
             - `a`: 3 stones, value `1`\n- `b`: 2 stones, value `0`\n\n\
             First wins unless the nim-sum is 0.\n\n`expect second`: the nim-sum would have to be 0."
        ));
        assert!(
            says("game dag\na -> b\nstones a\nexpect$0 value 3")
                .contains("`expect value 3`: the nim-sum is `1`.")
        );
        assert!(
            says("game dag\na -> b\nstones a\nexpect$0 draw")
                .contains("`expect draw`: there are no draws in `dag`.")
        );
    }

    #[test]
    fn a_loopy_position() {
        let pond = "game loopy\nnorth -> south\nsouth -> north\nnorth south -> hill\nhill -> top\n";
        let told = says(&format!("{pond}stones$0 hill north"));
        assert!(told.contains("First wins by a move to the value 0."));
        assert!(says(&format!("{pond}stones$0 north")).contains("A draw: there is no move to the value 0."));
        assert!(
            says(&format!("{pond}stones$0 north=2")).contains("A draw: there is no way to a finite value.")
        );
    }

    #[test]
    fn the_ground_is_the_sum() {
        let text =
            "game cactus\nground 1.1 2.1\n1.1 -- 1.2 -- 1.3 -- 1.1\n1.1 -- 1.4\n2.1 -- 2.2\n$0expect first";
        assert!(says(text).starts_with(
            "**First wins** · 0 ⊕ 1 = 1 · as expected\n\n- `1.1`: `0`\n- `2.1`: `1`\n\nFirst wins unless"
        ));
    }

    #[test]
    fn rounds_have_their_own_sums() {
        let rounds = "game dag\na -> b\nround \"one\"\nstones a\nround \"two\"\nstones b\n";
        assert!(
            says(&rounds.replace("\"two", "\"t$0wo"))
                .starts_with("**Second wins** · value 0\n\n- `b`: 1 stone")
        );
        assert!(says(&rounds.replace("game", "ga$0me")).starts_with("**2 rounds**"));
    }

    #[test]
    fn words_have_their_pages() {
        assert!(says("game d$0ag\na -> b").contains("Sprague"));
        assert!(says("game dag\nno$0des a").contains("declares nodes"));
        assert!(says("game addsub\na -> b\n$0k a=1").contains("puts down"));
        assert!(says("game hackenbush\ngro$0und a").contains("stand on the ground"));
        assert!(says("game dag\na -> b\nexpect s$0g a=1").contains("single nodes"));
        assert!(says("game dag\na -> b\nst$0ones a=").contains("puts stones"));
    }

    #[test]
    fn nothing_useless() {
        for text in [
            "game dag\na -$0> b",
            "game dag\na -> b # co$0mment",
            "# com$0ment",
            "game dag\n$0",
            "game ch$0ess",
            "$0a -> b",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
        let snapshot = snapshot("game dag");
        assert_eq!(hover(&snapshot, 7, 0, &Config::default()), None);
        assert_eq!(hover(&snapshot, 0, 700, &Config::default()), None);
    }

    #[test]
    fn plain_ascii() {
        let snapshot = snapshot(SAMPLE);
        let config = Config { ascii: true, ..Config::default() };
        let told = hover(&snapshot, 3, 0, &config).unwrap().markdown;
        assert!(told.contains("`mex{0, 1} = 2 (3 -> 0, 5 -> 1)`"), "{told}");
        let told = hover(&snapshot, 5, 0, &config).unwrap().markdown;
        assert!(told.starts_with("**Second wins**; 3 xor 1 xor 2 = 0; as expected\n"), "{told}");
        assert!(told.is_ascii(), "{told}");
        for kind in sgg_game::KINDS {
            let snapshot = Document::open(&format!("game {}", kind.name)).snapshot().clone();
            assert!(hover(&snapshot, 0, 6, &config).unwrap().markdown.is_ascii(), "{}", kind.name);
        }
    }
}
