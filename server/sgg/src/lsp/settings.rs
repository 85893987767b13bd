//! The settings under `sgg`: pushed by `workspace/didChangeConfiguration`, or asked for where they are not.

use serde_json::Value;

pub(crate) const SECTION: &str = "sgg";

/// What is missing, `null` or of the wrong type keeps its default: an editor that sends nothing turns nothing off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Whether values and verdicts are shown at all; a teacher hides them.
    pub(crate) reveal: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { reveal: true }
    }
}

impl Settings {
    pub(crate) fn from_json(json: &Value) -> Self {
        let default = Self::default();
        Self { reveal: json.get("reveal").and_then(Value::as_bool).unwrap_or(default.reveal) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nothing_turns_nothing_off() {
        for json in [json!(null), json!({}), json!([]), json!({"reveal": null}), json!({"reveal": "no"})] {
            assert_eq!(Settings::from_json(&json), Settings::default(), "{json}");
        }
        assert!(!Settings::from_json(&json!({"reveal": false})).reveal);
    }
}
