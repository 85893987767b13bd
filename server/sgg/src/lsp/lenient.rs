//! `initialize` from a client that writes some part of it wrongly: a part that is not needed is passed over, for
//! without an answer to this one request there is no server at all.

use serde_json::{Map, Value, json};

use super::log;
use super::protocol::{InitializeParams, WorkspaceFolder};

/// Parts that a client may leave out.
const OPTIONAL: [&str; 7] =
    ["processId", "clientInfo", "locale", "rootPath", "rootUri", "trace", "workspaceFolders"];

/// Takes out of the parameters what can't be read, and says so in the log.
pub(crate) fn mend(params: &mut Value) {
    let Value::Object(params) = params else { return };
    if is_read(Value::Object(params.clone())) {
        return;
    }
    if let Some(Value::Array(folders)) = params.get_mut("workspaceFolders") {
        folders.retain(|folder| serde_json::from_value::<WorkspaceFolder>(folder.clone()).is_ok());
    }
    for name in OPTIONAL {
        take_unread(params, name, |value| json!({ "capabilities": {}, name: value }));
    }
    let Some(Value::Object(capabilities)) = params.get_mut("capabilities") else { return };
    for area in names(capabilities) {
        if let Some(Value::Object(features)) = capabilities.get_mut(&area) {
            for feature in names(features) {
                take_unread(
                    features,
                    &feature,
                    |value| json!({ "capabilities": { area.as_str(): { feature.as_str(): value } } }),
                );
            }
        }
        take_unread(capabilities, &area, |value| json!({ "capabilities": { area.as_str(): value } }));
    }
}

/// Takes a member away if it can't be read even where it stands alone.
fn take_unread(members: &mut Map<String, Value>, name: &str, alone: impl FnOnce(&Value) -> Value) {
    let Some(value) = members.get(name) else { return };
    if !is_read(alone(value)) {
        members.remove(name);
        log::line(format_args!("initialize: `{name}` can't be read, and counts as not given"));
    }
}

fn is_read(params: Value) -> bool {
    serde_json::from_value::<InitializeParams>(params).is_ok()
}

fn names(members: &Map<String, Value>) -> Vec<String> {
    members.keys().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_needed_is_passed_over() {
        let mut params = json!({
            "processId": -5, "rootUri": "nonsense", "trace": "zz",
            "workspaceFolders": [{"uri": "::", "name": "x"}, {"uri": "file:///a", "name": "a"}],
            "capabilities": {
                "window": 5,
                "textDocument": {"semanticTokens": {}, "codeLens": {"dynamicRegistration": true}},
            },
        });
        mend(&mut params);
        let right = json!({
            "workspaceFolders": [{"uri": "file:///a", "name": "a"}],
            "capabilities": {"textDocument": {"codeLens": {"dynamicRegistration": true}}},
        });
        assert_eq!(params, right);
        assert!(is_read(params));
    }

    #[test]
    fn what_is_needed_is_not_made_up() {
        for wrong in [json!({"capabilities": 5}), json!({}), json!([1]), Value::Null] {
            let mut params = wrong.clone();
            mend(&mut params);
            assert_eq!(params, wrong);
        }
    }
}
