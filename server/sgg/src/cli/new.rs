//! `sgg new`: a game to start from. It is the example of the kind's page, with what the page says of the rule as
//! a comment: a new kind of game has its template with its page.

use super::args::New;
use super::input::{Fault, Input, What};
use super::output::{Out, Say, say};
use super::prose;
use super::{Exit, Outcome, complain};
use sgg_game::{KINDS, kind_named};
use sgg_ide::explain;
use sgg_syntax::near;
use std::fs::OpenOptions;
use std::io::{self, Write};

/// Comments are filled to so many columns.
const WIDTH: usize = 78;

pub(crate) fn run(arguments: &New) -> Outcome {
    let Some(kind) = kind_named(&arguments.kind) else {
        let names = || KINDS.iter().map(|kind| kind.name);
        let kinds = names().collect::<Vec<_>>().join(", ");
        match near(&arguments.kind, names()) {
            Some(near) => say(
                Say::Error,
                format_args!(
                    "there is no kind `{}`; did you mean `{near}`? There are {kinds}",
                    arguments.kind
                ),
            ),
            None => say(Say::Error, format_args!("there is no kind `{}`; there are {kinds}", arguments.kind)),
        }
        return Ok(Exit::Failed);
    };
    let text = template(kind.name);
    if let Some(Input::File(path)) = arguments.file.as_deref().map(Input::named) {
        let created = OpenOptions::new().write(true).create_new(true).open(&path);
        if let Err(error) = created.and_then(|mut file| file.write_all(text.as_bytes())) {
            let what = match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    What::Words("it exists already, so nothing is written to it".to_owned())
                }
                io::ErrorKind::NotFound => What::Words("there is no such folder to write it to".to_owned()),
                _ => What::Io(error),
            };
            complain(&Fault { input: Some(Input::File(path)), what });
            return Ok(Exit::Failed);
        }
        return Ok(Exit::Clean);
    }
    let mut out = Out::lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Clean)
}

fn template(kind: &str) -> String {
    let page = explain(kind).unwrap_or("");
    let mut text = String::new();
    comment(&mut text, &prose::first_paragraph(page));
    comment(&mut text, &format!("`sgg explain {kind}` tells more."));
    text.push_str(prose::example(page).unwrap_or(""));
    text
}

fn comment(text: &mut String, sentence: &str) {
    let mut column = 0;
    for word in sentence.split_whitespace() {
        let width = word.chars().count();
        if column == 0 || column + 1 + width > WIDTH {
            text.push_str(if column == 0 { "#" } else { "\n#" });
            column = 1;
        }
        text.push(' ');
        text.push_str(word);
        column += 1 + width;
    }
    text.push('\n');
}
