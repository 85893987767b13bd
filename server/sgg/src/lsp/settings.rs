//! The settings under `sgg`: given at the start, pushed by `workspace/didChangeConfiguration`, or asked for.

use serde_json::Value;
use sgg_ide::{Code, Config, HintsWanted, Severity};

use super::refusal::shown;

pub(crate) const SECTION: &str = "sgg";

/// What is missing or `null` keeps its default: an editor that sends nothing turns nothing off.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    /// Whether values and verdicts are shown at all; a teacher hides them.
    pub(crate) reveal: bool,
    /// Whether lenses are shown.
    pub(crate) code_lens: bool,
    hints: HintsWanted,
    stone_hints: bool,
    verdict_hints: VerdictHints,
    severities: Vec<(Code, Option<Severity>)>,
    /// Steps that one node may cost.
    pub(crate) node_budget: Option<u64>,
    pub(crate) solve_when: SolveWhen,
}

/// When values are worked out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SolveWhen {
    /// Behind every edit.
    #[default]
    OnType,
    /// When a file is opened or written.
    OnSave,
    /// When a person says so.
    Manual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VerdictHints {
    /// Where the client has no lens.
    Auto,
    On,
    Off,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            reveal: true,
            code_lens: true,
            hints: HintsWanted::First,
            stone_hints: false,
            verdict_hints: VerdictHints::Auto,
            severities: Vec::new(),
            node_budget: None,
            solve_when: SolveWhen::OnType,
        }
    }
}

impl Settings {
    /// Reads settings, and says what of them can't be used and so changes nothing.
    pub(crate) fn from_json(json: &Value) -> (Self, Vec<String>) {
        let mut settings = Self::default();
        let mut warnings = Vec::new();
        if !json.is_null() && !json.is_object() && !is_empty_list(json) {
            let value = shown(&json.to_string());
            warnings.push(format!(
                "settings under `{SECTION}` are {value}, but `{{…}}` is expected; they change nothing"
            ));
        }
        for (name, value) in flat(json) {
            if let Some(wanted) = settings.set(&name, &value) {
                let (name, value) = (shown(&name), shown(&value.to_string()));
                warnings
                    .push(format!("setting `{SECTION}.{name}` is {value}, but {wanted}; it changes nothing"));
            }
        }
        (settings, warnings)
    }

    /// Whether some of the names in an object are names of settings: other sections may stand there as well.
    pub(crate) fn has_any(json: &Value) -> bool {
        let names = ["inlayHints", "codeLens", "reveal", "solve", "severity"];
        let first = |name: &str| name.split('.').next().map(str::to_owned);
        let Some(members) = json.as_object() else { return false };
        members.keys().filter_map(|name| first(name)).any(|name| names.contains(&name.as_str()))
    }

    /// Sets one; what is wanted instead where the value can't be used.
    fn set(&mut self, name: &str, value: &Value) -> Option<String> {
        let choice = |choices: &[&str]| {
            let at = choices.iter().position(|choice| value.as_str() == Some(choice));
            at.ok_or_else(|| format!("one of {} is expected", choices.join(", ")))
        };
        let flag = || value.as_bool().ok_or_else(|| "true or false is expected".to_owned());
        let set = match name {
            "reveal" => flag().map(|flag| self.reveal = flag),
            "codeLens" => flag().map(|flag| self.code_lens = flag),
            "inlayHints.stones" => flag().map(|flag| self.stone_hints = flag),
            "inlayHints.nodes" => choice(&["first", "all", "off"]).map(|at| {
                self.hints = match at {
                    0 => HintsWanted::First,
                    1 => HintsWanted::All,
                    _ => HintsWanted::Off,
                }
            }),
            "inlayHints.verdict" => choice(&["auto", "on", "off"]).map(|at| {
                self.verdict_hints = match at {
                    0 => VerdictHints::Auto,
                    1 => VerdictHints::On,
                    _ => VerdictHints::Off,
                }
            }),
            "solve.when" => choice(&["onType", "onSave", "manual"]).map(|at| {
                self.solve_when = match at {
                    0 => SolveWhen::OnType,
                    1 => SolveWhen::OnSave,
                    _ => SolveWhen::Manual,
                }
            }),
            "solve.budget" => match value.as_u64().filter(|steps| *steps > 0) {
                Some(steps) => {
                    self.node_budget = Some(steps);
                    Ok(())
                }
                None => Err("a number of steps is expected".to_owned()),
            },
            _ => match name.strip_prefix("severity.").and_then(Code::from_str) {
                Some(code) => {
                    let [error, warning, information, hint] = Severity::ALL.map(Severity::as_str);
                    choice(&[Severity::OFF, error, warning, information, hint]).map(|_| {
                        let severity = value.as_str().and_then(Severity::from_str);
                        self.severities.push((code, severity));
                    })
                }
                None => Err("there is no such setting".to_owned()),
            },
        };
        set.err()
    }

