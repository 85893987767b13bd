//! What a line calls nodes by, and which node or title a cursor stands on.
//!
//! A line that can't be read is looked at too: there, words that stand by themselves are names. A rename that left them
//! out would bring the old name back as soon as the line is mended.

use sgg_game::Node;
use sgg_model::{Game, Mask, Snapshot, language, mentions};
use sgg_syntax::{
    Arrow, Chain, Item, Line, Name, NameRange, Span, Statement, Title, Token, TokenKind, as_string,
    is_name_sign, join_number,
};
use std::ops::Range;

/// A name or a range as a line has it.
#[derive(Clone, Debug)]
pub(crate) struct Naming {
    /// The whole entry, `=` and value included.
    pub(crate) entry: Span,
    /// Which nodes it names; never `*`.
    pub(crate) item: Item,
    /// The line says something of the nodes (their arcs, K-value, ground, or that there are any), rather than use them.
    pub(crate) writes: bool,
    /// The line can be read.
    pub(crate) readable: bool,
}

impl Naming {
    /// The name, or the range.
    pub(crate) fn span(&self) -> Span {
        match &self.item {
            Item::Name(name) => name.span,
            Item::Range(range) => Span { start: range.from.span.start, end: range.to.span.end },
            Item::Star => self.entry,
        }
    }
}

/// All names and ranges of a line, in order.
pub(crate) fn namings(text: &str, line: &Line) -> Vec<Naming> {
    match &line.statement {
        Statement::Broken(_) => of_broken(text),
        Statement::Edge(chain) => of_chain(chain),
        statement => {
            let writes = matches!(statement, Statement::Nodes(_) | Statement::K(_) | Statement::Ground(_));
            let items = mentions::items(line).filter(|(_, item)| **item != Item::Star);
            items.map(|(entry, item)| Naming { entry, item: item.clone(), writes, readable: true }).collect()
        }
    }
}

/// An arc is said of the nodes that it leaves; an edge of both its ends.
fn of_chain(chain: &Chain) -> Vec<Naming> {
    let left = chain.arrows.last().map_or(0, |arrow| arrow.before as usize);
    let both = chain.arrows.iter().any(|arrow| arrow.arrow == Arrow::Edge);
    let entries = chain.entries.iter().enumerate();
    entries
        .map(|(at, entry)| Naming {
            entry: entry.span,
            item: entry.item.clone(),
            writes: both || at < left,
            readable: true,
        })
        .collect()
}

/// The names of a line that can't be read, as far as there is no doubt that they are names.
fn of_broken(text: &str) -> Vec<Naming> {
    let tokens = language().tokens(text);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let (naming, taken) = match range_at(text, &tokens, at) {
            Some(range) => (Some(range), 3),
            None => (name_at(text, &tokens, at).map(Item::Name), 1),
        };
        found.extend(naming.map(|item| {
            let last = tokens.get(at + taken - 1).unwrap_or(token);
            let entry = Span { start: token.span.start, end: last.span.end };
            Naming { entry, item, writes: false, readable: false }
        }));
        at += taken;
    }
    found
}

fn name_at(text: &str, tokens: &[Token], at: usize) -> Option<Name> {
    let span = tokens.get(at).filter(|token| token.kind == TokenKind::Node)?.span;
    if !stands_alone(text, tokens, at..at + 1) {
        return None;
    }
    match lone_item(span.text(text))? {
        Item::Name(name) => Some(Name { span, quoted: name.quoted }),
        _ => None,
    }
}

fn range_at(text: &str, tokens: &[Token], at: usize) -> Option<Item> {
    let [from, dots, to] = tokens.get(at..at + 3)? else { return None };
    if dots.span.text(text) != ".." || !stands_alone(text, tokens, at..at + 3) {
        return None;
    }
    let Item::Range(range) = lone_item(Span { start: from.span.start, end: to.span.end }.text(text))? else {
        return None;
    };
    let start = from.span.start;
    let prefix = Span { start: start + range.prefix.start, end: start + range.prefix.end };
    let name = |span| Name { span, quoted: false };
    Some(Item::Range(Box::new(NameRange { from: name(from.span), to: name(to.span), prefix, ..*range })))
}

/// What a piece of text names, if it names nodes.
pub(crate) fn lone_item(text: &str) -> Option<Item> {
    let line = language().parse(&format!("{text} ->"));
    let Statement::Edge(chain) = line.statement else { return None };
    let [entry] = chain.entries.as_slice() else { return None };
    (line.problems.is_empty() && line.comment.is_none() && entry.span.end as usize == text.len())
        .then(|| entry.item.clone())
}

/// Tokens that touch no other ones but arrows, and are no value.
fn stands_alone(text: &str, tokens: &[Token], at: Range<usize>) -> bool {
    let (Some(first), Some(last)) = (tokens.get(at.start), tokens.get(at.end - 1)) else { return false };
    let word = |token: &Token| token.span.text(text).to_owned();
    let before = at.start.checked_sub(1).and_then(|before| tokens.get(before));
    let behind = tokens.get(at.end);
    let is_arrow = |token: &Token| matches!(token.span.text(text), "->" | "--");
    let parted_before =
        before.is_none_or(|token| token.span.end < first.span.start && word(token) != "=" || is_arrow(token));
    let parted_behind = behind.is_none_or(|token| {
        token.span.start > last.span.end && word(token) != ".."
            || is_arrow(token)
            || word(token) == "="
            || token.kind == TokenKind::Comment
    });
    parted_before && parted_behind && before.is_none_or(|token| word(token) != "..")
}

