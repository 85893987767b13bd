//! The slips in words.

use crate::scan::BadRange;
use crate::slip::ValueWhy;
use crate::slip::{Edit, ForeignWhat, KeywordWhy, Slip, SlipKind, Sort};
use crate::{Arrow, Description, Fix, Problem, Span};

/// The forms that a game's values have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forms {
    /// The game is not known.
    Any,
    /// Nimbers.
    Nimbers,
    /// Ordinals, and classes of single nodes.
    Ordinals,
    /// Nimbers below 2^64, and infinite values.
    Infinite,
}

impl Forms {
    /// How a value is written, of the whole position or of a single node.
    fn written(self, node: bool) -> &'static str {
        match (self, node) {
            (Forms::Any, false) => "a number, a sum like `2^70 + 5` or `w^2*3 + w + 5`, or `inf{0,2}`",
            (Forms::Any, true) => "a number, one power like `2^70`, or `inf{0,2}`",
            (Forms::Nimbers, false) => "a number, or a sum like `2^70 + 5`",
            (Forms::Nimbers, true) => "a number, or one power like `2^70`",
            (Forms::Ordinals, false) => "a number, or a sum like `w^2*3 + w + 5`",
            (Forms::Ordinals, true) => "a number",
            (Forms::Infinite, _) => "a number, or `inf{0,2}`",
        }
    }
}

impl Problem {
    /// The problem in words. `line` is the line it was found in; `arrow` is the one that the game's kind uses.
    pub fn describe(&self, line: &str, arrow: Arrow) -> Description {
        self.describe_in(line, arrow, Forms::Any)
    }

    /// The problem in words, for a game whose values have certain forms.
    pub fn describe_in(&self, line: &str, arrow: Arrow, forms: Forms) -> Description {
        let edits = Slip::written(&self.slip.edits, arrow);
        let text = self.span.text(line);
        let message = match self.slip.kind {
            SlipKind::Value(why) => value_words(&show(text), why, &edits, forms),
            _ => message(&self.slip.kind, text, &edits, arrow),
        };
        let title = match self.slip.kind {
            SlipKind::Surplus { statement: true } => {
                format!("write {} in the next line", show(self.span.text(line)))
            }
            SlipKind::Parted | SlipKind::StatementOrListed => {
                "write each statement in a line of its own".to_owned()
            }
            SlipKind::NodeOrListed => format!("{}: one group", title(line, &edits)),
            SlipKind::PartedOrListed => "write each edge in a line of its own".to_owned(),
            _ => title(line, &edits),
        };
        let fix = (!edits.is_empty()).then_some(Fix { title, edits, safe: self.slip.safe });
        let edits = Slip::written(&self.slip.other, arrow);
        let title = self::title(line, &edits);
        let title = match self.slip.kind {
            SlipKind::PartedOrListed | SlipKind::Parted => format!("{title}: one edge, with a group in it"),
            SlipKind::StatementOrListed => format!("{title}: one list"),
            SlipKind::NodeOrListed => "write a line for each: an edge, and a node of its own".to_owned(),
            SlipKind::UnquotedTitle => "write each statement in a line of its own".to_owned(),
            _ => title,
        };
        let other = (!edits.is_empty()).then_some(Fix { title, edits, safe: false });
        Description { message, fix, other }
    }
}

impl Slip {
    /// The edits in the order of the line, with what they write.
    fn written(edits: &[Edit], arrow: Arrow) -> Vec<(Span, String)> {
        let mut edits: Vec<&Edit> = edits.iter().collect();
        edits.sort_by_key(|edit| edit.order());
        edits.into_iter().map(|edit| (edit.span, edit.new.text(arrow).into_owned())).collect()
    }
}

/// At most so many signs of the line are shown in a message.
const SHOWN_SIGNS_MAX: usize = 40;

/// A piece of the line as it can be shown: what is invisible by its number, what is long cut off.
fn show(text: &str) -> String {
    let text = text.trim_matches([' ', '\t']);
    if text.is_empty() {
        return "a blank".to_owned();
    }
    let mut shown = String::from("`");
    for (count, sign) in text.chars().enumerate() {
        if count == SHOWN_SIGNS_MAX {
            shown.push('…');
            break;
        }
        if sign.is_control() || crate::pieces::is_white(sign) || crate::pieces::is_invisible(sign) {
            shown.push_str(&code_point(sign));
        } else {
            shown.push(sign);
        }
    }
    shown.push('`');
    shown
}

fn code_point(sign: char) -> String {
    format!("U+{:04X}", u32::from(sign))
}

