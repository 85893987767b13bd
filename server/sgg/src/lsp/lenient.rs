//! Messages from a client that writes some part of them wrongly, where much would be lost with the whole: a part that
//! is not needed is passed over. Without an answer to `initialize` there is no server at all; without a change the
//! text is another than the client's from then on.

use serde_json::{Map, Value, json};

use super::log;
use super::protocol::{Diagnostic, InitializeParams, WorkspaceFolder};

/// Mends the parameters of a message as far as that can be done.
pub(crate) fn mend(method: &str, params: &mut Value) {
    match method {
        "initialize" => mend_initialize(params),
        "textDocument/didOpen" | "textDocument/didChange" => mend_document(method, params),
        "textDocument/codeAction" => mend_context(params),
        _ => {}
    }
}

/// The version and the language of a file, which older clients leave out or write as `null`; says in the log what
/// can't be used all the same.
fn mend_document(method: &str, params: &mut Value) {
    if let Some(Value::Object(document)) = params.get_mut("textDocument") {
        let version = document.get("version");
        let fits = |version: &Value| version.as_i64().is_some_and(|version| i32::try_from(version).is_ok());
        if !version.is_some_and(fits) {
            // The nearest: what it is said to be matters less than that the text is taken.
            let version = version.and_then(Value::as_f64).unwrap_or(0.0) as i32;
            document.insert("version".to_owned(), version.into());
        }
        if method == "textDocument/didOpen" && !document.get("languageId").is_some_and(Value::is_string) {
            document.insert("languageId".to_owned(), "sgg".into());
        }
    }
    let changes = params.get("contentChanges").and_then(Value::as_array);
    let read = match method {
        "textDocument/didChange" => changes.is_some_and(|changes| changes.iter().all(is_change)),
        _ => params.pointer("/textDocument/text").is_some_and(Value::is_string),
    };
    if !read {
        log::line(format_args!(
            "{method}: it can't be read, and the file is out of step until it is opened again"
        ));
    }
}

fn is_change(change: &Value) -> bool {
    let fits = |number: Option<&Value>| {
        number.and_then(Value::as_u64).is_some_and(|number| u32::try_from(number).is_ok())
    };
    let is_place =
        |place: Option<&Value>| place.is_some_and(|at| fits(at.get("line")) && fits(at.get("character")));
    let range = change.get("range").filter(|range| !range.is_null());
    change.get("text").is_some_and(Value::is_string)
        && range.is_none_or(|range| is_place(range.get("start")) && is_place(range.get("end")))
}

/// Diagnostics that a client sends along, perhaps another tool's: ours are known without.
fn mend_context(params: &mut Value) {
    let Some(Value::Object(context)) = params.get_mut("context") else { return };
    match context.get_mut("diagnostics") {
        Some(Value::Array(list)) => {
            list.retain(|one| serde_json::from_value::<Diagnostic>(one.clone()).is_ok())
        }
        _ => {
            context.insert("diagnostics".to_owned(), json!([]));
        }
    }
}

/// Parts of `initialize` that a client may leave out.
const OPTIONAL: [&str; 7] =
    ["processId", "clientInfo", "locale", "rootPath", "rootUri", "trace", "workspaceFolders"];

/// Takes out of the parameters what can't be read, and says so in the log.
fn mend_initialize(params: &mut Value) {
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
        mend("initialize", &mut params);
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
            mend("initialize", &mut params);
            assert_eq!(params, wrong);
        }
    }

    #[test]
    fn a_file_s_text_is_taken_whatever_its_version() {
        let mended = |method: &str, version: Value| {
            let mut params = json!({"textDocument": {"uri": "file:///a", "version": version}});
            mend(method, &mut params);
            params["textDocument"]["version"].clone()
        };
        for (version, right) in [
            (json!(7), 7),
            (Value::Null, 0),
            (json!("x"), 0),
            (json!(2.0), 2),
            (json!(1u64 << 31), i32::MAX),
            (json!(-3), -3),
        ] {
            for method in ["textDocument/didOpen", "textDocument/didChange"] {
                assert_eq!(mended(method, version.clone()), right, "{method} {version}");
            }
        }
        let mut opened = json!({"textDocument": {"uri": "file:///a", "text": ""}});
        mend("textDocument/didOpen", &mut opened);
        let right = json!({"uri": "file:///a", "text": "", "version": 0, "languageId": "sgg"});
        assert_eq!(opened["textDocument"], right);
    }

    #[test]
    fn changes_that_can_be_read_are_told_from_others() {
        let place = |line: Value| json!({"line": line, "character": 2});
        for (line, range) in
            [(json!(1), true), (json!(-1), false), (json!(1u64 << 32), false), (Value::Null, false)]
        {
            let change = json!({"text": "x", "range": {"start": place(json!(0)), "end": place(line)}});
            assert_eq!(is_change(&change), range, "{change}");
        }
        assert!(is_change(&json!({"text": "", "range": null})));
        assert!(!is_change(&json!({"range": null})));
    }

    #[test]
    fn other_tools_diagnostics_do_no_harm() {
        let good = json!({"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}},
            "message": "m"});
        for (given, right) in [(json!([good, {"code": {}}, 5]), json!([good])), (Value::Null, json!([]))] {
            let mut params = json!({"context": {"diagnostics": given}});
            mend("textDocument/codeAction", &mut params);
            assert_eq!(params["context"]["diagnostics"], right);
        }
    }
}
