//! The reference's Markdown as text for a terminal.

use super::output::Paint;
use super::style;
use super::text::columns;

/// What a page says first.
pub(crate) fn first_sentence(page: &str) -> String {
    let paragraph = first_paragraph(page);
    let end = paragraph.find(". ").map_or(paragraph.len(), |at| at + 1);
    paragraph.get(..end).unwrap_or("").to_owned()
}

/// A page's first paragraph in one line, without its mark of severity.
pub(crate) fn first_paragraph(page: &str) -> String {
    let paragraph = page.trim().split("\n\n").next().unwrap_or("");
    let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.strip_prefix('*').and_then(|rest| rest.split_once("* ")) {
        Some((_, rest)) => rest.to_owned(),
        None => text,
    }
}

/// The first block of `sgg` that stands for itself: not one that fails.
pub(crate) fn example(page: &str) -> Option<&str> {
    let (_, behind) = page.split_once("```sgg\n")?;
    behind.split_once("```").map(|(block, _)| block)
}

/// A page as a person reads it: paragraphs filled to a width, blocks indented, marks as colours.
pub(crate) fn render(page: &str, paint: Paint, width: usize) -> String {
    let mut writer = Writer { out: String::new(), paint, width };
    let mut lines = page.trim().lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(mark) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            writer.block(mark, &block);
        } else if line.starts_with('|') {
            let mut rows = vec![line];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(row);
            }
            writer.table(&rows);
        } else if line.trim().is_empty() {
            writer.out.push('\n');
        } else {
            let mut words: Vec<&str> = line.split_whitespace().collect();
            let in_paragraph =
                |line: &&str| !line.trim().is_empty() && !line.starts_with('|') && !line.starts_with("```");
            while let Some(next) = lines.next_if(in_paragraph) {
                words.extend(next.split_whitespace());
            }
            writer.paragraph(&words);
        }
    }
    writer.out
}

/// Words in lines of some width, all but the first indented.
pub(crate) fn filled<'a>(words: impl Iterator<Item = &'a str>, width: usize, indent: usize) -> String {
    let mut filled = String::new();
    let mut column = indent;
    for word in words {
        let wide = columns(word, 0);
        if !filled.is_empty() && column + 1 + wide > width {
            filled.push('\n');
            filled.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if !filled.is_empty() {
            filled.push(' ');
            column += 1;
        }
        filled.push_str(word);
        column += wide;
    }
    filled
}

/// A message in lines of some width, broken at blanks: within code only where it is wider than a line.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    let mut words: Vec<&str> = Vec::new();
    let (mut start, mut code) = (0, false);
    let ends = text.char_indices().filter(|(_, sign)| {
        code ^= *sign == '`';
        *sign == ' ' && !code
    });
    for end in ends.map(|(at, _)| at).chain([text.len()]) {
        let word = text.get(start..end).unwrap_or("");
        start = end + 1;
        match columns(word, 0) > width {
            true => words.extend(word.split(' ')),
            false => words.push(word),
        }
    }
    filled(words.into_iter(), width, 0)
}

struct Writer {
    out: String,
    paint: Paint,
    width: usize,
}

impl Writer {
    fn block(&mut self, mark: &str, lines: &[&str]) {
        let mut words = mark.split_whitespace();
        let fails = words.next() == Some("sgg") && words.next() == Some("fails");
        if fails {
            self.out.push_str(&format!("    {}\n", self.paint.text(style::DIM, "# gives this diagnostic")));
        }
        for line in lines {
            let indented = format!("    {}", self.paint.text(style::CODE, line));
            self.out.push_str(indented.trim_end());
            self.out.push('\n');
        }
    }

    fn paragraph(&mut self, words: &[&str]) {
        self.inline(&filled(words.iter().copied(), self.width, 0));
        self.out.push('\n');
    }

    /// Rows with their cells below each other. The line under the head is only the head's mark.
    fn table(&mut self, rows: &[&str]) {
        let rows: Vec<Vec<&str>> = rows.iter().filter(|row| !is_rule(row)).map(|row| cells(row)).collect();
        let count = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width_of =
            |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| columns(cell, 0)).max();
        let widths: Vec<usize> = (0..count).map(|at| width_of(at).unwrap_or(0)).collect();
        for row in &rows {
            self.out.push_str("    ");
            for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
                self.inline(cell);
                if at + 1 < row.len() {
                    self.out.extend(std::iter::repeat_n(' ', width - columns(cell, 0) + 2));
                }
            }
            self.out.push('\n');
        }
    }

    /// Code keeps its quotes, which tell it apart where there are no colours.
    fn inline(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find(['`', '*']) {
            let (before, marked) = rest.split_at(at);
            self.out.push_str(before);
            let (mark, style) =
                if marked.starts_with('`') { ("`", style::CODE) } else { ("*", style::EMPHASIS) };
            let inner = marked.get(1..).unwrap_or("");
            let end = inner.find(mark).filter(|end| *end > 0 && !inner.starts_with(char::is_whitespace));
            let Some((word, behind)) = end.map(|end| inner.split_at(end)) else {
                self.out.push_str(mark);
                rest = inner;
                continue;
            };
            match mark {
                "`" => self.out.push_str(&self.paint.text(style, format_args!("`{word}`")).to_string()),
                _ => self.out.push_str(&self.paint.text(style, word).to_string()),
            }
            rest = behind.get(1..).unwrap_or("");
        }
        self.out.push_str(rest);
    }
}

fn is_rule(row: &str) -> bool {
    row.chars().all(|sign| matches!(sign, '|' | '-' | ':' | ' '))
}

/// The cells of a row; a `|` within code is none of its borders.
fn cells(row: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    let mut start = 1;
    let (mut code, mut escaped) = (false, false);
    for (at, sign) in row.char_indices().skip(1) {
        match sign {
            '`' => code = !code,
            '|' if !code && !escaped => {
                cells.push(row.get(start..at).unwrap_or("").trim());
                start = at + 1;
            }
            _ => {}
        }
        escaped = sign == '\\';
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_filled_and_its_blocks_are_indented() {
        let page = "*Error.* The line cannot\nbe `read`.\n\n```sgg fails\ngame dag\n```\n\n| a | `|` |\n|---|---|\n| bc | d |\n";
        let text = render(page, Paint { colours: false }, 20);
        assert_eq!(
            text,
            "Error. The line\ncannot be `read`.\n\n    # gives this diagnostic\n    game dag\n\n    a   `|`\n    bc  d\n"
        );
        assert_eq!(first_sentence(page), "The line cannot be `read`.");
    }

    #[test]
    fn a_message_is_broken_at_blanks_and_code_stays_together() {
        let text = "write `game dag` above it, or `a -> b c d e f g h i j` below";
        let lines = "write\n`game dag`\nabove it, or\n`a -> b c d e\nf g h i j`\nbelow";
        assert_eq!(wrapped(text, 13), lines);
        assert_eq!(wrapped(text, 80), text);
        assert_eq!(wrapped("a ` b  c", 4), "a `\nb  c");
        assert_eq!(wrapped("averylongword `甲乙丙 丁` x", 10), "averylongword\n`甲乙丙\n丁` x");
    }

    #[test]
    fn the_example_is_one_that_checks_clean() {
        assert_eq!(example("x\n```sgg fails\nno\n```\n\n```sgg\nyes\n```\n"), Some("yes\n"));
    }
}
