//! A line cut into pieces, whatever stands in it: signs that look like the language's own are taken as these, and
//! noted where they are other signs.

use crate::{Arrow, Span, is_name_sign};

/// What a piece is, or looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Signs of a name, with inner dots.
    Word,
    /// A string.
    Text(Text),
    /// An arrow.
    Arrow(Arrow),
    /// Something that is drawn like an arrow.
    Looks(Way),
    /// A `-` that touches something.
    Dash,
    /// `..`, `...`, `…`
    Dots,
    /// `=`
    Equal,
    /// `:`
    Colon,
    /// `*`
    Star,
    /// `,` and its kin
    Separator,
    /// `(`, `[`, `{`
    Open(char),
    /// `)`, `]`, `}`, named by its other half
    Close(char),
    /// Any other sign.
    Sign(char),
}

/// The state of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    /// As it should be.
    Good,
    /// A `\` stands before another sign than `"` and `\`.
    Escape,
    /// One of its quotes, or both, are curly or otherwise foreign.
    Curly,
    /// It has no closing quote.
    Open,
}

/// Where something arrow-like points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Forward,
    Back,
    Both,
    /// `-`, `---`: nowhere.
    Plain,
}

/// A piece of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    /// Blanks or the line's start stand before it.
    pub(crate) gap: bool,
    /// How many gaps there are up to here: equal where no blank stands between.
    pub(crate) stretch: u32,
    /// How many `=` stand before it.
    pub(crate) equals: u32,
    /// The index of the other bracket; its own where it has none.
    pub(crate) partner: usize,
}

/// A single sign that must be another one, or not be there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Low {
    pub(crate) sort: LowSort,
    pub(crate) span: Span,
    pub(crate) new: &'static str,
}

/// Sorts of single signs that are mended on their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LowSort {
    /// A white or invisible sign that is no blank.
    White(char),
    /// A sign that looks like one of ASCII.
    Lookalike,
    /// A sign that starts comments elsewhere.
    CommentSign,
    /// `/* … */` before something else.
    CommentInside,
}

/// A line in pieces.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) comment: Option<Span>,
    /// In the order of the line.
    pub(crate) lows: Vec<Low>,
    /// The line has more pieces than are looked at.
    pub(crate) crowded: bool,
}

/// More pieces than these are not looked at: each may need an edit, and a line is read again at every keystroke.
const PIECES_MAX: usize = 1 << 17;

impl Pieces {
    /// All pieces.
    pub(crate) fn cut(line: &str) -> Self {
        Pieces::cut_until(line, usize::MAX)
    }

    /// The pieces, if there are not too many.
    pub(crate) fn cut_start(line: &str) -> Self {
        Pieces::cut_until(line, PIECES_MAX)
    }

    fn cut_until(line: &str, pieces_max: usize) -> Self {
        let mut cutter = Cutter {
            line,
            at: 0,
            gap: true,
            stretch: 0,
            equals: 0,
            brackets: Vec::new(),
            unclosed: false,
            out: Pieces::default(),
        };
        while let Some(sign) = cutter.sign() {
            if cutter.out.pieces.len().max(cutter.out.lows.len()) == pieces_max {
                cutter.out.crowded = true;
                break;
            }
            if !cutter.skip(sign) {
                cutter.piece(sign);
            }
        }
        cutter.out
    }
}

struct Cutter<'a> {
    line: &'a str,
    at: usize,
    gap: bool,
    stretch: u32,
    equals: u32,
    brackets: Vec<usize>,
    /// No `"` from here on can close a string. A quote is looked for through the rest of the line once, not once for
    /// each string that a foreign quote closes.
    unclosed: bool,
    out: Pieces,
}

