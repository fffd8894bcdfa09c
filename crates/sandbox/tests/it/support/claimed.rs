//! A claim as a browser makes it: the forms of the page, filled in and sent.

use serde_json::Value;

use super::http::{self, Reply};
use super::test_sandbox::text;

/// What a form of the page would send when its button is pressed.
pub struct Filled {
    pub action: String,
    pub body: String,
}

pub fn form(page: &Reply, action_ends: &str) -> Filled {
    let html = &page.body;
    let start = html
        .split("<form ")
        .find(|part| {
            part.split('>')
                .next()
                .is_some_and(|tag| tag.contains(&format!("{action_ends}\"")))
        })
        .unwrap_or_else(|| panic!("no form for {action_ends} in {html}"));
    let form = start.split("</form>").next().unwrap();
    assert!(form.contains("method=\"post\""));
    let action = attribute(form, "action").unwrap();
    let mut fields = Vec::new();
    for input in form.split("<input ").skip(1) {
        let tag = input.split('>').next().unwrap();
        if attribute(tag, "type").as_deref() == Some("hidden") || tag.contains(" checked") {
            let (name, value) = (
                attribute(tag, "name").unwrap(),
                attribute(tag, "value").unwrap(),
            );
            fields.push(format!("{name}={value}"));
        }
    }
    Filled {
        action,
        body: fields.join("&"),
    }
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let rest = tag.split(&format!("{name}=\"")).nth(1)?;
    Some(rest.split('"').next()?.to_owned())
}

/// Takes a temporary database into the first organization.
pub async fn claim(url: &str, record: &Value) {
    let path = text(record, "claim_url").strip_prefix(url).unwrap();
    for step in ["/begin", "/confirm"] {
        let page = http::get(url, path).await;
        let filled = form(&page, step);
        let headers = [
            ("content-type", "application/x-www-form-urlencoded"),
            ("origin", url),
        ];
        let body = filled.body.as_bytes();
        let sent = http::send(url, "POST", &filled.action, &headers, body).await;
        assert_eq!(sent.status, 303, "{}", sent.body);
    }
}
