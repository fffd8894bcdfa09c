//! Connection strings: what is read from them, what is refused, and what stays hidden.

use pgclient::{DatabaseUrl, DatabaseUrlError, ExposeSecret};
use proptest::prelude::*;

const POOLED: &str = "postgresql://shop_owner:npg_x@db-cool-name-12345678-pooler.c-2.example.org/shop?channel_binding=require&sslmode=require";
const DIRECT: &str = "postgresql://shop_owner:npg_x@db-cool-name-12345678.c-2.example.org/shop?channel_binding=require&sslmode=require";
const LOCAL: &str =
    "postgresql://shop_owner:npg_y@localhost:54321/shop?channel_binding=require&sslmode=require";

fn parse(text: &str) -> DatabaseUrl {
    text.parse().unwrap()
}

#[test]
fn the_parts_are_read_and_decoded() {
    let url = parse(POOLED);
    assert_eq!(url.host(), "db-cool-name-12345678-pooler.c-2.example.org");
    assert_eq!(
        (url.port(), url.role(), url.database()),
        (5432, "shop_owner", "shop")
    );
    assert_eq!(url.password().unwrap().expose_secret(), "npg_x");
    assert_eq!(url.parameter("sslmode"), Some("require"));
    assert!(url.requires_channel_binding());

    let url = parse("postgres://r%40x:p%20%2F%3Aé@[::1]:6543/d%2Fb?options=a%3Db&sslmode=require");
    assert_eq!(
        (url.host(), url.port(), url.role(), url.database()),
        ("::1", 6543, "r@x", "d/b")
    );
    assert_eq!(url.password().unwrap().expose_secret(), "p /:é");
    assert_eq!(url.parameter("options"), Some("a=b"));
    assert!(!url.requires_channel_binding());

    let url = parse("postgresql://role@127.0.0.1");
    assert_eq!((url.host(), url.database()), ("127.0.0.1", "role"));
    assert!(url.password().is_none());
}

#[test]
fn the_direct_string_is_the_pooled_one_without_the_pooler() {
    let check = |given: &str, expected: &str| {
        let direct = parse(given).direct();
        assert_eq!(direct.expose(), expected);
        let again: DatabaseUrl = parse(expected);
        assert_eq!((direct.host(), direct.port()), (again.host(), again.port()));
        assert!(!direct.is_pooled());
        assert_eq!(direct.direct().expose(), expected);
    };
    assert!(parse(POOLED).is_pooled() && !parse(DIRECT).is_pooled());
    check(POOLED, DIRECT);
    check(DIRECT, DIRECT);
    check(LOCAL, LOCAL);
    check("postgresql://a:b@x-pooler:1/d", "postgresql://a:b@x:1/d");
    // Nowhere but at the end of the first label.
    for same in [
        "postgresql://a-pooler:b-pooler@x.y-pooler.z/d-pooler?o=-pooler",
        "postgresql://a:b@x-pooler-2.y/d",
        "postgresql://a:b@-pooler.y/d",
        "postgresql://a:b@xpooler.y/d",
        "postgresql://a:b@[::1]/d",
    ] {
        check(same, same);
    }
    // An older tool doubled it.
    check(
        "postgresql://a:b@x-pooler-pooler.y/d",
        "postgresql://a:b@x.y/d",
    );
}

