//! The TextMate grammar's reading, by the library that VS Code uses.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::{Class, Classes, Lines};

/// The class of each byte of each line of each text.
pub fn textmate(texts: &[String]) -> Vec<Vec<Classes>> {
    let lines: Vec<Vec<&str>> = texts.iter().map(|text| lines(text)).collect();
    let mut node = Command::new("node")
        .arg(crate::root().join("tests/grammar/textmate.mjs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node runs");
    let mut input = node.stdin.take().expect("it is piped");
    let request = serde_json::to_string(&lines).expect("strings");
    let writer = std::thread::spawn(move || input.write_all(request.as_bytes()).expect("node reads"));
    let output = node.wait_with_output().expect("node ends");
    writer.join().expect("it does not panic");
    assert!(output.status.success(), "textmate.mjs failed; tests/grammar/run installs what it needs");
    let read: Vec<Vec<Vec<(usize, usize, String)>>> = parse(&output.stdout);
    assert_eq!(read.len(), texts.len());
    let by_text = read.iter().zip(&lines);
    by_text
        .map(|(read, lines)| read.iter().zip(lines).map(|(tokens, line)| classes(tokens, line)).collect())
        .collect()
}

fn lines(text: &str) -> Vec<&str> {
    Lines::of(text).ranges.into_iter().map(|line| &text[line]).collect()
}

fn parse(json: &[u8]) -> Vec<Vec<Vec<(usize, usize, String)>>> {
    serde_json::from_slice(json).expect("textmate.mjs writes tokens")
}

/// Tokens are counted in UTF-16 units.
fn classes(tokens: &[(usize, usize, String)], line: &str) -> Classes {
    let mut bytes = Vec::new();
    for (byte, sign) in line.char_indices() {
        bytes.extend(std::iter::repeat_n(byte, sign.len_utf16()));
    }
    bytes.push(line.len());
    let mut classes = vec![None; line.len()];
    for (start, end, scope) in tokens {
        let (start, end) = (bytes[*start], bytes[(*end).min(bytes.len() - 1)]);
        classes[start..end].fill(class(scope));
    }
    classes
}

/// A class has one scope, but for what is declared and what is quoted: another one would have another colour.
fn class(scope: &str) -> Option<Class> {
    let scopes = [
        ("keyword.control.sgg", Class::Keyword),
        ("entity.name.type.kind.sgg", Class::Kind),
        ("string.quoted.double.title.sgg", Class::Title),
        ("variable.other.node.sgg", Class::Node),
        ("variable.other.node.quoted.sgg", Class::Node),
        ("entity.name.function.node.sgg", Class::Node),
        ("entity.name.function.node.quoted.sgg", Class::Node),
        ("constant.numeric.sgg", Class::Number),
        ("keyword.operator.sgg", Class::Operator),
        ("comment.line.number-sign.sgg", Class::Comment),
    ];
    if scope.is_empty() {
        return None;
    }
    let found = scopes.iter().find(|(name, _)| scope == *name);
    Some(found.unwrap_or_else(|| panic!("the class of the scope {scope}?")).1)
}
