//! Connection strings and the forms of the connect card.

use std::path::Path;

use app::connect::{DatabaseUrl, DatabaseUrlError, Form, FormId, Given, Sources, forms};
use app::env_file::{Block, Claim, Names};
use proptest::prelude::*;
use secrecy::ExposeSecret;

const POOLED: &str = "postgresql://neondb_owner:npg_x@ep-cool-name-12345678-pooler.c-2.us-east-2.aws.neon.tech/neondb?channel_binding=require&sslmode=require";
const DIRECT: &str = "postgresql://neondb_owner:npg_x@ep-cool-name-12345678.c-2.us-east-2.aws.neon.tech/neondb?channel_binding=require&sslmode=require";
const LOCAL: &str =
    "postgresql://svcdb_owner:npg_y@localhost:54321/svcdb?channel_binding=require&sslmode=require";
const CLAIM: &str = "https://neon.new/claim/0198f3a0-7c1e-7000-8000-3f5a9c2b1d4e";

fn parse(text: &str) -> DatabaseUrl {
    text.parse().unwrap()
}

#[test]
fn the_parts_are_read_and_decoded() {
    let url = parse(POOLED);
    assert_eq!(
        url.host(),
        "ep-cool-name-12345678-pooler.c-2.us-east-2.aws.neon.tech"
    );
    assert_eq!(
        (url.port(), url.role(), url.database()),
        (5432, "neondb_owner", "neondb")
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
        "postgresql://r:hunter2@h/d?host=other",
        DatabaseUrlError::Override { name: "host" },
    );
    check(
        "postgresql://r@h/d?password=hunter2",
        DatabaseUrlError::Override { name: "password" },
    );
}

fn block() -> Block {
    Block {
        claim: Some(Claim {
            expires_at: "2026-11-24T05:21:00Z".parse().unwrap(),
            url: CLAIM.into(),
        }),
        pooled: POOLED.into(),
        direct: Some(DIRECT.into()),
    }
}

fn all(url: &str, ca_file: Option<&Path>) -> Vec<Form> {
    let (url, block, names) = (parse(url), block(), Names::default());
    let sources = Sources {
        url: &url,
        given: Given::Both,
        ca_file,
        block: Some(&block),
        names: &names,
    };
    forms(&sources).unwrap()
}

#[test]
fn every_form_is_whole_and_its_masked_text_tells_no_secret() {
    let found = all(POOLED, Some(Path::new("/data/it's/ca.pem")));
    let ids: Vec<_> = found.iter().map(|form| form.id).collect();
    let expected = [
        FormId::Pooled,
        FormId::Direct,
        FormId::Psql,
        FormId::Parameters,
        FormId::Env,
        FormId::Node,
        FormId::Python,
        FormId::Ca,
        FormId::ClaimLink,
    ];
    assert_eq!(ids, expected);
    let text = |id: FormId| {
        let form = found.iter().find(|form| form.id == id).unwrap();
        (form.text.expose_secret().to_owned(), form.masked.clone())
    };
    assert_eq!(
        text(FormId::Pooled),
        (POOLED.to_owned(), POOLED.replace("npg_x", "••••"))
    );
    assert_eq!(
        text(FormId::Direct),
        (DIRECT.to_owned(), DIRECT.replace("npg_x", "••••"))
    );
    assert_eq!(text(FormId::Psql).0, format!("psql \"{POOLED}\""));
    assert_eq!(
        text(FormId::Parameters).1,
        "host=ep-cool-name-12345678-pooler.c-2.us-east-2.aws.neon.tech\nport=5432\ndatabase=neondb\nuser=neondb_owner\npassword=••••\nsslmode=require\nchannel_binding=require"
    );
    let (env, masked) = text(FormId::Env);
    assert!(env.contains(&format!(
        "DATABASE_URL=\"{POOLED}\"\nDATABASE_URL_DIRECT=\"{DIRECT}\"\n"
    )));
    assert!(
        masked.ends_with(
            "DATABASE_URL=••••\nDATABASE_URL_DIRECT=••••\nPUBLIC_POSTGRES_CLAIM_URL=••••"
        )
    );
    assert!(
        text(FormId::Node)
            .0
            .contains("process.env.DATABASE_URL,\n  enableChannelBinding: true")
    );
    assert_eq!(
        text(FormId::Ca).0,
        "NODE_EXTRA_CA_CERTS=\"/data/it's/ca.pem\""
    );
    assert_eq!(text(FormId::ClaimLink).1, "https://neon.new/claim/••••");
    for form in &found {
        let shown = format!("{form:?} {} {:?}", form.masked, form.note);
        assert!(
            !shown.contains("npg_x") && !shown.contains("0198f3a0"),
            "{shown}"
        );
    }
    assert_eq!(all(LOCAL, None).len(), 8);
}

#[test]
fn the_shell_reads_the_string_as_it_is() {
    for password in ["npg_x", "a$b`c!d'e", "a%22;b"] {
        let url = POOLED.replace("npg_x", password);
        let found = all(&url, None);
        let psql = found.iter().find(|form| form.id == FormId::Psql).unwrap();
        let command = psql.text.expose_secret().replacen("psql", "printf %s", 1);
        let output = std::process::Command::new("sh")
            .args(["-c", &command])
            .output();
        assert_eq!(String::from_utf8(output.unwrap().stdout).unwrap(), url);
    }
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
    fn any_text_at_all_is_judged(text in any::<String>()) {
        prop_assert!(text.parse::<DatabaseUrl>().is_err());
    }
}
