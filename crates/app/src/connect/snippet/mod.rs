//! Small programs that connect, and the settings of frameworks. They read the connection string from the environment, so
//! that nobody commits a password with them.

mod driver;
mod framework;

use std::path::Path;

use super::database_url::DatabaseUrl;
use super::form::{Form, shell_quoted};
use crate::view::{FormGroup, FormId};

/// What programs are made from.
#[derive(Clone, Copy)]
pub(super) struct Told<'a> {
    pub(super) url: &'a DatabaseUrl,
    /// The variable of the connection string.
    pub(super) key: &'a str,
    /// The variable of the direct string beside a pooled one.
    pub(super) direct: Option<&'a str>,
    /// The certificate authority that signs the server, when it is not a public one.
    pub(super) ca_file: Option<&'a Path>,
}

/// A program as it is shown. It holds no secret.
struct Program {
    id: FormId,
    group: FormGroup,
    label: &'static str,
    language: &'static str,
    text: String,
    note: Option<String>,
}

/// All programs, drivers first.
pub(super) fn programs(told: Told<'_>) -> Vec<Form> {
    let mut forms: Vec<Form> = driver::all(told).into_iter().map(Form::from).collect();
    // A JDBC address is a connection string in the dialect of Java, so it comes with its password.
    forms.insert(2, driver::jdbc(told));
    forms.extend(framework::all(told).into_iter().map(Form::from));
    forms
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

impl Told<'_> {
    /// The variable that migrations read: they need sessions of their own, which a pooler does not give.
    fn migrations(&self) -> &str {
        self.direct.unwrap_or(self.key)
    }

    /// How a variable is set to the file of the certificate authority.
    fn trusting(&self, variable: &str) -> Option<String> {
        let file = shell_quoted(&self.ca_file?.to_string_lossy());
        Some(format!("{variable}={file}"))
    }

    /// What libpq, and who reads its variables, takes to check more than that there is a certificate.
    fn libpq_note(&self) -> Option<String> {
        let set = self.trusting("PGSSLROOTCERT")?;
        Some(format!("To check the server's certificate too, set {set}."))
    }
}

/// Sentences as one text.
fn sentences(all: [Option<String>; 2]) -> Option<String> {
    let all: Vec<String> = all.into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// A text in double quotes, as C#, JavaScript and Rust read it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