impl Cutter<'_> {
    fn rest(&self) -> &str {
        self.line.get(self.at..).unwrap_or("")
    }

    fn sign(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn sign_after(&self, sign: char) -> Option<char> {
        self.rest().chars().nth(1).filter(|_| self.rest().starts_with(sign))
    }

    fn low(&mut self, sort: LowSort, start: usize, new: &'static str) {
        self.out.lows.push(Low { sort, span: Span::new(start, self.at), new });
    }

    fn blank(&mut self) {
        self.gap = true;
        self.stretch += 1;
    }

    /// Moves over blanks, invisible signs and comments.
    fn skip(&mut self, sign: char) -> bool {
        let start = self.at;
        match sign {
            ' ' | '\t' => {
                self.at += 1;
                self.blank();
            }
            '#' | '＃' | '/' | '%' => return self.comment(sign),
            '\u{200C}' | '\u{200D}' if !self.gap && self.joins(sign) => return false,
            _ if is_white(sign) => {
                self.at += sign.len_utf8();
                self.low(LowSort::White(sign), start, " ");
                self.blank();
            }
            _ if is_invisible(sign) => {
                self.at += sign.len_utf8();
                self.low(LowSort::White(sign), start, "");
            }
            _ => return false,
        }
        true
    }

    /// A joiner that something visible follows.
    fn joins(&self, sign: char) -> bool {
        self.sign_after(sign).is_some_and(|next| !next.is_whitespace() && !is_invisible(next) && next != '#')
    }

    fn comment(&mut self, sign: char) -> bool {
        let start = self.at;
        let rest = self.rest();
        let sort = match sign {
            '#' | '＃' => LowSort::Lookalike,
            '%' if self.gap => LowSort::CommentSign,
            '/' if self.gap && (rest.starts_with("//") || rest.starts_with("/*")) => LowSort::CommentSign,
            _ => return false,
        };
        if rest.starts_with("/*") {
            return self.block_comment();
        }
        self.at += if sign == '/' { 2 } else { sign.len_utf8() };
        if sign != '#' {
            self.low(sort, start, if self.gap { "#" } else { " #" });
        }
        self.at = self.line.len();
        self.out.comment = Some(Span::new(start, self.at));
        true
    }

    fn block_comment(&mut self) -> bool {
        let start = self.at;
        let closed = self.rest().find("*/").map(|length| start + length);
        let behind = closed.and_then(|end| self.line.get(end + 2..)).unwrap_or("");
        // From the front alone: the end of the line is as far from every comment.
        if let Some(end) = closed.filter(|_| !behind.trim_start().is_empty()) {
            self.at = end + 2;
            self.low(LowSort::CommentInside, start, "");
            return true;
        }
        self.at = start + 2;
        self.low(LowSort::CommentSign, start, "#");
        if let Some(end) = closed {
            let text_end = start + 2 + self.line.get(start + 2..end).map_or(0, |text| text.trim_end().len());
            self.at = self.line.len();
            self.low(LowSort::CommentSign, text_end.max(start + 2), "");
        }
        self.at = self.line.len();
        self.out.comment = Some(Span::new(start, self.at));
        true
    }

    fn push(&mut self, kind: Kind, start: usize) {
        if !self.gap && self.merges(kind) {
            return;
        }
        let index = self.out.pieces.len();
        let mut partner = index;
        match kind {
            Kind::Open(_) => self.brackets.push(index),
            Kind::Close(shape) => {
                if let Some(open) = self.brackets.last().and_then(|open| self.out.pieces.get_mut(*open)) {
                    if open.kind == Kind::Open(shape) {
                        open.partner = index;
                        partner = self.brackets.pop().unwrap_or(index);
                    }
                }
            }
            _ => {}
        }
        let (gap, stretch, equals) = (self.gap, self.stretch, self.equals);
        self.out.pieces.push(Piece { kind, span: Span::new(start, self.at), gap, stretch, equals, partner });
        self.equals += u32::from(kind == Kind::Equal);
        self.gap = false;
    }

    /// Arrows that touch are one: `-→`, `->>-`. A `-` before a name belongs to that: `a->-1`.
    fn merges(&mut self, kind: Kind) -> bool {
        let dash = kind == Kind::Dash && !self.sign().is_some_and(|next| is_name_sign(next) || next == '"');
        if !dash && !matches!(kind, Kind::Arrow(_) | Kind::Looks(_)) {
            return false;
        }
        let Some(last) = self.out.pieces.last_mut() else { return false };
        let before = match last.kind {
            Kind::Looks(way) => way,
            Kind::Arrow(Arrow::Arc) => Way::Forward,
            Kind::Arrow(Arrow::Edge) => Way::Plain,
            Kind::Dash if !dash => return self.merges_dash(kind),
            _ => return false,
        };
        let both = before == Way::Back && matches!(kind, Kind::Arrow(Arrow::Arc) | Kind::Looks(Way::Forward));
        last.kind = Kind::Looks(if both { Way::Both } else { before });
        last.span.end = Span::new(self.at, self.at).end;
        true
    }

    /// A `-` before an arrow that it touches.
    fn merges_dash(&mut self, kind: Kind) -> bool {
        let Some(last) = self.out.pieces.last_mut() else { return false };
        last.kind = match kind {
            Kind::Arrow(_) => Kind::Looks(Way::Forward),
            other => other,
        };
        last.span.end = Span::new(self.at, self.at).end;
        true
    }

    fn piece(&mut self, sign: char) {
        let start = self.at;
        if is_name_sign(sign) || matches!(sign, '’' | '‘') {
            return self.word();
        }
        let ascii = ascii(sign);
        let kind = match ascii {
            '"' => return self.text(sign),
            '-' | '=' | '>' | '<' => return self.arrow_like(),
            '→' => Kind::Looks(Way::Forward),
            '←' => Kind::Looks(Way::Back),
            '↔' => Kind::Looks(Way::Both),
            '.' | '…' => return self.dots(),
            ':' if self.sign_after(sign).is_some_and(|next| self::ascii(next) == '=') => {
                self.at += sign.len_utf8() + self.sign_after(sign).map_or(0, char::len_utf8);
                self.low(LowSort::Lookalike, start, "=");
                return self.push(Kind::Equal, start);
            }
            ':' => Kind::Colon,
            '*' => Kind::Star,
            ',' | ';' | '&' => Kind::Separator,
            '(' | '[' | '{' => Kind::Open(ascii),
            ')' => Kind::Close('('),
            ']' => Kind::Close('['),
            '}' => Kind::Close('{'),
            _ => Kind::Sign(ascii),
        };
        self.at += sign.len_utf8();
        if ascii != sign && !matches!(kind, Kind::Looks(_) | Kind::Separator) {
            self.low(LowSort::Lookalike, start, ascii_text(ascii));
        }
        self.push(kind, start);
    }

    fn word(&mut self) {
        let start = self.at;
        while let Some(sign) = self.sign() {
            let before = self.at;
            if is_name_sign(sign) {
                self.at += sign.len_utf8();
            } else if matches!(sign, '’' | '‘') {
                self.at += sign.len_utf8();
                self.low(LowSort::Lookalike, before, "'");
            } else if sign == '.' && self.sign_after('.').is_some_and(is_name_sign) {
                self.at += 1;
            } else if is_invisible(sign)
                && !matches!(sign, '\u{200C}' | '\u{200D}')
                && self.sign_after(sign).is_some_and(is_name_sign)
            {
                self.at += sign.len_utf8();
                self.low(LowSort::White(sign), before, "");
            } else {
                break;
            }
        }
        self.push(Kind::Word, start);
    }

    fn text(&mut self, quote: char) {
        let start = self.at;
        let inner = start + quote.len_utf8();
        if quote == '"' && !self.unclosed {
            if let Some((length, escapes)) = closing_quote(self.line.get(inner..).unwrap_or("")) {
                self.at = inner + length + 1;
                return self.push(Kind::Text(if escapes { Text::Escape } else { Text::Good }), start);
            }
            self.unclosed = true;
        }
        let mut signs = self.line.get(inner..).unwrap_or("").char_indices();
        let state = match signs.find(|(_, sign)| ascii(*sign) == '"' && (quote != '"' || *sign != '"')) {
            Some((length, close)) => {
                self.at = inner + length + close.len_utf8();
                Text::Curly
            }
            None => {
                self.at = self.line.len();
                Text::Open
            }
        };
        self.push(Kind::Text(state), start);
    }

    fn arrow_like(&mut self) {
        let start = self.at;
        let first = self.sign().map_or(' ', ascii);
        let mut dashes = 0;
        let mut last = first;
        while let Some(sign) = self.sign() {
            let sign_ascii = ascii(sign);
            let goes_on = match sign_ascii {
                '-' => last != '>' && (first != '=' || last == '-'),
                '=' => last != '>' && first != '-',
                '<' => last == '<',
                '>' => true,
                _ => false,
            };
            if !goes_on {
                break;
            }
            dashes += usize::from(sign_ascii == '-');
            last = sign_ascii;
            self.at += sign.len_utf8();
        }
        let text = self.line.get(start..self.at).unwrap_or("");
        let kind = match (first, last) {
            _ if text == "->" => Kind::Arrow(Arrow::Arc),
            _ if text == "--" => Kind::Arrow(Arrow::Edge),
            ('<', '>') => Kind::Looks(Way::Both),
            ('<', _) => Kind::Looks(Way::Back),
            (_, '>') => Kind::Looks(Way::Forward),
            ('=', _) => Kind::Equal,
            _ if dashes > 1 => Kind::Looks(Way::Plain),
            _ if self.gap && self.sign().is_none_or(|next| matches!(next, ' ' | '\t') || is_white(next)) => {
                Kind::Looks(Way::Plain)
            }
            _ => Kind::Dash,
        };
        let new = match kind {
            Kind::Equal if text != "=" => Some("="),
            Kind::Dash if text != "-" => Some("-"),
            _ => None,
        };
        if let Some(new) = new {
            self.low(LowSort::Lookalike, start, new);
        }
        self.push(kind, start);
    }

    fn dots(&mut self) {
        let start = self.at;
        let length: usize = self
            .rest()
            .chars()
            .take_while(|sign| matches!(ascii(*sign), '.' | '…'))
            .map(char::len_utf8)
            .sum();
        self.at += length;
        let text = self.line.get(start..self.at).unwrap_or("");
        let kind = match text {
            "." => Kind::Sign('.'),
            "．" => {
                self.low(LowSort::Lookalike, start, ".");
                Kind::Sign('.')
            }
            _ => Kind::Dots,
        };
        self.push(kind, start);
    }
}