    /// What is shown, for a client with or without lenses.
    pub(crate) fn config(&self, client_has_lens: bool) -> Config {
        let verdict_hints = match self.verdict_hints {
            VerdictHints::Auto => !client_has_lens,
            VerdictHints::On => true,
            VerdictHints::Off => false,
        };
        Config {
            severities: self.severities.clone(),
            hints: if self.reveal { self.hints } else { HintsWanted::Off },
            stone_hints: self.stone_hints && self.reveal,
            verdict_hints: verdict_hints && self.reveal,
            hidden: !self.reveal,
            ascii: false,
            ..Config::default()
        }
    }
}

/// Settings by their full names: `{"a": {"b": 1}, "c.d": 2}` has `a.b` and `c.d`. `null` is not set. Nesting is as
/// deep as the names have parts, no deeper.
fn flat(json: &Value) -> Vec<(String, Value)> {
    const DEPTH_MAX: usize = 4;
    let mut flat = Vec::new();
    let mut open = vec![(String::new(), json, 0)];
    while let Some((name, value, depth)) = open.pop() {
        match value {
            Value::Null => {}
            Value::Object(members) if depth < DEPTH_MAX => {
                let dot = if name.is_empty() { "" } else { "." };
                open.extend(
                    members.iter().map(|(key, value)| (format!("{name}{dot}{key}"), value, depth + 1)),
                );
            }
            value if !name.is_empty() && !is_empty_list(value) => flat.push((name, value.clone())),
            _ => {}
        }
    }
    flat.sort_by(|left, right| left.0.cmp(&right.0));
    flat
}

/// Clients written in Lua or PHP have one value for an empty table and an empty list.
fn is_empty_list(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nothing_turns_nothing_off() {
        for json in [
            json!(null),
            json!({}),
            json!([]),
            json!({"reveal": null}),
            json!({"inlayHints": null}),
            json!({"severity": []}),
        ] {
            assert_eq!(Settings::from_json(&json), (Settings::default(), Vec::new()), "{json}");
        }
    }

    #[test]
    fn nested_and_dotted_names_are_the_same() {
        let nested =
            json!({"inlayHints": {"nodes": "all"}, "severity": {"counts": "off", "cycle": "warning"}});
        let dotted =
            json!({"inlayHints.nodes": "all", "severity.counts": "off", "severity.cycle": "warning"});
        let (settings, warnings) = Settings::from_json(&nested);
        assert!(warnings.is_empty());
        assert_eq!(Settings::from_json(&dotted), (settings.clone(), Vec::new()));
        let config = settings.config(true);
        assert_eq!(config.hints, HintsWanted::All);
        assert_eq!(config.severity(Code::Counts), None);
        assert_eq!(config.severity(Code::Cycle), Some(Severity::Warning));
    }

    #[test]
    fn what_can_not_be_used_is_told_and_changes_nothing() {
        let (settings, warnings) =
            Settings::from_json(&json!({"reveal": "no", "colour": 1, "solve": {"budget": -1}}));
        assert_eq!(settings, Settings::default());
        assert_eq!(
            warnings,
            [
                "setting `sgg.colour` is 1, but there is no such setting; it changes nothing",
                "setting `sgg.reveal` is \"no\", but true or false is expected; it changes nothing",
                "setting `sgg.solve.budget` is -1, but a number of steps is expected; it changes nothing",
            ]
        );
    }

    #[test]
    fn a_client_without_lens_has_the_verdict_as_a_hint() {
        assert!(Settings::default().config(false).verdict_hints);
        assert!(!Settings::default().config(true).verdict_hints);
        assert!(Settings::from_json(&json!({"inlayHints": {"verdict": "on"}})).0.config(true).verdict_hints);
        assert!(!Settings::from_json(&json!({"reveal": false})).0.config(false).verdict_hints);
    }
}