fn title(line: &str, edits: &[(Span, String)]) -> String {
    let Some((span, new)) = edits.first() else { return String::new() };
    let old = span.text(line);
    let same = edits.len() > 1 && edits.iter().all(|(other, text)| other.text(line) == old && text == new);
    let every = if same { "every " } else { "" };
    let mut title = match (old.is_empty(), new.is_empty()) {
        (true, _) => format!("insert {}", show(new)),
        (_, true) => format!("remove {every}{}", show(old)),
        _ => format!("replace {every}{} by {}", show(old), show(new)),
    };
    if edits.len() > 1 && !same {
        title.push_str(&format!(", and {} more", edits.len() - 1));
    }
    title
}

/// What the first edit writes.
fn written(edits: &[(Span, String)]) -> String {
    edits.first().map_or_else(|| "it".to_owned(), |(_, new)| show(new))
}

fn message(kind: &SlipKind, text: &str, edits: &[(Span, String)], arrow: Arrow) -> String {
    let here = show(text);
    match kind {
        SlipKind::White { sign } => white(*sign),
        SlipKind::Lookalike => format!("{here} looks like {new} but is another sign: write {new}", new = written(edits)),
        SlipKind::CommentSign => format!("a comment starts with `#`, not with {here}"),
        SlipKind::CommentInside => format!("{here} is no comment here: one starts with `#` and goes to the end of the line"),
        SlipKind::GluedComment => "`#` starts a comment even within a word: put a blank before it, or write a name with `#` in quotes".to_owned(),
        SlipKind::GluedName => format!("`#` starts a comment, so that the rest of the line is not read: a name like {here} is written in quotes"),
        SlipKind::Keyword { keyword, why } => keyword_words(&here, keyword, *why),
        SlipKind::Foreign(what) => foreign(&here, *what),
        SlipKind::LineLimit => "this line is longer than 1 MiB (1,048,576 bytes), the most a line may have: split it".to_owned(),
        SlipKind::Crowded => "this line can't be read, and has too many words to say which one is wrong: write it as several shorter lines".to_owned(),
        SlipKind::Unreadable => format!("{here} can't be read as a statement: write an edge like `a {} b`, or start the line with `game`, `nodes`, `ground`, `k`, `stones`, `round` or `expect`", arrow.text()),
        _ => string_words(kind, &here, edits).or_else(|| list_words(kind, &here, text, edits)).or_else(|| edge_words(kind, &here, arrow)).or_else(|| number_words(kind, &here, edits)).unwrap_or_else(|| statement_words(kind, &here)),
    }
}

fn white(sign: char) -> String {
    let name = match sign {
        '\u{3000}' => " (an ideographic space)",
        '\u{A0}' | '\u{202F}' => " (a no-break space)",
        '\u{200B}' => " (a zero-width space)",
        '\u{FEFF}' => " (a byte order mark)",
        '\u{AD}' => " (a soft hyphen)",
        '\u{0C}' => " (a form feed)",
        '\u{200C}' | '\u{200D}' => " (a joiner)",
        '\u{2028}' | '\u{2029}' | '\u{85}' => " (a line separator)",
        _ => "",
    };
    let code = code_point(sign);
    if crate::pieces::is_white(sign) {
        format!("{code}{name} is not a blank of this language: only a space or a tab parts words")
    } else {
        format!(
            "the invisible sign {code}{name} stands here: it would make two names that look the same differ, so take it out"
        )
    }
}

fn keyword_words(here: &str, keyword: &str, why: KeywordWhy) -> String {
    match why {
        KeywordWhy::Case => format!("{here} is not known: the word is written `{keyword}`"),
        KeywordWhy::Synonym => {
            format!("{here} is not a word of this language: here it is called `{keyword}`")
        }
        KeywordWhy::OneEdit => format!("{here} is not known: did you mean `{keyword}`?"),
    }
}

fn foreign(here: &str, what: ForeignWhat) -> String {
    match what {
        ForeignWhat::Start => format!(
            "{here} starts a graph in DOT or Mermaid: here a line `game KIND` starts one, and no brackets stand around it"
        ),
        ForeignWhat::Setting => format!(
            "{here} says in DOT or Mermaid how a graph looks: there is nothing like it here, so leave it out"
        ),
        ForeignWhat::End => {
            format!("{here} ends something in another language: here nothing needs an end, so leave it out")
        }
    }
}

