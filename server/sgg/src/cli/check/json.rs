//! One object, as grammar/reference.md documents it. Written while the files are checked.

use super::{Checked, Counts, Report};
use crate::cli::input::Fault;
use crate::cli::output::Out;
use crate::cli::spot::Spot;
use serde::Serialize;
use sgg_ide::{Diagnostic, Edit, Related};
use sgg_model::Snapshot;
use std::io::{self, Write};

#[derive(Default)]
pub(super) struct Json {
    begun: bool,
    unread: Vec<Unread>,
}

#[derive(Serialize)]
struct Unread {
    path: Option<String>,
    message: String,
}

#[derive(Serialize)]
struct FileJson<'a> {
    path: String,
    diagnostics: Vec<DiagnosticJson<'a>>,
    more: usize,
    fixed: Vec<FixedJson<'a>>,
    unfinished: bool,
}

#[derive(Serialize)]
struct DiagnosticJson<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    #[serde(flatten)]
    spot: Spot,
    related: Vec<RelatedJson<'a>>,
    fix: Option<FixJson<'a>>,
}

#[derive(Serialize)]
struct RelatedJson<'a> {
    message: &'a str,
    #[serde(flatten)]
    spot: Spot,
}

#[derive(Serialize)]
struct FixJson<'a> {
    title: &'a str,
    safe: bool,
    edits: Vec<EditJson>,
}

#[derive(Serialize)]
struct EditJson {
    text: String,
    #[serde(flatten)]
    spot: Spot,
}

#[derive(Serialize)]
struct FixedJson<'a> {
    line: usize,
    title: &'a str,
}

impl Json {
    /// What stands before a file's object.
    fn begin(&mut self, out: &mut Out) -> io::Result<()> {
        let first = !std::mem::replace(&mut self.begun, true);
        out.write_all(if first { b"{\"files\":[" } else { b"," })
    }
}

impl Report for Json {
    fn file(&mut self, out: &mut Out, checked: &Checked<'_>) -> io::Result<()> {
        self.begin(out)?;
        let snapshot = &*checked.snapshot;
        let file = FileJson {
            path: checked.input.name().into_owned(),
            diagnostics: checked.diagnostics.iter().map(|found| diagnostic(snapshot, found)).collect(),
            more: checked.more,
            fixed: checked
                .mended
                .iter()
                .map(|done| FixedJson { line: done.line, title: &done.title })
                .collect(),
            unfinished: checked.unfinished,
        };
        serde_json::to_writer(out, &file)?;
        Ok(())
    }

    fn fault(&mut self, _out: &mut Out, fault: &Fault) -> io::Result<()> {
        let path = fault.input.as_ref().map(|input| input.name().into_owned());
        self.unread.push(Unread { path, message: fault.to_string() });
        Ok(())
    }

    fn end(&mut self, out: &mut Out, counts: &Counts) -> io::Result<()> {
        if !self.begun {
            self.begin(out)?;
        }
        out.write_all(b"],\"unread\":")?;
        serde_json::to_writer(&mut *out, &self.unread)?;
        out.write_all(b",\"summary\":")?;
        serde_json::to_writer(&mut *out, counts)?;
        out.write_all(b"}\n")
    }
}

fn diagnostic<'a>(snapshot: &Snapshot, found: &'a Diagnostic) -> DiagnosticJson<'a> {
    let related = |related: &'a Related| RelatedJson {
        message: &related.message,
        spot: Spot::new(snapshot, &related.place),
    };
    let edit =
        |edit: &Edit| EditJson { text: edit.resolve(&snapshot.text).1, spot: Spot::of_edit(snapshot, edit) };
    DiagnosticJson {
        code: found.code.as_str(),
        severity: found.severity.as_str(),
        message: &found.message,
        spot: Spot::new(snapshot, &found.place),
        related: found.related.iter().map(related).collect(),
        fix: found.fixes.first().map(|fix| FixJson {
            title: &fix.title,
            safe: fix.safe,
            edits: fix.edits.iter().map(edit).collect(),
        }),
    }
}
