//! What a request to change the trusted domains says, of a project as of a branch.

use serde_json::{Value, json};

use crate::call::Call;

pub fn add(call: Call, auth_provider: &str, domain: &str) -> Call {
    call.json(&json!({ "auth_provider": auth_provider, "domain": domain }))
        .if_lost("the domain may have been added")
}

pub fn delete(call: Call, auth_provider: &str, domains: &[&str]) -> Call {
    let named = domains.iter().map(|domain| json!({ "domain": domain }));
    let named: Vec<Value> = named.collect();
    let call = match domains.is_empty() {
        true => call.without("domain"),
        false => call,
    };
    call.json(&json!({ "auth_provider": auth_provider, "domains": named }))
        .if_lost("the domains may have been deleted")
}
