//! Links: which are opened, and what of them is shown first.

use app::link::{LinkError, LinkHost, Origins, check, claim_id};
use proptest::prelude::*;
use secrecy::ExposeSecret;

const ID: &str = "0198f3a0-7c1e-7000-8000-3f5a9c2b1d4e";

fn sandbox(address: &str) -> Origins {
    Origins {
        own_sandbox: Some(address.parse().unwrap()),
    }
}

#[test]
fn only_https_and_the_own_sandbox_are_opened() {
    let own = sandbox("http://127.0.0.1:4000/");
    let check = |link: &str, allowed: &Origins, expected: Result<&str, LinkError>| {
        let found = check(link, allowed).map(|link| link.host.ascii);
        assert_eq!(found, expected.map(str::to_owned), "{link:?}");
    };
    let none = Origins::default();
    check(
        &format!("https://neon.new/claim/{ID}"),
        &none,
        Ok("neon.new"),
    );
    check("HTTPS://Neon.New", &none, Ok("neon.new"));
    check(
        "https://example.com:8443/a?b#c",
        &none,
        Ok("example.com:8443"),
    );
    check("https://[::1]:9/", &none, Ok("[::1]:9"));
    check("http://127.0.0.1:4000/claim/x", &own, Ok("127.0.0.1:4000"));
    check("https://neon.new/", &own, Ok("neon.new"));
    // Scheme, host and port have to be exactly those of the sandbox.
    for link in [
        "http://neon.new/",
        "http://127.0.0.1:4001/",
        "http://127.0.0.1/",
        "http://localhost:4000/",
        "http://127.0.0.2:4000/",
        "ftp://127.0.0.1:4000/",
        "javascript:alert(1)",
        "mailto:a@b.c",
        "data:text/html,x",
        "file:///etc/passwd",
        "vscode://open",
    ] {
        check(link, &own, Err(LinkError::Scheme));
    }
    check("http://127.0.0.1:4000/", &none, Err(LinkError::Scheme));
    // A sandbox is on this machine, whatever the address says.
    let elsewhere = sandbox("http://example.com/");
    check("http://example.com/", &elsewhere, Err(LinkError::Scheme));
    let local = sandbox("http://localhost:4000");
    check(
        "http://localhost:4000/claim/x",
        &local,
        Ok("localhost:4000"),
    );

    for link in [
        "https://a@neon.new/",
        "https://a:b@neon.new",
        "https://@neon.new/",
        "https://neon.new@evil.example/",
        "http://x@127.0.0.1:4000/",
    ] {
        check(link, &own, Err(LinkError::UserInfo));
    }
    for link in [
        "",
        "neon.new",
        "//neon.new",
        "/claim/x",
        "https:neon.new",
        "https:/neon.new",
        "https://",
        "https:///x",
        "https://a b",
        "https://exa<mple",
    ] {
        let found = app::link::check(link, &none).map(|link| link.host);
        assert!(
            matches!(found, Err(LinkError::Malformed | LinkError::Characters)),
            "{link:?}"
        );
    }
    for link in [
        " https://neon.new",
        "https://neon.new/\n",
        "https://neon.new/\t",
        "https://neon.new/a b",
        "https://neon\u{200b}.new/",
        "https://neon.new/\u{202e}x",
        "https://neon.new/\u{0}",
        "\u{feff}https://neon.new",
    ] {
        check(link, &none, Err(LinkError::Characters));
    }
    check(
        "https://evil.example\\@neon.new/",
        &none,
        Err(LinkError::Backslash),
    );
    let long = format!("https://neon.new/{}", "a".repeat(2048));
    check(&long, &none, Err(LinkError::TooLong));
}

#[test]
fn a_host_in_another_script_is_shown_both_ways() {
    let host = |link: &str| check(link, &Origins::default()).unwrap().host;
    let both = LinkHost {
        ascii: "xn--bcher-kva.example:444".to_owned(),
        unicode: Some("bücher.example:444".to_owned()),
    };
    assert_eq!(host("https://bücher.example:444/x"), both);
    assert_eq!(host("https://xn--bcher-kva.example:444/x"), both);
    assert!(host("https://nеon.new/").ascii.starts_with("xn--"));
    assert_eq!(host("https://neon.new/").unicode, None);
}

#[test]
fn the_id_is_read_from_both_forms_of_a_claim_link() {
    let id = |link: &str| claim_id(link).map(|id| id.expose_secret().to_owned());
    for link in [
        format!("https://neon.new/claim/{ID}"),
        format!("https://neon.new/database/{ID}"),
        format!("https://neon.new/claim/{ID}/"),
        format!("https://neon.new/claim/{ID}?from=x#y"),
        format!("http://127.0.0.1:4000/claim/{ID}"),
        format!("https://neon.new/claim/{}", ID.to_uppercase()),
    ] {
        assert_eq!(id(&link).as_deref(), Some(ID), "{link}");
    }
    for link in [
        "https://neon.new/claim/".to_owned(),
        "https://neon.new/claim/abc".to_owned(),
        format!("https://neon.new/claim/{ID}x"),
        format!("https://neon.new/claim/{{{ID}}}"),
        format!("https://neon.new/other/{ID}"),
        format!("https://neon.new/api/v1/database/{ID}"),
        format!("https://neon.new/claim/{ID}/more"),
        format!("https://neon.new/?claim/{ID}"),
        format!("https://u@neon.new/claim/{ID}"),
        format!("ftp://neon.new/claim/{ID}"),
        ID.to_owned(),
    ] {
        assert_eq!(id(&link), None, "{link}");
    }
}

#[test]
fn a_claim_link_is_never_printed() {
    let link = format!("https://neon.new/claim/{ID}");
    let checked = check(&link, &Origins::default()).unwrap();
    assert!(!format!("{checked:?} {:?}", claim_id(&link)).contains("0198f3a0"));
    assert_eq!(checked.claim_id().unwrap().expose_secret(), ID);
}

proptest! {
    #[test]
    fn an_opened_link_leads_where_it_says(text in "(https|http|HTTPS|ftp)(:|:/|://|:\\\\\\\\)[a-z0-9@:/\\\\?#.%\\[\\]é\u{202e} -]{0,24}") {
        let own = sandbox("http://127.0.0.1:4000");
        if let Ok(link) = check(&text, &own) {
            let url = link.url.expose_secret();
            prop_assert!(url.starts_with("https://") || (link.own_sandbox && url.starts_with("http://127.0.0.1:4000/")));
            let rest = url.split_once("://").map_or("", |parts| parts.1);
            let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            prop_assert_eq!(&rest[..end], link.host.ascii);
            prop_assert!(!rest[..end].contains('@') && url.is_ascii());
            prop_assert!(!url.chars().any(|c| c.is_control() || c.is_whitespace()));
        }
    }

    #[test]
    fn any_text_is_checked_without_a_panic(text in any::<String>()) {
        let checked = check(&text, &Origins::default());
        prop_assert!(checked.is_err() || text.to_ascii_lowercase().starts_with("https://"));
        prop_assert!(claim_id(&text).is_none());
    }
}
