//! Standard output and standard error, with colours where they are wanted.
//!
//! Nothing here panics when nobody reads any more: writing gives an error, and a broken pipe ends the command
//! quietly.

use super::text::visible_text;
use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use std::fmt::{self, Display};
use std::io::{self, BufWriter, IsTerminal, StderrLock, StdoutLock, Write};

/// Bytes gathered before they are written.
const BUFFER_BYTES: usize = 1 << 16;
/// A line of prose has at most so many columns, however wide the terminal is.
const WIDTH_MAX: usize = 100;

/// Standard output, or standard error.
pub(crate) struct Out {
    stream: BufWriter<Stream>,
    /// Whether it takes colours.
    pub(crate) paint: Paint,
    pub(crate) is_terminal: bool,
}

enum Stream {
    Plain(StdoutLock<'static>),
    Colour(AutoStream<StdoutLock<'static>>),
    Error(AutoStream<StderrLock<'static>>),
}

impl Out {
    /// Locks standard output. `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and `TERM` decide about colours, then
    /// whether it is a terminal.
    pub(crate) fn lock() -> Out {
        let stdout = io::stdout();
        let choice = AutoStream::choice(&stdout);
        let stream = match choice {
            // Straight through: plain text may hold whatever the file holds.
            ColorChoice::Never => Stream::Plain(stdout.lock()),
            choice => Stream::Colour(AutoStream::new(stdout.lock(), choice)),
        };
        let paint = Paint { colours: choice != ColorChoice::Never };
        let is_terminal = stdout.is_terminal();
        Out { stream: BufWriter::with_capacity(BUFFER_BYTES, stream), paint, is_terminal }
    }

    /// Standard error, for a report beside a text that goes to standard output.
    pub(crate) fn lock_error() -> Out {
        let stream = AutoStream::auto(io::stderr().lock());
        let paint = Paint { colours: stream.current_choice() != ColorChoice::Never };
        let is_terminal = io::stderr().is_terminal();
        Out { stream: BufWriter::with_capacity(BUFFER_BYTES, Stream::Error(stream)), paint, is_terminal }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(stream) => stream.write(bytes),
            Stream::Colour(stream) => stream.write(bytes),
            Stream::Error(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Plain(stream) => stream.flush(),
            Stream::Colour(stream) => stream.flush(),
            Stream::Error(stream) => stream.flush(),
        }
    }
}

/// Whether colours are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    pub(crate) colours: bool,
}

impl Paint {
    /// The text in that style, where colours are wanted.
    pub(crate) fn text<T: Display>(self, style: Style, text: T) -> Painted<T> {
        Painted { style: if self.colours { style } else { Style::new() }, text }
    }
}

/// A text and its style.
pub(crate) struct Painted<T> {
    style: Style,
    text: T,
}

impl<T: Display> Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{:#}", self.style, self.text, self.style)
    }
}

/// One line for the person, on standard error. That it can't be written is nothing that could be told.
pub(crate) fn say(level: Say, text: impl Display) {
    let mut stream = AutoStream::auto(io::stderr().lock());
    let (word, style) = match level {
        Say::Error => ("error", super::style::ERROR),
        Say::Warning => ("warning", super::style::WARNING),
        Say::Note => ("note", super::style::NOTE),
    };
    // A word of a person's, or a file's name, may be in it.
    let text = visible_text(&text.to_string());
    let _ = writeln!(stream, "{style}{word}{style:#}: {text}");
}

/// How grave a line on standard error is.
#[derive(Clone, Copy)]
pub(crate) enum Say {
    Error,
    Warning,
    Note,
}

/// How many columns prose may take.
pub(crate) fn prose_width() -> usize {
    terminal_width().unwrap_or(WIDTH_MAX).min(WIDTH_MAX)
}

/// How many columns the terminal has, if there is one.
pub(crate) fn terminal_width() -> Option<usize> {
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}