/// Whether a line may name a node, told without reading it: whether the name, or a range, stands in it.
pub(crate) fn may_name(text: &str, name: &str) -> bool {
    let quoted = as_string(name);
    let written = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or(name);
    let parted = |at: usize| {
        let (before, behind) = (text.get(..at), text.get(at + written.len()..));
        let goes_on = |sign: Option<char>, end: Option<char>| {
            sign.is_some_and(is_name_sign) && end.is_some_and(is_name_sign)
        };
        !goes_on(before.and_then(|text| text.chars().next_back()), written.chars().next())
            && !goes_on(behind.and_then(|text| text.chars().next()), written.chars().next_back())
    };
    text.contains("..") || text.match_indices(written).any(|(at, _)| parted(at))
}

/// The lines that share names: a game, or what stands before the first one.
pub(crate) struct Scope<'a> {
    pub(crate) lines: Range<usize>,
    /// The game, if its kind is known.
    pub(crate) game: Option<&'a Game>,
}

impl<'a> Scope<'a> {
    /// The scope of a line.
    pub(crate) fn of(snapshot: &'a Snapshot, line: usize) -> Scope<'a> {
        match snapshot.text.game_of(line) {
            Some((header, record)) => {
                Scope { lines: header..snapshot.text.game_end(header), game: snapshot.game(record.id) }
            }
            None => {
                let first = snapshot.text.lines.next(0, Mask::GAME);
                Scope { lines: 0..first.map_or(snapshot.text.lines.len(), |(number, _)| number), game: None }
            }
        }
    }
}

/// What a cursor stands on.
#[derive(Clone, Debug)]
pub(crate) enum Word {
    /// A node's name, perhaps as an end of a range.
    Node {
        /// With its quotes.
        span: Span,
        /// Without.
        name: String,
    },
    /// A title.
    Title {
        /// With its quotes.
        span: Span,
        /// Without.
        title: String,
    },
}

impl Word {
    /// Where it stands.
    pub(crate) fn span(&self) -> Span {
        match self {
            Word::Node { span, .. } | Word::Title { span, .. } => *span,
        }
    }

    /// The word at a byte of a line: the one that it is in rather than the one that it stands behind.
    pub(crate) fn at(snapshot: &Snapshot, line: usize, column: u32) -> Option<Word> {
        if line >= snapshot.text.lines.len() {
            return None;
        }
        let (text, read) = snapshot.text.parse(line);
        let words = words(&text, &read);
        let within = |word: &&Word| (word.span().start..word.span().end).contains(&column);
        let behind = |word: &&Word| word.span().end == column;
        words.iter().find(within).or_else(|| words.iter().find(behind)).cloned()
    }
}

fn words(text: &str, line: &Line) -> Vec<Word> {
    if let Some(title) = title(line) {
        return vec![Word::Title { span: title.span, title: title.value.clone() }];
    }
    let mut words = Vec::new();
    for naming in namings(text, line) {
        let names = match &naming.item {
            Item::Name(name) => [Some(*name), None],
            Item::Range(range) => [Some(range.from), Some(range.to)],
            Item::Star => [None, None],
        };
        let word = |name: Name| Word::Node { span: name.span, name: name.text(text).into_owned() };
        words.extend(names.into_iter().flatten().map(word));
    }
    words
}

/// The title of a `game` or `round` line.
pub(crate) fn title(line: &Line) -> Option<&Title> {
    match &line.statement {
        Statement::Game(header) => header.title.as_ref(),
        Statement::Round(header) => header.title.as_ref(),
        _ => None,
    }
}

/// The names before and behind one within a range, as they are written there: `1..2`, `4`.
pub(crate) fn around(range: &NameRange, text: &str, name: &str) -> Option<(Option<String>, Option<String>)> {
    let (_, _, number) = sgg_syntax::split_number(name);
    let number = number.filter(|number| (range.first..=range.last).contains(number))?;
    let written = |first: u64, last: u64| {
        let name = |number| join_number(range.prefix(text), range.width, number);
        match first == last {
            true => name(first),
            false => format!("{}..{}", name(first), name(last)),
        }
    };
    let before = (number > range.first).then(|| written(range.first, number - 1));
    let behind = (number < range.last).then(|| written(number + 1, range.last));
    Some((before, behind))
}

/// The node of a name in the game of a scope.
pub(crate) fn node_of<'a>(scope: &Scope<'a>, name: &str) -> Option<(&'a Game, Node)> {
    let game = scope.game?;
    Some((game, game.node(name)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_name_a_node_is_told_by_the_text() {
        for text in ["a b", "x,a", "a->b", "\"a\"", "q a", "1..9 a?", "x..y"] {
            assert!(may_name(text, "a"), "{text}");
        }
        for text in ["", "ab", "ba -> a1", "_a", "x é", "aé"] {
            assert!(!may_name(text, "a"), "{text}");
        }
        assert!(may_name(r#"x "a\"b" y"#, "a\"b") && !may_name(r#"x a"b y"#, "a\"b"));
        assert!(may_name("x\"(0,1)\"", "(0,1)") && may_name("é 甲", "甲") && !may_name("甲乙", "甲"));
    }
}