#[test]
fn what_is_no_connection_string_is_refused_without_repeating_it() {
    let check = |text: &str, expected: DatabaseUrlError| {
        let error = text.parse::<DatabaseUrl>().unwrap_err();
        assert_eq!(error, expected, "{text:?}");
        assert!(!format!("{error} {error:?} {}", error.hint()).contains("hunter"));
    };
    check("", DatabaseUrlError::Scheme);
    check("mysql://r:hunter2@h/d", DatabaseUrlError::Scheme);
    check("host=h user=r", DatabaseUrlError::Characters);
    check("postgresql://r:hunter2@h/d\n", DatabaseUrlError::Characters);
    check("postgresql://r:hun@ter2@h/d", DatabaseUrlError::UserInfo);
    check("postgresql://h/d", DatabaseUrlError::RoleMissing);
    check("postgresql://:hunter2@h/d", DatabaseUrlError::RoleMissing);
    check("postgresql://r:hunter2@/d", DatabaseUrlError::HostMissing);
    check(
        "postgresql://r:hunter2@:5432/d",
        DatabaseUrlError::HostMissing,
    );
    check("postgresql://r:hunter2@a,b/d", DatabaseUrlError::Host);
    check("postgresql://r:hunter2@[::1/d", DatabaseUrlError::Host);
    check("postgresql://r:hunter2@[x]/d", DatabaseUrlError::Host);
    check("postgresql://r:hunter2@a..b/d", DatabaseUrlError::Host);
    for port in ["0", "65536", "x", "+1", "-1"] {
        check(
            &format!("postgresql://r:hunter2@h:{port}/d"),
            DatabaseUrlError::Port,
        );
    }
    check(
        "postgresql://r:hunter%2@h/d",
        DatabaseUrlError::Encoding { part: "password" },
    );
    check(
        "postgresql://r:hunter%zz@h/d",
        DatabaseUrlError::Encoding { part: "password" },
    );
    check(
        "postgresql://r%ff:hunter2@h/d",
        DatabaseUrlError::Encoding { part: "role" },
    );
    check(
        "postgresql://r:hunter2@h/%00",
        DatabaseUrlError::Encoding { part: "database" },
    );
    check(
        "postgresql://r:hunter2@h/d?host%61ddr=127.0.0.1",
        DatabaseUrlError::Override { name: "hostaddr" },
    );
    for name in [
        "host", "hostaddr", "port", "user", "password", "dbname", "service",
    ] {
        check(
            &format!("postgresql://r@h/d?sslmode=require&{name}=hunter2"),
            DatabaseUrlError::Override { name },
        );
    }
}

#[test]
fn another_host_takes_the_place_of_the_one_there_was() {
    let at = |url: &str, host: &str| parse(url).at(host).map(|url| url.expose().to_owned());
    assert_eq!(at(DIRECT, parse(POOLED).host()).as_deref(), Ok(POOLED));
    assert_eq!(at(LOCAL, "localhost:54321").as_deref(), Ok(LOCAL));
    assert_eq!(
        at("postgresql://a:b@h:1/d?x=y", "other").as_deref(),
        Ok("postgresql://a:b@other:1/d?x=y")
    );
    assert!(at(LOCAL, "a b").is_err() && at(LOCAL, "").is_err());
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic_and_printed_without_its_password(
        role in "[a-z]{1,6}", password in "[A-Za-z0-9_%.!*-]{5,12}", host in "[a-z-]{0,8}(\\.[a-z]{1,4}){0,2}(:[0-9]{0,6})?", rest in "(/[a-z?&=%]{0,10})?",
    ) {
        let text = format!("postgres://{role}:Z{password}@{host}{rest}");
        match text.parse::<DatabaseUrl>() {
            Ok(url) => {
                prop_assert_eq!(url.expose(), text.as_str());
                let (shown, secret) = (format!("{url} {url:?}"), format!("Z{password}"));
                prop_assert!(!shown.contains(&secret));
                prop_assert!(!url.direct().is_pooled());
            }
            Err(error) => {
                let shown = format!("{error} {error:?}");
                prop_assert!(!shown.contains(&password));
            }
        }
    }

    #[test]
    fn any_text_at_all_is_parsed_or_refused(text in any::<String>()) {
        prop_assert!(text.parse::<DatabaseUrl>().is_err());
    }
}

#[test]
fn parameters_that_are_secrets_are_hidden_with_the_password() {
    let masked = |text: &str| text.parse::<DatabaseUrl>().unwrap().masked();
    assert_eq!(
        masked(
            "postgres://me:one@db/shop?sslmode=require&sslpassword=two&passfile=/home/me/pass&options=three"
        ),
        "postgres://me:••••@db/shop?sslmode=require&sslpassword=••••&passfile=••••&options=three"
    );
    assert_eq!(
        masked("postgres://me@db?ssl%70assword=a?b"),
        "postgres://me@db?ssl%70assword=••••"
    );
    assert_eq!(
        masked("postgres://me:one@db/shop?"),
        "postgres://me:••••@db/shop?"
    );
    let hidden = masked("postgres://me:one@db/shop?sslpassword=two");
    assert_eq!(masked(&hidden), hidden);
}
