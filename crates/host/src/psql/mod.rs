//! What psql needs of a connection, for a window's terminal and for a shell: the parameters in a service file, the password in a
//! file that only this user reads, and the authorities that the server is checked with.

mod checked;
mod folder;
mod program;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use app::connect::PsqlParameters;
use app::{ExposeSecret as _, SecretString};

pub use checked::checked;
pub use folder::{STARTED, own_folder, sweep};
pub use program::{find, psql};

/// The parameters of psql, in libpq's words.
#[derive(Debug)]
pub struct Parameters {
    /// Keyword and value, without the password.
    pub settings: Vec<(&'static str, String)>,
    /// Asked for by psql when it is not known.
    pub password: Option<SecretString>,
    /// Further arguments, each as one word.
    pub more: Vec<String>,
    /// The authorities that the server is checked with, as PEM.
    pub roots: String,
    /// The title of the terminal's window.
    pub title: String,
}

impl Parameters {
    /// With these arguments besides.
    pub fn with(self, more: Vec<String>) -> Self {
        Self { more, ..self }
    }

    /// In a window of this title, which holds no secret.
    pub fn titled(self, title: String) -> Self {
        Self { title, ..self }
    }

    /// As the core gives them, with the authorities that its own sessions trust. It may read the disk.
    pub fn read(from: PsqlParameters) -> Result<Self, app::Error> {
        let roots = app::roots::pem(from.ca_file.as_deref())?;
        let settings = vec![
            ("host", from.host),
            ("port", from.port.to_string()),
            ("dbname", from.database),
            ("user", from.role),
            ("sslmode", from.sslmode.to_owned()),
            // Encryption by Kerberos would take the place of TLS, and of its certificates.
            ("gssencmode", "disable".to_owned()),
            ("channel_binding", from.channel_binding),
            ("application_name", "Plinth".to_owned()),
        ];
        Ok(Self {
            settings,
            password: from.password,
            more: Vec::new(),
            roots,
            title: String::new(),
        })
    }
}

#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error("A name in this connection contains a character that psql's files can't hold")]
    Unwritable,
    #[error("An argument for psql contains a character that can't be passed")]
    Argument,
    #[error("This computer has no CA certificates to verify a server with")]
    Roots,
    #[error("Couldn't write the files for psql")]
    Io(#[from] io::Error),
}

/// Variables that would have libpq go elsewhere or be content with less than the service file says. Those that are set here
/// come from the session's own folder.
pub const UNSET: &[&str] = &[
    "PGHOST",
    "PGHOSTADDR",
    "PGPORT",
    "PGDATABASE",
    "PGUSER",
    "PGPASSWORD",
    "PGOPTIONS",
    "PGSSLMODE",
    "PGREQUIRESSL",
    "PGSSLNEGOTIATION",
    "PGSSLCERT",
    "PGSSLKEY",
    "PGSSLCRL",
    "PGSSLCRLDIR",
    "PGSSLSNI",
    "PGSSLMINPROTOCOLVERSION",
    "PGSSLMAXPROTOCOLVERSION",
    "PGGSSENCMODE",
    "PGCHANNELBINDING",
    "PGREQUIREPEER",
    "PGTARGETSESSIONATTRS",
    "PGLOADBALANCEHOSTS",
];

/// Longer than a window waits for the terminal that is to begin a session.
const TO_BEGIN: Duration = Duration::from_secs(10 * 60);

/// What the files of a session hold, checked before a folder is made for them.
#[derive(Debug)]
pub struct Contents<'a> {
    service: String,
    pass: Option<String>,
    roots: &'a str,
}

impl<'a> Contents<'a> {
    /// # Errors
    /// A name that the files cannot hold, or no authorities.
    pub fn of(parameters: &'a Parameters) -> Result<Self, SessionError> {
        let service = service_file(&parameters.settings)?;
        if parameters.roots.is_empty() {
            return Err(SessionError::Roots);
        }
        let password = parameters.password.as_ref();
        let pass = password
            .map(|password| pass_file(&parameters.settings, password.expose_secret()))
            .transpose()?;
        Ok(Self {
            service,
            pass,
            roots: &parameters.roots,
        })
    }

    #[must_use]
    pub fn knows_password(&self) -> bool {
        self.pass.is_some()
    }

    /// Writes them into the session's folder, readable by this user alone.
    ///
    /// # Errors
    /// A folder that cannot be written to, or that has them.
    pub fn write(&self, dir: &Path) -> io::Result<()> {
        write(&dir.join("service"), &self.service)?;
        write(&dir.join("roots.pem"), self.roots)?;
        match &self.pass {
            Some(pass) => write(&dir.join("pass"), pass),
            None => Ok(()),
        }
    }
}

/// The files of a psql that runs in a shell. They go when this is dropped.
#[derive(Debug)]
pub struct Files {
    dir: PathBuf,
    knows_password: bool,
}

impl Files {
    /// Writes them into a new folder inside this one.
    ///
    /// # Errors
    /// A name that the files cannot hold, no authorities, or a folder that cannot be written to.
    pub fn write(run: &Path, parameters: &Parameters) -> Result<Self, SessionError> {
        let contents = Contents::of(parameters)?;
        // Elsewhere it is not known whether a session runs.
        if cfg!(unix) {
            sweep(run, TO_BEGIN);
        }
        let files = Self {
            dir: own_folder(run)?,
            knows_password: contents.knows_password(),
        };
        write(&files.dir.join(STARTED), &std::process::id().to_string())?;
        contents.write(&files.dir)?;
        Ok(files)
    }

    /// A psql that connects by them, and by nothing that the environment says.
    #[must_use]
    pub fn command(&self, psql: &Path) -> Command {
        let mut command = Command::new(psql);
        for name in UNSET {
            command.env_remove(name);
        }
        command
            .env("PGSERVICEFILE", self.dir.join("service"))
            .env("PGSERVICE", "plinth")
            .env("PGPASSFILE", self.dir.join("pass"))
            .env("PGSSLROOTCERT", self.dir.join("roots.pem"))
            // Known to psql from version 16 on: no password in clear, and no server that asks for none.
            .env("PGREQUIREAUTH", "scram-sha-256");
        if self.knows_password {
            command.arg("-w");
        }
        command
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.dir) {
            tracing::warn!(%error, "files of a psql session were left behind");
        }
    }
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

/// libpq's service file: a value reaches to the end of its line and needs no quoting, but loses blanks at its end.
pub fn service_file(settings: &[(&'static str, String)]) -> Result<String, SessionError> {
    let mut file = "[plinth]\n".to_owned();
    for (keyword, value) in settings {
        if value.chars().any(char::is_control) || value.trim_end() != value {
            return Err(SessionError::Unwritable);
        }
        file.push_str(&format!("{keyword}={value}\n"));
    }
    Ok(file)
}

/// libpq's password file: the password is for this server and this role alone, in any of its databases, so that an
/// argument or a `\c` that leads elsewhere does not hand it there.
pub fn pass_file(
    settings: &[(&'static str, String)],
    password: &str,
) -> Result<String, SessionError> {
    if password.chars().any(|c| matches!(c, '\n' | '\r' | '\0')) {
        return Err(SessionError::Unwritable);
    }
    let escaped = |text: &str| text.replace('\\', r"\\").replace(':', r"\:");
    let of = |keyword: &str| {
        let found = settings.iter().find(|(known, _)| *known == keyword);
        found.map_or_else(|| "*".to_owned(), |(_, value)| escaped(value))
    };
    let (host, port, user) = (of("host"), of("port"), of("user"));
    Ok(format!("{host}:{port}:*:{user}:{}\n", escaped(password)))
}
