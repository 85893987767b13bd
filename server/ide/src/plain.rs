//! Our Markdown as plain text, for who shows none. It knows the marks that the reference and the hover write: emphasis,
//! code, blocks, and the line between two parts.

/// The text without its marks. What is code keeps every sign.
pub fn plain(markdown: &str) -> String {
    let mut plain = String::with_capacity(markdown.len());
    let mut in_block = false;
    let mut lines = markdown.trim().lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            in_block = !in_block;
        } else if in_block {
            plain.push_str(line);
            plain.push('\n');
        } else if line == "---" {
            lines.next_if(|line| line.is_empty());
        } else {
            inline(line, &mut plain);
            plain.push('\n');
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
}

/// A line without its marks.
fn inline(line: &str, plain: &mut String) {
    let mut rest = line;
    while let Some(at) = rest.find(['`', '*']) {
        let (before, marked) = rest.split_at(at);
        plain.push_str(before);
        let inner = marked.trim_start_matches('`');
        let (mark, _) = marked.split_at(marked.len() - inner.len());
        rest = if mark.is_empty() { marked.trim_start_matches('*') } else { inner };
        if let Some((code, behind)) = inner.split_once(mark).filter(|_| !mark.is_empty()) {
            // A name with backquotes stands apart from the longer ones around it.
            plain.push_str(if mark.len() > 1 { code.trim_matches(' ') } else { code });
            rest = behind;
        }
    }
    plain.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn marks_go_and_signs_stay() {
        for (markdown, right) in [
            ("**a** · Grundy value **2**", "a · Grundy value 2"),
            ("*Error.* The line cannot be `read`.", "Error. The line cannot be read."),
            ("**`\"a*b\"`** and `w^2*3`", "\"a*b\" and w^2*3"),
            ("`` \"a`b\" `` stays", "\"a`b\" stays"),
            ("one\n\n---\n\n`b` two\n", "one\n\nb two"),
            ("x\n\n```sgg\ngame dag\n  a -> \"*\"\n```\n\ny", "x\n\ngame dag\n  a -> \"*\"\n\ny"),
            ("", ""),
        ] {
            assert_eq!(plain(markdown), right, "{markdown}");
        }
    }
}