/// How long the text is up to the closing quote, and whether a `\` stands before a sign that needs none.
fn closing_quote(text: &str) -> Option<(usize, bool)> {
    let mut escapes = false;
    let mut signs = text.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '"' => return Some((at, escapes)),
            '\\' => escapes |= !matches!(signs.next()?.1, '"' | '\\'),
            _ => {}
        }
    }
    None
}

/// The sign of ASCII (or the one that stands for its kin) that this one looks like.
pub(crate) fn ascii(sign: char) -> char {
    match sign {
        '\0'..='\x7f' => sign,
        '“' | '”' | '„' | '‟' | '«' | '»' | '＂' | '「' | '」' | '『' | '』' | '″' => '"',
        '‘' | '’' | '‛' | '′' => '\'',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '⸺' | '⸻' | '─' | '━' => '-',
        '→' | '⇒' | '⟶' | '⟹' | '➔' | '➜' | '➝' | '➞' | '➡' | '↦' | '⇨' | '▶' | '►' | '⭢' | '￫' => {
            '→'
        }
        '←' | '⇐' | '⟵' | '⟸' | '⬅' | '⇦' | '⭠' => '←',
        '↔' | '⇔' | '⟷' | '⟺' | '⇄' | '⇆' => '↔',
        '…' | '‥' | '⋯' => '…',
        '、' | '。' | '､' | '｡' | '،' | '﹐' | '﹑' => ',',
        '؛' => ';',
        '∶' | '﹕' => ':',
        '×' | '∗' | '⋅' | '∙' | '•' | '✕' | '✖' | '⨯' => '*',
        '【' | '〔' => '[',
        '】' | '〕' => ']',
        '！'..='～' if !is_name_sign(sign) => {
            u32::from(sign).checked_sub(0xFEE0).and_then(char::from_u32).unwrap_or(sign)
        }
        _ => sign,
    }
}

fn ascii_text(sign: char) -> &'static str {
    const SIGNS: &str = "!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~";
    SIGNS.find(sign).and_then(|at| SIGNS.get(at..=at)).unwrap_or("")
}

/// White, and no blank of the language.
pub(crate) fn is_white(sign: char) -> bool {
    !matches!(sign, ' ' | '\t') && (sign.is_whitespace() || matches!(sign, '\x0b' | '\x0c' | '\u{2800}'))
}

/// Whether a sign takes no room: it has no business outside of strings and comments.
pub fn is_invisible(sign: char) -> bool {
    match sign {
        '\0'..='\x7f' => sign.is_ascii_control() && !matches!(sign, '\t' | '\n' | '\r' | '\x0b' | '\x0c'),
        '\u{80}'..='\u{9f}' => sign != '\u{85}',
        '\u{AD}'
        | '\u{61C}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' => true,
        '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0001}'..='\u{E007F}' => true,
        _ => false,
    }
}
