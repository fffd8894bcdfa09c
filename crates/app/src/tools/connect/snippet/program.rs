//! A program as it is shown, and what it is made from.

use std::path::Path;

use crate::tools::connect::DatabaseUrl;
use crate::tools::connect::form::{Form, shell_quoted};
use crate::view::{FormGroup, FormId};

/// What programs are made from.
#[derive(Clone, Copy)]
pub(crate) struct SnippetInput<'a> {
    pub(crate) url: &'a DatabaseUrl,
    /// The variable of the connection string.
    pub(crate) key: &'a str,
    /// The variable of the direct string beside a pooled one.
    pub(crate) direct: Option<&'a str>,
    /// The certificate authority that signs the server, when it is not a public one.
    pub(crate) ca_file: Option<&'a Path>,
    /// The address of the sandbox, when it is one that the database is in.
    pub(crate) sandbox: Option<&'a str>,
}

/// A program as it is shown. It holds no secret.
pub(super) struct Program {
    pub(super) id: FormId,
    pub(super) group: FormGroup,
    pub(super) label: &'static str,
    pub(super) language: &'static str,
    pub(super) text: String,
    pub(super) note: Option<String>,
}

impl From<Program> for Form {
    fn from(program: Program) -> Self {
        Self {
            id: program.id,
            group: program.group,
            label: program.label,
            language: program.language,
            note: program.note,
            masked: program.text.clone(),
            text: program.text.into(),
        }
    }
}

impl SnippetInput<'_> {
    /// The variable that migrations read: they need sessions of their own, which a pooler does not give.
    pub(super) fn migrations(&self) -> &str {
        self.direct.unwrap_or(self.key)
    }

    /// The file of the certificate authority that the string itself names.
    pub(super) fn named_ca(&self) -> Option<&str> {
        self.url.parameter("sslrootcert")
    }

    /// The file of the certificate authority, wherever it is from.
    pub(super) fn ca(&self) -> Option<String> {
        let given = || self.ca_file.map(|file| file.to_string_lossy().into_owned());
        self.named_ca().map(str::to_owned).or_else(given)
    }

    /// How a variable is set to the file of the certificate authority, for a program that does not find it in the string.
    pub(super) fn trusting(&self, variable: &str) -> Option<String> {
        if self.named_ca().is_some() {
            return None;
        }
        let file = shell_quoted(&self.ca_file?.to_string_lossy());
        Some(format!("{variable}={file}"))
    }

    /// What libpq, and who reads its variables, takes to check more than that there is a certificate.
    pub(super) fn libpq_note(&self) -> Option<String> {
        let set = self.trusting("PGSSLROOTCERT")?;
        Some(format!("To verify the server's certificate, set {set}."))
    }
}

/// An option of node-postgres, which takes no notice of `channel_binding` in the string.
pub(super) fn binding(input: SnippetInput<'_>) -> &'static str {
    if input.url.requires_channel_binding() {
        "\n  enableChannelBinding: true,"
    } else {
        ""
    }
}

/// Sentences as one text.
pub(super) fn sentences(all: [Option<String>; 2]) -> Option<String> {
    let all: Vec<String> = all.into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// A text in double quotes, as C#, JavaScript and Rust read it.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