fn string_words(kind: &SlipKind, here: &str, edits: &[(Span, String)]) -> Option<String> {
    Some(match kind {
        SlipKind::OpenString => {
            format!("the quote that opens {here} is never closed: write `\"` where the text ends")
        }
        SlipKind::Escape => {
            format!("in {here} a `\\` stands before a sign that needs none: `\\` itself is written `\\\\`")
        }
        SlipKind::CurlyQuotes => format!("{here} is not in straight quotes: write `\"` on both sides"),
        SlipKind::EmptyName => "`\"\"` names nothing: write the node's name between the quotes".to_owned(),
        SlipKind::NameLimit { bytes } => {
            format!("this name has {bytes} bytes, and a name may have 255 at most: shorten it")
        }
        SlipKind::QuotedWord => format!("{here} is a word of the language and stands without quotes"),
        SlipKind::UnquotedTitle => {
            format!("a title is written in quotes: {} rather than {here}", written(edits))
        }
        SlipKind::KindBehindTitle => format!("in {here} the kind of the game comes before its title"),
        SlipKind::NoKind { kinds } => no_kind(here, kinds),
        _ => return None,
    })
}

fn no_kind(here: &str, kinds: &[&str]) -> String {
    let kinds = kinds.iter().map(|kind| format!("`{kind}`")).collect::<Vec<_>>().join(", ");
    format!("the kind of the game is missing at {here}: behind `game` stands one of {kinds}")
}

fn list_words(kind: &SlipKind, here: &str, text: &str, edits: &[(Span, String)]) -> Option<String> {
    Some(match kind {
        SlipKind::ListSign => format!("blanks alone part the entries of a list: leave out {here}"),
        SlipKind::Surplus { statement: true } => {
            format!("{here} is a statement of its own: write it in the next line")
        }
        SlipKind::Surplus { statement: false } => format!(
            "the line should have ended before {here}: leave it out, or write `#` before it for a comment"
        ),
        SlipKind::QuoteName => quote_words(here, text, edits),
        SlipKind::Glued => format!("a blank must stand before {here}: entries that touch are not told apart"),
        SlipKind::Range(why) => range_words(here, *why),
        SlipKind::RangeDots => format!("a range is written with two dots, like `0..3`, not with {here}"),
        SlipKind::RangeSide => {
            format!("the range {here} lacks a side: it goes from one name to another, like `0..3`")
        }
        SlipKind::Attributes => {
            format!("{here} is an attribute of DOT: nodes and edges have none here, so leave it out")
        }
        SlipKind::NumberInEdge if text.contains('=') || text.len() > 1 => {
            format!("numbers stand in `stones`, not in a list of nodes: leave out {here} here")
        }
        SlipKind::NumberInEdge => {
            format!("{here} can't stand in a list of nodes: name the nodes, or write a range like `0..3`")
        }
        _ => return None,
    })
}

fn range_words(here: &str, why: BadRange) -> String {
    match why {
        BadRange::Quoted => {
            format!("{here} is no range: only bare names, without quotes, make one, like `v_1..v_4`")
        }
        BadRange::NoNumber => format!("{here} is no range: both names must end in a number, like `v_1..v_4`"),
        BadRange::Prefix => format!(
            "{here} is no range: the names must be equal but for the number at their end, like `v_1..v_4`"
        ),
        BadRange::Width => format!(
            "{here} is no range: with leading zeros both numbers must have equally many digits, like `01..12`"
        ),
        BadRange::Descending => {
            format!("{here} goes down: a range goes from the smaller number to the larger one")
        }
        BadRange::Limit => {
            format!("the numbers of {here} are too long: in a range they may have 18 digits at most")
        }
    }
}

