//! A program as it is shown, and what it is made from.

use std::path::Path;

use pgclient::percent_encoded;

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

    /// Whether the string has the database's name in another spelling. Some programs don't decode it, or only in part, and
    /// ask for another database then.
    pub(super) fn is_database_encoded(&self) -> bool {
        let name = self.url.database();
        percent_encoded(name) != name
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

/// What gives node-postgres its connection: the string, or its parts where node-postgres would read another database's name
/// from the string.
pub(super) struct PgConnection {
    /// Imports of what the other lines need.
    pub(super) import: &'static str,
    /// Statements before the client is made.
    pub(super) before: String,
    /// The client's options, as lines of an object.
    pub(super) options: String,
}

/// The connection of node-postgres by the string in the variable `key`. `mark` is TypeScript's `!`, or nothing.
pub(super) fn pg_connection(input: SnippetInput<'_>, key: &str, mark: &str) -> PgConnection {
    if !input.is_database_encoded() {
        return PgConnection {
            import: "",
            before: String::new(),
            options: format!("  connectionString: process.env.{key},"),
        };
    }
    let (import, ssl) = match (input.named_ca(), input.url.parameter("sslmode")) {
        (Some(_), _) => (
            "import { readFileSync } from \"node:fs\";\n",
            format!(
                "\n  ssl: {{ ca: readFileSync(url.searchParams.get(\"sslrootcert\"){mark}, \"utf8\") }},"
            ),
        ),
        (None, None | Some("disable")) => ("", String::new()),
        (None, Some(_)) => ("", "\n  ssl: true,".to_owned()),
    };
    PgConnection {
        import,
        before: format!("const url = new URL(process.env.{key}{mark});\n"),
        options: format!(
            r"  host: url.hostname,
  port: Number(url.port || 5432),
  user: decodeURIComponent(url.username),
  password: decodeURIComponent(url.password),
  // node-postgres decodes only a part of the name in a string.
  database: decodeURIComponent(url.pathname.slice(1)),{ssl}"
        ),
    }
}

/// The same lines, further in.
pub(super) fn indented(lines: &str) -> String {
    let lines: Vec<String> = lines.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
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
