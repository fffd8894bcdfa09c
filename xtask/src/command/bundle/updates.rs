//! What makes installers update themselves: where newer versions are announced, and the key that they are signed with. The
//! private key is not needed to build: build scripts run then, and what is built is signed afterwards (0076).

use std::fs;

use serde_json::{Value, json};

use crate::args::Args;
use crate::error::{Context, Error, Result};

const OPTIONS: [&str; 2] = ["--updates", "--updates-key"];

/// Where newer versions are announced, and the key that they are signed with.
#[derive(Debug)]
pub struct Updates {
    address: String,
    key: String,
}

impl Updates {
    /// As it is asked for; without both options the installers say that they have no address.
    pub fn of(args: &Args) -> Result<Option<Self>> {
        let [address, key] = OPTIONS.map(|it| args.value(it));
        let (address, key) = match (address, key) {
            (None, None) => return Ok(None),
            (Some(address), Some(key)) => (address, key),
            _ => {
                return Err(Error::usage(format!(
                    "give {} together",
                    OPTIONS.join(" and ")
                )));
            }
        };
        if !address.starts_with("https://") {
            return Err(Error::usage(format!("{address} is no https address")));
        }
        let key = fs::read_to_string(key).context(format_args!("cannot read {key}"))?;
        Ok(Some(Self {
            address: address.to_owned(),
            key: key.trim().to_owned(),
        }))
    }

    /// Lays it over the configuration of the build.
    pub fn configure(&self, config: &mut Value) {
        config["bundle"]["createUpdaterArtifacts"] = json!(true);
        config["plugins"]["updater"] = json!({ "endpoints": [self.address], "pubkey": self.key });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_gets_the_address_and_the_key() {
        let updates = Updates {
            address: "https://updates.example/plinth.json".into(),
            key: "key".into(),
        };
        let mut config = json!({ "bundle": { "resources": {} } });
        updates.configure(&mut config);
        assert_eq!(
            config,
            json!({
                "bundle": { "resources": {}, "createUpdaterArtifacts": true },
                "plugins": { "updater": { "endpoints": ["https://updates.example/plinth.json"], "pubkey": "key" } }
            })
        );
    }
}