fn edge_words(kind: &SlipKind, here: &str, arrow: Arrow) -> Option<String> {
    let arrow = arrow.text();
    Some(match kind {
        SlipKind::ArrowSign => format!("an arrow is written `{arrow}` here, not {here}"),
        SlipKind::TurnedArrow if arrow == "--" => {
            format!("an edge is written `--` and has no direction: {here} is not known")
        }
        SlipKind::TurnedArrow => {
            format!("arrows point to the right only: turn the sides round and write `->` rather than {here}")
        }
        SlipKind::BothWays if arrow == "--" => {
            format!("an edge is written `--` and goes both ways by itself: {here} is not known")
        }
        SlipKind::BothWays => {
            format!("an arrow points one way: for both ways write `a -> b -> a` rather than {here}")
        }
        SlipKind::MixedWays => format!(
            "the arrows of this line do not all point to the right: write the edge with {here} in a line of its own, from left to right"
        ),
        SlipKind::MissingArrow => format!(
            "{here} has no arrow: an edge is written `a {arrow} b`, or one of the words `nodes`, `ground`, `k`, `stones`, `expect` starts the line"
        ),
        SlipKind::LonelyName => format!(
            "{here} alone says nothing: write `a {arrow} b` for an edge, or `a {arrow}` for a node that leads nowhere"
        ),
        SlipKind::ColonArrow => format!("behind a node stands an arrow, `{arrow}`, not {here}"),
        SlipKind::MissingStones => {
            format!("numbers like this one at {here} stand in a line that starts with `stones`")
        }
        SlipKind::EqualSign => format!(
            "{here} gives a node a number, like `stones a=3`, and joins no two nodes: an edge is written `a {arrow} b`"
        ),
        SlipKind::Parted => {
            format!("a line holds one statement: write what stands behind {here} in the next line")
        }
        SlipKind::PartedOrListed => format!(
            "{here} may part two edges, or two nodes of one group: write a line for each edge, or leave it out"
        ),
        SlipKind::StatementOrListed => format!(
            "{here} may part two statements, or two entries of one list: write a line for each statement, or leave it out"
        ),
        SlipKind::NodeOrListed => format!(
            "{here} may part two nodes of one group, or an edge and a node of its own: leave it out, or write a line for each"
        ),
        SlipKind::EmptyGroup => format!("a node is missing before {here}: an edge is written `a {arrow} b`"),
        SlipKind::KeywordInGroup { drop: true } => format!(
            "the word {here} lists nodes and has no arrows: an edge stands in a line of its own, without the word"
        ),
        SlipKind::KeywordInGroup { drop: false } => {
            format!("{here} starts a line that has no arrows: a node of that name is written in quotes there")
        }
        SlipKind::StrayArrow => {
            format!("{here} can't stand here: this line lists nodes and numbers like `a=3`, not edges")
        }
        _ => return None,
    })
}

fn number_words(kind: &SlipKind, here: &str, edits: &[(Span, String)]) -> Option<String> {
    Some(match kind {
        SlipKind::Assign => {
            format!("{here} ties a number to a node by another sign than `=`: write it like `a=3`")
        }
        SlipKind::DoubledSign => format!("one `=` is enough between a node and its number: leave out {here}"),
        SlipKind::SecondNumber => format!("{here} gives a second number to one node: leave out one of them"),
        SlipKind::NoName => {
            format!("a name is missing before {here}: write `a=3` for one node, or `*=3` for every other one")
        }
        SlipKind::NoNumber(sort) => {
            format!("{} is missing behind {here}: write one like `a={}`", value_name(*sort), example(*sort))
        }
        SlipKind::NotANumber(sort) => {
            let why = match here.strip_prefix(['`', '"']).unwrap_or(here) {
                below if below.starts_with(['-', '−', '–']) => "is below 0",
                other if other.contains('.') && other.bytes().any(|byte| byte.is_ascii_digit()) => {
                    "is no whole number"
                }
                _ => "is not a number",
            };
            format!("{here} {why}: {} is written in digits, like `a={}`", value_name(*sort), example(*sort))
        }
        SlipKind::NumberForm => {
            format!("a number is written in the digits 0 to 9 alone: {} rather than {here}", written(edits))
        }
        SlipKind::NumberLimit { max } => format!("{here} is too large: the most is {max} here"),
        _ => return None,
    })
}

/// The last of them: it names every slip, so that none is left without words.
fn statement_words(kind: &SlipKind, here: &str) -> String {
    match kind {
        SlipKind::EmptyStatement => empty(here),
        SlipKind::DefaultStar => {
            format!("{here} names no node: the number of every node is written with `*`, like `*=2`")
        }
        SlipKind::KeywordSign => format!("a word of the language is followed by a blank, not by {here}"),
        SlipKind::Pairs => format!("the number of {here} is tied to it by `=`, like `a=3`, not by a blank"),
        SlipKind::NoForm { word } => format!(
            "`{word}` is missing before {here}: write `expect value 3` for the whole position, `expect sg a=3` for single nodes"
        ),
        SlipKind::NoExpectation => format!(
            "{here} is nothing to expect: behind `expect` stands `first`, `second`, `draw`, `value 3` or `sg a=3`"
        ),
        SlipKind::NoValue => format!("the value is missing behind {here}: write one like `expect value 3`"),
        // Said above.
        SlipKind::White { .. }
        | SlipKind::Lookalike
        | SlipKind::CommentSign
        | SlipKind::CommentInside
        | SlipKind::GluedComment
        | SlipKind::GluedName
        | SlipKind::Keyword { .. }
        | SlipKind::Foreign(_)
        | SlipKind::LineLimit
        | SlipKind::Crowded
        | SlipKind::Unreadable
        | SlipKind::OpenString
        | SlipKind::Escape
        | SlipKind::CurlyQuotes
        | SlipKind::EmptyName
        | SlipKind::NameLimit { .. }
        | SlipKind::QuotedWord
        | SlipKind::UnquotedTitle
        | SlipKind::KindBehindTitle
        | SlipKind::NoKind { .. }
        | SlipKind::Value(_)
        | SlipKind::ListSign
        | SlipKind::Surplus { .. }
        | SlipKind::Parted
        | SlipKind::PartedOrListed
        | SlipKind::StatementOrListed
        | SlipKind::NodeOrListed
        | SlipKind::QuoteName
        | SlipKind::Glued
        | SlipKind::Range(_)
        | SlipKind::RangeDots
        | SlipKind::RangeSide
        | SlipKind::NumberInEdge
        | SlipKind::Attributes
        | SlipKind::ArrowSign
        | SlipKind::TurnedArrow
        | SlipKind::BothWays
        | SlipKind::MixedWays
        | SlipKind::MissingArrow
        | SlipKind::LonelyName
        | SlipKind::ColonArrow
        | SlipKind::MissingStones
        | SlipKind::EqualSign
        | SlipKind::EmptyGroup
        | SlipKind::KeywordInGroup { .. }
        | SlipKind::StrayArrow
        | SlipKind::Assign
        | SlipKind::DoubledSign
        | SlipKind::SecondNumber
        | SlipKind::NoName
        | SlipKind::NoNumber(_)
        | SlipKind::NotANumber(_)
        | SlipKind::NumberForm
        | SlipKind::NumberLimit { .. } => format!("{here} can't be read"),
    }
}

