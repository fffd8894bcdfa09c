//! Secrets in answers: masked, or as they are where they are asked for.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use app::connection_card::ConnectReveal;
use app::one_time_secrets::OneTimeSecretForget;
use app::view::{ConnectSource, FormId, OneTimeSecretView};
use serde::{Deserialize as _, Serialize};
use serde_json::{Value, json};

use crate::columns::plain;
use crate::failure::Done;
use crate::session::Session;
use crate::table::printable;

/// The forms of a secret that are its own text. The others are made of them, such as for a driver.
const TEXTS: [FormId; 7] = [
    FormId::Pooled,
    FormId::Direct,
    FormId::Password,
    FormId::ApiKey,
    FormId::ServerKey,
    FormId::TransferLink,
    FormId::ClaimLink,
];

/// A one-time secret as it is printed, with its texts by the names of their forms.
#[derive(Serialize)]
pub struct PrintedSecret {
    label: String,
    revealed: bool,
    texts: BTreeMap<String, String>,
}

/// Replaces each one-time secret of an answer by its texts, and returns these. Its id would name nothing once this process ended.
pub async fn uncover(session: &Session, answer: &mut Value) -> Done<Vec<PrintedSecret>> {
    let mut places = Vec::new();
    find(answer, String::new(), &mut places);
    let mut printed = Vec::new();
    for (place, secret) in places {
        let secret = printed_secret(session, secret).await?;
        if let Some(place) = answer.pointer_mut(&place) {
            *place = json!(secret);
        }
        printed.push(secret);
    }
    Ok(printed)
}

/// Reads the texts of a secret, and forgets it: nothing can ask for it any more.
async fn printed_secret(session: &Session, secret: OneTimeSecretView) -> Done<PrintedSecret> {
    let OneTimeSecretView { id, label, forms } = secret;
    let revealed = session.options.reveal;
    let mut texts = BTreeMap::new();
    for form in forms.forms.iter().filter(|it| TEXTS.contains(&it.id)) {
        let text = match revealed {
            true => {
                let source = ConnectSource::OneTimeSecret { id: id.clone() };
                let form = form.id;
                session.run(ConnectReveal { source, form }).await?.text
            }
            false => form.masked.clone(),
        };
        texts.insert(plain(&form.id), text);
    }
    session.run(OneTimeSecretForget { id }).await?;
    Ok(PrintedSecret {
        label,
        revealed,
        texts,
    })
}

/// Returns the text for people: each secret with its label.
pub fn text(secrets: &[PrintedSecret]) -> String {
    let mut out = String::new();
    for PrintedSecret { label, texts, .. } in secrets {
        for (form, text) in texts {
            let (label, form, text) = (printable(label), printable(form), printable(text));
            let _ = writeln!(out, "{label} ({form}): {text}");
        }
    }
    out
}

/// Collects the one-time secrets in a value, with their places.
fn find(value: &Value, at: String, places: &mut Vec<(String, OneTimeSecretView)>) {
    match value {
        Value::Object(fields) => {
            if let Ok(secret) = OneTimeSecretView::deserialize(value) {
                places.push((at, secret));
                return;
            }
            for (name, value) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                find(value, format!("{at}/{name}"), places);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_found_wherever_they_are() {
        let forms = json!({ "forms": [], "pooledEqualsDirect": false, "beforeClaim": false });
        let secret = json!({ "id": "s", "label": "x", "forms": forms });
        let answer = json!({ "a/b": [1, { "c": secret }], "d": secret, "e": { "label": "no" } });
        let mut places = Vec::new();
        find(&answer, String::new(), &mut places);
        let places: Vec<_> = places.into_iter().map(|(place, _)| place).collect();
        assert_eq!(places, ["/a~1b/1/c", "/d"]);
        assert!(
            places
                .iter()
                .all(|place| answer.pointer(place) == Some(&secret))
        );
    }

    #[test]
    fn each_text_of_a_secret_has_a_line() {
        let texts = [("password".to_owned(), "••••".to_owned())];
        let secret = PrintedSecret {
            label: "password of app".to_owned(),
            revealed: false,
            texts: texts.into(),
        };
        assert_eq!(text(&[secret]), "password of app (password): ••••\n");
    }
}
