use std::path::Path;

use envfile::{MASK, Plan};
use pgclient::DatabaseUrl;
use secrecy::{ExposeSecret, SecretString};

use super::env_block::{EnvBlock, EnvNames};
use super::form::{Form, shell_quoted};
use super::snippet::{self, SnippetInput};
use crate::view::{FormGroup, FormId};

/// What the forms are made from.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    /// The string as the service gave it.
    pub url: &'a DatabaseUrl,
    /// Which strings are offered.
    pub given: Given,
    /// The certificate authority that signs the server, when it is not a public one.
    pub ca_file: Option<&'a Path>,
    /// What would be written into an env file; none for a database that cannot be claimed any more.
    pub block: Option<&'a EnvBlock>,
    /// The names in the env file; the programs read the key from the environment.
    pub names: &'a EnvNames,
    /// The address of the sandbox, when it is one that the database is in.
    pub sandbox: Option<&'a str>,
}

/// Which strings of a connection are offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given {
    /// The string as it is, and the same without the pooler.
    Both,
    /// The string as it is, which is the one through the pooler.
    Pooled,
    /// The string as it is, which is the one without the pooler.
    Direct,
}

/// All forms there are for a connection, in the order in which they are shown.
///
/// # Errors
/// A value cannot be written into an env file.
pub fn forms(sources: &Sources<'_>) -> Result<Vec<Form>, envfile::Error> {
    let url = sources.url;
    let mut forms = match sources.given {
        Given::Both => vec![
            of_url(FormId::Pooled, "Pooled", url),
            of_url(FormId::Direct, "Direct", &url.direct()),
        ],
        Given::Pooled => vec![of_url(FormId::Pooled, "URL", url)],
        Given::Direct => vec![of_url(FormId::Direct, "URL", url)],
    };
    forms.extend([psql(url, sources.ca_file), parameters(url)]);
    if let Some(block) = sources.block {
        forms.push(env(block, sources.names)?);
    }
    let direct = sources.names.direct();
    forms.extend(snippet::programs(SnippetInput {
        url,
        key: sources.names.key(),
        direct: (sources.given != Given::Direct).then_some(direct.as_str()),
        ca_file: sources.ca_file,
        sandbox: sources.sandbox,
    }));
    if let Some(ca_file) = sources.ca_file {
        forms.push(ca(ca_file));
    }
    if let Some(claim) = sources.block.and_then(|block| block.claim.as_ref()) {
        forms.push(claim_link(&claim.url));
    }
    Ok(forms)
}

fn of_url(id: FormId, label: &'static str, url: &DatabaseUrl) -> Form {
    let pooled_only = id == FormId::Pooled && !url.is_pooled();
    Form {
        id,
        group: FormGroup::String,
        label,
        language: "text",
        note: pooled_only
            .then(|| "This host has no pooler, so this string is direct too.".to_owned()),
        text: url.secret().clone(),
        masked: url.masked(),
    }
}

fn psql(url: &DatabaseUrl, ca_file: Option<&Path>) -> Form {
    let command = |url: &str| format!("psql {}", shell_quoted(url));
    let unnamed = ca_file.filter(|_| url.parameter("sslrootcert").is_none());
    let note = unnamed.map(|file| {
        let file = shell_quoted(&file.to_string_lossy());
        format!("To verify the server's certificate, put PGSSLROOTCERT={file} in front.")
    });
    Form {
        id: FormId::Psql,
        group: FormGroup::String,
        label: "psql",
        language: "sh",
        note,
        text: command(url.expose()).into(),
        masked: command(&url.masked()),
    }
}

fn parameters(url: &DatabaseUrl) -> Form {
    let parts = url.parts();
    let lines = |shown: &dyn Fn(&super::Parameter) -> String| {
        let lines: Vec<String> = parts
            .iter()
            .map(|part| format!("{}={}", part.name, shown(part)))
            .collect();
        lines.join("\n")
    };
    Form {
        id: FormId::Parameters,
        group: FormGroup::String,
        label: "Parameters",
        language: "text",
        note: None,
        text: lines(&|part| part.value.expose_secret().to_owned()).into(),
        masked: lines(&|part| match part.is_secret {
            true => MASK.to_owned(),
            false => part.value.expose_secret().to_owned(),
        }),
    }
}

fn env(block: &EnvBlock, names: &EnvNames) -> Result<Form, envfile::Error> {
    let plan = Plan::new(None, &block.lines(names)?, &[])?;
    let lines = plan.hunks().iter().flat_map(|hunk| &hunk.lines);
    let masked: Vec<&str> = lines.map(|line| line.masked.as_str()).collect();
    Ok(Form {
        id: FormId::Env,
        group: FormGroup::String,
        label: ".env",
        language: "dotenv",
        note: Some(
            "Quoted for dotenv and the shell. docker run --env-file needs the lines without quotes."
                .to_owned(),
        ),
        text: String::from_utf8_lossy(plan.new_bytes()).into_owned().into(),
        masked: masked.join("\n"),
    })
}

fn ca(ca_file: &Path) -> Form {
    let file = shell_quoted(&ca_file.to_string_lossy());
    let text = format!("NODE_EXTRA_CA_CERTS={file}");
    Form {
        id: FormId::Ca,
        group: FormGroup::String,
        label: "CA file",
        language: "sh",
        note: Some("Node reads it only at startup, so it can't be in the env file.".to_owned()),
        masked: text.clone(),
        text: text.into(),
    }
}

fn claim_link(link: &SecretString) -> Form {
    let text = link.expose_secret();
    let shown = text.rfind('/').map_or("", |slash| &text[..=slash]);
    Form {
        id: FormId::ClaimLink,
        group: FormGroup::String,
        label: "Claim link",
        language: "text",
        note: None,
        masked: format!("{shown}{MASK}"),
        text: link.clone(),
    }
}
