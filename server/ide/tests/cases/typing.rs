//! What a person sees between two keystrokes: nothing that is not so.

use sgg_game::{Meter, NODE_BUDGET_DEFAULT};
use sgg_ide::{Code, Config, Severity, diagnostics};
use sgg_model::Document;
use std::sync::atomic::AtomicBool;

/// A document, solved.
struct Typed(Document);

impl Typed {
    fn new(text: &str) -> Typed {
        let mut typed = Typed(Document::open(text));
        typed.solve();
        typed
    }

    fn solve(&mut self) {
        let cancel = AtomicBool::new(false);
        self.0.solve(&mut Meter { node_budget: NODE_BUDGET_DEFAULT, left: u64::MAX, cancel: &cancel });
    }

    /// Writes another text for the first place of one.
    fn replace(&mut self, old: &str, new: &str) {
        let text = self.0.snapshot().text.rope.to_string();
        let start = text.find(old).unwrap();
        self.0.edit(start..start + old.len(), new);
    }

    fn codes(&self) -> Vec<Code> {
        self.codes_with(&Config::default())
    }

    fn codes_with(&self, config: &Config) -> Vec<Code> {
        diagnostics(self.0.snapshot(), config, usize::MAX).list.iter().map(|one| one.code).collect()
    }
}

const FAILING: &str = "game dag\n  a -> b\n  stones a\n  expect second\n";

#[test]
fn while_a_line_is_typed_nothing_is_said_of_values() {
    let mut typed = Typed::new(FAILING);
    assert_eq!(typed.codes(), [Code::ExpectFailed]);
    typed.replace("  stones", "  b c\n  stones");
    assert_eq!(typed.codes(), [Code::Syntax]);
    typed.solve();
    assert_eq!(typed.codes(), [Code::Syntax]);
    // `b -> c` makes the expectation hold.
    typed.replace("b c", "b -> c");
    assert_eq!(typed.codes(), []);
    typed.solve();
    assert_eq!(typed.codes(), []);
}

#[test]
fn a_cycle_is_told_as_long_as_it_stands_there() {
    let mut typed = Typed::new("game dag\n  a -> b\n  b -> a\n  stones a\n");
    assert_eq!(typed.codes(), [Code::Cycle]);
    typed.replace("  stones", "  c d\n  stones");
    assert_eq!(typed.codes(), [Code::Cycle, Code::Syntax]);
    typed.solve();
    assert_eq!(typed.codes(), [Code::Cycle, Code::Syntax]);
    typed.replace("b -> a", "b -> ");
    assert_eq!(typed.codes(), [Code::Syntax]);
    typed.replace("b -> ", "b -> d");
    assert_eq!(typed.codes(), [Code::Syntax]);
}

#[test]
fn what_a_broken_line_may_declare_is_not_missing() {
    let mut typed = Typed::new("game addsub\n  nodes a b\n  a -> b\n  k a=1\n  stones a\n");
    assert_eq!(typed.codes(), []);
    typed.replace("nodes a b", "nodes a \"b");
    typed.solve();
    assert_eq!(typed.codes(), [Code::Syntax]);
    typed.replace("k a=1", "k a=");
    typed.solve();
    assert_eq!(typed.codes(), [Code::Syntax, Code::Syntax]);
}

#[test]
fn severities_can_be_set_and_turned_off() {
    let typed = Typed::new(FAILING);
    let off = Config { severities: vec![(Code::ExpectFailed, None)], ..Config::default() };
    assert_eq!(typed.codes_with(&off), []);
    let hint = Config { severities: vec![(Code::ExpectFailed, Some(Severity::Hint))], ..Config::default() };
    let told = diagnostics(typed.0.snapshot(), &hint, usize::MAX);
    assert_eq!(told.list[0].severity, Severity::Hint);
}

#[test]
fn of_many_the_first_are_told_and_the_rest_is_counted() {
    let lines: String = (0..5000).map(|number| format!("  {number} => b\n  stones x{number}\n")).collect();
    let typed = Typed::new(&format!("game dag\n{lines}game dag\n  a -> a\n"));
    let told = diagnostics(typed.0.snapshot(), &Config::default(), 1000);
    assert_eq!((told.list.len(), told.more), (1000, 4001));
    assert_eq!(told.list[999].place.line, 1999);
    let few = diagnostics(typed.0.snapshot(), &Config::default(), 0);
    assert_eq!((few.list.len(), few.more), (0, 5001));
}
