//! Secrets in answers: masked, or as they are where they are asked for.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::failure::Done;
use crate::session::Session;
use crate::table::printable;

/// The forms of a secret that are its own text. The others are made of them, such as for a driver.
const TEXTS: [&str; 7] = [
    "pooled",
    "direct",
    "password",
    "apiKey",
    "serverKey",
    "transferLink",
    "claimLink",
];

/// Puts in the place of each one-time secret what it is, with its texts. Its id would name nothing once this process ended.
pub async fn uncover(session: &Session, answer: &mut Value) -> Done<Vec<Value>> {
    let mut places = Vec::new();
    find(answer, String::new(), &mut places);
    let mut found = Vec::new();
    for place in places {
        let Some(secret) = answer.pointer_mut(&place) else {
            continue;
        };
        let id = secret["id"].as_str().unwrap_or_default().to_owned();
        let mut texts = Map::new();
        for form in secret["forms"]["forms"].as_array().into_iter().flatten() {
            let name = form["id"].as_str().unwrap_or_default();
            if !TEXTS.contains(&name) {
                continue;
            }
            let text = if session.options.reveal {
                let source = json!({ "kind": "oneTimeSecret", "id": id });
                let args = json!({ "source": source, "form": name });
                session.call("connect_reveal", args).await?["text"].clone()
            } else {
                form["masked"].clone()
            };
            texts.insert(name.to_owned(), text);
        }
        *secret = json!({
            "label": secret["label"],
            "revealed": session.options.reveal,
            "texts": texts,
        });
        found.push(secret.clone());
        // Nothing can ask for it any more.
        session
            .call("one_time_secret_forget", json!({ "id": id }))
            .await?;
    }
    Ok(found)
}

/// For people: each with what it is called.
pub fn text(secrets: &[Value]) -> String {
    let mut out = String::new();
    for secret in secrets {
        let label = secret["label"].as_str().unwrap_or_default();
        for (form, text) in secret["texts"].as_object().into_iter().flatten() {
            let (label, form) = (printable(label), printable(form));
            let text = printable(text.as_str().unwrap_or_default());
            let _ = writeln!(out, "{label} ({form}): {text}");
        }
    }
    out
}

fn find(value: &Value, at: String, places: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("label") && fields["label"].is_string() && is_secret(fields) {
                places.push(at);
                return;
            }
            for (name, value) in fields {
                find(
                    value,
                    format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")),
                    places,
                );
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                find(value, format!("{at}/{index}"), places);
            }
        }
        _ => {}
    }
}

fn is_secret(fields: &Map<String, Value>) -> bool {
    let forms = fields.get("forms").and_then(|forms| forms.get("forms"));
    fields.contains_key("id") && forms.is_some_and(Value::is_array)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_found_wherever_they_are() {
        let secret = json!({ "id": "s", "label": "x", "forms": { "forms": [] } });
        let answer = json!({ "a/b": [1, { "c": secret }], "d": secret, "e": { "label": "no" } });
        let mut places = Vec::new();
        find(&answer, String::new(), &mut places);
        places.sort();
        assert_eq!(places, ["/a~1b/1/c", "/d"]);
        assert!(
            places
                .iter()
                .all(|place| answer.pointer(place) == Some(&secret))
        );
    }

    #[test]
    fn each_text_of_a_secret_has_a_line() {
        let secret = json!({ "label": "password of app", "texts": { "password": "••••" } });
        assert_eq!(text(&[secret]), "password of app (password): ••••\n");
    }
}
