//! The connection string in a request's header.

use std::borrow::Cow;

use axum::http::HeaderMap;
use percent_encoding::percent_decode_str;
use url::Url;

use super::failure::SqlFailure;
use crate::platform_text;
use crate::postgres::startup::Startup;
use crate::state::Secret;

const CONNECTION_STRING: &str = "neon-connection-string";

#[derive(Debug)]
pub struct ConnectionString {
    pub startup: Startup,
    pub password: Secret,
    pub port: Option<u16>,
}

impl ConnectionString {
    pub fn of(headers: &HeaderMap) -> Result<Self, SqlFailure> {
        let text = headers.get(CONNECTION_STRING);
        let text = text.and_then(|text| text.to_str().ok());
        let text =
            text.ok_or_else(|| SqlFailure::invalid(platform_text::INVALID_CONNECTION_HEADER))?;
        let url = Url::parse(text).map_err(|error| {
            SqlFailure::invalid(platform_text::invalid_connection_string(&error))
        })?;
        if !matches!(url.scheme(), "postgres" | "postgresql") {
            return Err(SqlFailure::invalid(platform_text::INCORRECT_SCHEME));
        }
        let user = part("username", url.username())?;
        let password = part("password", url.password().unwrap_or_default())?;
        let path = url.path().trim_start_matches('/');
        let database = part("database name", path)?;
        for (text, missing) in [
            (&user, platform_text::MISSING_USERNAME),
            (&password, platform_text::MISSING_PASSWORD),
            (&database, platform_text::MISSING_DATABASE_NAME),
        ] {
            if text.is_empty() {
                return Err(SqlFailure::invalid(missing));
            }
        }
        // What stands last counts: the parts of the URL, and texts that are UTF-8 always.
        let own = [
            ("user", &*user),
            ("database", &*database),
            ("client_encoding", "UTF8"),
        ];
        let own = own.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let startup = Startup::of(url.query_pairs().into_owned().chain(own));
        let startup = startup.ok_or_else(|| {
            SqlFailure::invalid(platform_text::invalid_connection_string(
                &"it has a null character",
            ))
        })?;
        Ok(Self {
            startup,
            password: Secret::new(password),
            port: url.port(),
        })
    }
}

fn part<'a>(name: &str, text: &'a str) -> Result<Cow<'a, str>, SqlFailure> {
    let decoded = percent_decode_str(text).decode_utf8();
    decoded.map_err(|_| SqlFailure::invalid(format!("invalid {name}: it is not UTF-8")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ConnectionString, SqlFailure> {
        let mut headers = HeaderMap::new();
        headers.insert(CONNECTION_STRING, text.parse().unwrap());
        ConnectionString::of(&headers)
    }

    #[test]
    fn its_parts_are_decoded() {
        let read =
            read("postgresql://a%40b:p%2Fw@localhost:20123/d%20b?options=endpoint%3Dep-one&user=x");
        let read = read.unwrap();
        assert_eq!((read.password.reveal(), read.port), ("p/w", Some(20_123)));
        let startup = (read.startup.user(), read.startup.database());
        assert_eq!(startup, ("a@b".to_owned(), "d b".to_owned()));
        assert_eq!(read.startup.endpoint().as_deref(), Some("ep-one"));
    }

    #[test]
    fn one_that_lacks_a_part_is_refused() {
        for text in [
            "",
            "nonsense",
            "http://a:b@localhost/c",
            "postgresql://localhost/c",
            "postgresql://a@localhost/c",
            "postgresql://a:b@localhost",
            "postgresql://a:b@localhost/",
            "postgresql://a:b@localhost:99999/c",
            "postgresql://a%ff:b@localhost/c",
            "postgresql://a%00:b@localhost/c",
            "postgresql://a:b@localhost/c?options=%00",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
