//! SARIF 2.1.0, for tools that gather findings.
//!
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use super::{Checked, Counts, Report};
use crate::cli::input::{Fault, Input};
use crate::cli::output::Out;
use crate::cli::prose;
use crate::cli::spot::Spot;
use serde_json::{Value, json};
use sgg_ide::{Code, Diagnostic, Edit, Fix, Place, Severity, explain};
use sgg_model::Snapshot;
use std::fmt::Write as _;
use std::io::{self, Write};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

#[derive(Default)]
pub(super) struct Sarif {
    begun: bool,
    any: bool,
    notifications: Vec<Value>,
}

impl Sarif {
    fn begin(&mut self, out: &mut Out) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        write!(out, "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":")?;
        let driver = json!({
            "name": "sgg",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": Code::ALL.map(rule).to_vec(),
        });
        serde_json::to_writer(&mut *out, &json!({ "driver": driver }))?;
        out.write_all(b",\"columnKind\":\"unicodeCodePoints\",\"results\":[")
    }

    fn result(&mut self, out: &mut Out, result: &Value) -> io::Result<()> {
        if std::mem::replace(&mut self.any, true) {
            out.write_all(b",")?;
        }
        serde_json::to_writer(out, result)?;
        Ok(())
    }
}

impl Report for Sarif {
    fn file(&mut self, out: &mut Out, checked: &Checked<'_>) -> io::Result<()> {
        self.begin(out)?;
        let at = At { snapshot: &checked.snapshot, uri: uri(checked.input) };
        for diagnostic in &checked.diagnostics {
            self.result(out, &at.result(diagnostic))?;
        }
        if checked.more > 0 {
            let message = format!("… {} more in {}", checked.more, checked.input);
            self.notifications.push(json!({ "level": "note", "message": { "text": message } }));
        }
        if checked.unfinished {
            let message = format!("{}: {}", checked.input, super::UNFINISHED);
            self.notifications.push(json!({ "level": "warning", "message": { "text": message } }));
        }
        Ok(())
    }

    fn fault(&mut self, _out: &mut Out, fault: &Fault) -> io::Result<()> {
        let mut notification = json!({ "level": "error", "message": { "text": fault.to_string() } });
        if let (Some(input), Some(members)) = (&fault.input, notification.as_object_mut()) {
            let location = json!({ "physicalLocation": { "artifactLocation": { "uri": uri(input) } } });
            members.insert("locations".to_owned(), json!([location]));
        }
        self.notifications.push(notification);
        Ok(())
    }

    fn end(&mut self, out: &mut Out, _counts: &Counts) -> io::Result<()> {
        self.begin(out)?;
        let failed = self.notifications.iter().any(|note| note.get("level") == Some(&json!("error")));
        let invocation =
            json!({ "executionSuccessful": !failed, "toolExecutionNotifications": self.notifications });
        out.write_all(b"],\"invocations\":[")?;
        serde_json::to_writer(&mut *out, &invocation)?;
        out.write_all(b"]}]}\n")
    }
}

fn rule(code: Code) -> Value {
    let page = explain(code.as_str()).unwrap_or("");
    json!({
        "id": code.as_str(),
        "shortDescription": { "text": prose::first_sentence(page) },
        "help": { "text": sgg_ide::plain(page), "markdown": page },
        "defaultConfiguration": { "level": level(code.severity()) },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "note",
    }
}

/// The file that places are in.
struct At<'a> {
    snapshot: &'a Snapshot,
    uri: String,
}

impl At<'_> {
    fn result(&self, found: &Diagnostic) -> Value {
        let mut result = json!({
            "ruleId": found.code.as_str(),
            "ruleIndex": found.code as usize,
            "level": level(found.severity),
            "message": { "text": found.message },
            "locations": [{ "physicalLocation": self.location(&found.place) }],
        });
        let related: Vec<Value> = found
            .related
            .iter()
            .enumerate()
            .map(|(id, related)| {
                json!({
                    "id": id,
                    "physicalLocation": self.location(&related.place),
                    "message": { "text": related.message },
                })
            })
            .collect();
        if let Some(members) = result.as_object_mut() {
            if !related.is_empty() {
                members.insert("relatedLocations".to_owned(), Value::Array(related));
            }
            if let Some(fix) = found.fixes.first() {
                members.insert("fixes".to_owned(), json!([self.fix(fix)]));
            }
        }
        result
    }

    fn location(&self, place: &Place) -> Value {
        json!({ "artifactLocation": { "uri": self.uri }, "region": region(Spot::new(self.snapshot, place)) })
    }

    fn fix(&self, fix: &Fix) -> Value {
        let replacement = |edit: &Edit| {
            json!({
                "deletedRegion": region(Spot::of_edit(self.snapshot, edit)),
                "insertedContent": { "text": edit.resolve(&self.snapshot.text).1 },
            })
        };
        json!({
            "description": { "text": fix.title },
            "artifactChanges": [{
                "artifactLocation": { "uri": self.uri },
                "replacements": fix.edits.iter().map(replacement).collect::<Vec<_>>(),
            }],
        })
    }
}

fn region(spot: Spot) -> Value {
    let Spot { line, column, end_line, end_column } = spot;
    json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column })
}

/// A relative path is a relative reference; what an address can't hold is written by its bytes.
fn uri(input: &Input) -> String {
    let path = match input {
        Input::Stdin => return "stdin".to_owned(),
        Input::File(path) => path,
    };
    let mut uri = String::from(if path.is_absolute() { "file://" } else { "" });
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(char::from(*byte));
            }
            b'\\' if cfg!(windows) => uri.push('/'),
            byte => drop(write!(uri, "%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn a_path_is_an_address() {
        let of = |path: &str| uri(&Input::File(PathBuf::from(path)));
        assert_eq!(of("games/a b%.sgg"), "games/a%20b%25.sgg");
        assert_eq!(of("/tmp/ä.sgg"), "file:///tmp/%C3%A4.sgg");
    }
}
