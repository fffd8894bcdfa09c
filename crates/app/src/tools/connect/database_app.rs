//! A connection as other programs on this machine take it: without its password, which would stand on a command line for
//! every program to read.

use pgclient::percent_encoded;

use super::PsqlParameters;
use crate::Error;

/// A link that names everything but the password. The program asks for that.
#[must_use]
pub fn link_without_password(to: &PsqlParameters, title: &str) -> String {
    format!(
        "postgresql://{}@{}:{}/{}?sslmode=require&name={}",
        percent_encoded(&to.role),
        to.host,
        to.port,
        percent_encoded(&to.database),
        percent_encoded(title)
    )
}

/// A connection in the words of DBeaver's option `-con`. It asks for the password, as it gets none.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for a name with a character that cannot be written there.
pub fn dbeaver_spec(to: &PsqlParameters, title: &str) -> Result<String, Error> {
    // The name stands for the connection: with one that is known, DBeaver would keep that one's host.
    let name = format!("{title} ({}:{})", to.host, to.port);
    let (host, port) = (to.host.as_str(), to.port.to_string());
    let trust = to.ca_file.as_ref().map_or_else(
        || {
            (
                "prop.sslfactory",
                "org.postgresql.ssl.DefaultJavaSSLFactory".to_owned(),
            )
        },
        |file| ("prop.sslrootcert", file.display().to_string()),
    );
    let words = [
        ("driver", "postgresql"),
        ("name", &name.replace('|', "/")),
        ("host", host),
        ("port", &port),
        ("database", &to.database),
        ("user", &to.role),
        ("prop.sslmode", to.sslmode),
        (trust.0, &trust.1),
        ("savePassword", "false"),
        ("create", "true"),
        ("connect", "true"),
    ];
    let cannot = |text: &str| text.contains(|c: char| c == '|' || c.is_control());
    if words.iter().any(|(_, value)| cannot(value)) {
        return Err(Error::invalid(
            "A name in this connection contains a character that DBeaver can't take",
        )
        .hint("Copy the connection string and add the connection there."));
    }
    let words = words.map(|(name, value)| format!("{name}={value}"));
    Ok(words.join("|"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(database: &str, ca_file: Option<&str>) -> PsqlParameters {
        PsqlParameters {
            host: "ep-a.example.com".to_owned(),
            port: 5432,
            database: database.to_owned(),
            role: "o'wner".to_owned(),
            password: Some("hunter2".into()),
            sslmode: "verify-full",
            channel_binding: "require".to_owned(),
            ca_file: ca_file.map(Into::into),
        }
    }

    #[test]
    fn a_link_names_everything_but_the_password() {
        assert_eq!(
            link_without_password(&to("a/b", None), "shop / main"),
            "postgresql://o%27wner@ep-a.example.com:5432/a%2Fb?sslmode=require&name=shop%20%2F%20main"
        );
    }

    #[test]
    fn dbeaver_verifies_the_server_and_gets_no_password() {
        let spec = dbeaver_spec(&to("svcdb", Some("/ca.pem")), "shop|x / main").unwrap();
        assert_eq!(
            spec,
            "driver=postgresql|name=shop/x / main (ep-a.example.com:5432)|host=ep-a.example.com|port=5432|\
             database=svcdb|user=o'wner|prop.sslmode=verify-full|prop.sslrootcert=/ca.pem|\
             savePassword=false|create=true|connect=true"
        );
        let public = dbeaver_spec(&to("svcdb", None), "shop").unwrap();
        assert!(public.contains("|prop.sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory|"));
    }

    #[test]
    fn a_name_that_would_be_read_as_more_words_is_refused() {
        assert!(dbeaver_spec(&to("a|password=x", None), "shop").is_err());
        assert!(dbeaver_spec(&to("a\nb", None), "shop").is_err());
    }
}
