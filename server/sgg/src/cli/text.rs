//! Text of a file on a terminal: how wide it is, and nothing in it that the terminal would obey.

use unicode_width::UnicodeWidthChar;

/// Tabs end at multiples of this.
const TAB_COLUMNS: usize = 4;

/// Adds a text as it is to be seen when it starts in a column, and returns the column behind it.
pub(crate) fn push_visible(into: &mut String, text: &str, mut column: usize) -> usize {
    if is_plain(text) {
        into.push_str(text);
        return column + text.len();
    }
    for sign in text.chars() {
        if sign == '\t' {
            let blanks = TAB_COLUMNS - column % TAB_COLUMNS;
            into.extend(std::iter::repeat_n(' ', blanks));
            column += blanks;
            continue;
        }
        let sign = visible(sign);
        into.push(sign);
        column += sign.width().unwrap_or(0);
    }
    column
}

/// A text as it is to be seen, alone.
pub(crate) fn visible_text(text: &str) -> String {
    let mut seen = String::with_capacity(text.len());
    push_visible(&mut seen, text, 0);
    seen
}

/// How many columns a text takes that starts in a column.
pub(crate) fn columns(text: &str, start: usize) -> usize {
    if is_plain(text) {
        return text.len();
    }
    text.chars().fold(start, |column, sign| match sign {
        '\t' => column + TAB_COLUMNS - column % TAB_COLUMNS,
        sign => column + visible(sign).width().unwrap_or(0),
    }) - start
}

/// Whether every byte is a sign of one column. Nearly every text is, and a long file has millions.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// A sign that a terminal shows and does not obey. Escapes could hide text or change the terminal; the signs that
/// turn the direction of writing could make a line look like another one.
pub(crate) fn visible(sign: char) -> char {
    match sign {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(sign)).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        sign => sign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_obeys_nothing() {
        assert_eq!(visible_text("a\u{1b}[31mb\r\u{202e}"), "a\u{241b}[31mb\u{240d}\u{fffd}");
    }

    #[test]
    fn tabs_and_wide_signs_take_columns() {
        assert_eq!(visible_text("a\tb"), "a   b");
        assert_eq!(columns("a\tb", 0), 5);
        assert_eq!(columns("\t", 3), 1);
        assert_eq!(columns("甲a", 0), 3);
    }
}