fn value_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Stones => "the number of stones",
        Sort::K => "the K-value (how many stones a move puts down)",
        Sort::Sg => "the value of the node",
    }
}

fn example(sort: Sort) -> &'static str {
    match sort {
        Sort::Stones => "3",
        Sort::K => "2",
        Sort::Sg => "1",
    }
}

fn empty(here: &str) -> String {
    let example = match here.trim_matches('`') {
        "expect sg" => "`expect sg a=1`",
        start if start.starts_with("stones") => "`stones a b=3`",
        start if start.starts_with("nodes") => "`nodes a b`",
        start if start.starts_with("ground") => "`ground a`",
        start if start.starts_with('k') => "`k a=2 *=1`",
        _ => "`expect first`, `second`, `draw`, `value 3` or `sg a=1`",
    };
    format!("{here} says nothing yet: write something behind it, like {example}")
}

fn value_words(here: &str, why: ValueWhy, edits: &[(Span, String)], forms: Forms) -> String {
    let write = edits.first().map_or(String::new(), |(_, new)| format!(": write {}", show(new)));
    match why {
        ValueWhy::Unsettled => {
            "`?` stands for a value that could not be settled and can't be expected: write a value, or leave the line out"
                .to_owned()
        }
        ValueWhy::Braces => {
            format!("behind `inf` the values of the finite followers stand in braces, not as in {here}{write}")
        }
        ValueWhy::Ascending => format!("the numbers in {here} stand in ascending order, each once{write}"),
        ValueWhy::Order => format!("the terms of {here} go from the highest to the lowest, each once{write}"),
        ValueWhy::Form => format!("{here} is not the way in which this value is written{write}"),
        ValueWhy::Large => {
            format!("{here} is 2^64 or more, and such a value is written by its powers of two{write}")
        }
        ValueWhy::Exponent => {
            format!("an exponent in {here} is too large: the most is {} here", crate::large::EXPONENT_MAX)
        }
        ValueWhy::Number => {
            format!("a number in {here} is too large: it is written in decimal and must be below 2^64")
        }
        ValueWhy::Sum => {
            format!("{here} is no value of a single node: that is {}", forms.written(true))
        }
        ValueWhy::None { node } => format!("{here} is not a value: write {}", forms.written(node)),
    }
}

/// The first sign that keeps a name from being bare, and how the name is written.
fn quote_words(here: &str, text: &str, edits: &[(Span, String)]) -> String {
    let signs: Vec<char> = text.chars().collect();
    let is_sign = |at: usize| signs.get(at).is_some_and(|sign| crate::is_name_sign(*sign));
    let inner_dot =
        |at: usize| signs.get(at) == Some(&'.') && is_sign(at + 1) && at.checked_sub(1).is_some_and(is_sign);
    let sign = (0..signs.len()).find(|at| !is_sign(*at) && !inner_dot(*at)).and_then(|at| signs.get(at));
    let sign = sign.map_or_else(|| here.to_owned(), |sign| show(sign.encode_utf8(&mut [0; 4])));
    let place = if sign == "`.`" { " at its start or end" } else { "" };
    format!("a name with {sign}{place} is written in quotes: {} rather than {here}", written(edits))
}
