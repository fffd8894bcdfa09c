use api::{DatabaseId, InstantUrl, InvalidUrl, ProjectId};

#[test]
fn only_safe_addresses_are_taken() {
    let good = [
        ("https://neon.new", "https://neon.new"),
        ("  https://neon.new/ ", "https://neon.new"),
        ("HTTPS://Neon.New", "https://neon.new"),
        ("https://neon.new:443", "https://neon.new"),
        (
            "https://example.test:8443/a//b/",
            "https://example.test:8443/a/b",
        ),
        ("http://127.0.0.1:4000", "http://127.0.0.1:4000"),
        ("http://127.9.9.9", "http://127.9.9.9"),
        ("http://localhost:1/x", "http://localhost:1/x"),
        ("http://[::1]:8080//", "http://[::1]:8080"),
    ];
    for (typed, kept) in good {
        assert_eq!(
            InstantUrl::parse(typed).map(|url| url.as_str().to_owned()),
            Ok(kept.to_owned()),
            "{typed}"
        );
    }
    let bad = [
        ("", InvalidUrl::Malformed),
        ("neon.new", InvalidUrl::Malformed),
        ("https://", InvalidUrl::Malformed),
        ("mailto:a@example.test", InvalidUrl::Malformed),
        ("http://neon.new", InvalidUrl::Insecure),
        ("http://192.168.1.4", InvalidUrl::Insecure),
        ("http://localhost.example.test", InvalidUrl::Insecure),
        ("http://127.0.0.1.example.test", InvalidUrl::Insecure),
        ("http://[::2]", InvalidUrl::Insecure),
        ("ftp://localhost", InvalidUrl::Insecure),
        ("https://user@neon.new", InvalidUrl::Credentials),
        ("https://user:pw@neon.new", InvalidUrl::Credentials),
        ("https://:pw@neon.new", InvalidUrl::Credentials),
        ("https://neon.new?x=1", InvalidUrl::Trailing),
        ("https://neon.new/#x", InvalidUrl::Trailing),
    ];
    for (typed, reason) in bad {
        assert_eq!(InstantUrl::parse(typed), Err(reason), "{typed}");
        assert!(
            reason.hint().ends_with('.'),
            "a hint is a sentence: {typed}"
        );
        assert!(
            !reason.to_string().ends_with('.'),
            "a message is none: {typed}"
        );
    }
    assert!(
        InstantUrl::parse("https://localhost")
            .unwrap()
            .is_loopback()
    );
    assert!(!InstantUrl::parse("https://neon.new").unwrap().is_loopback());
}

#[test]
fn ids_stand_for_themselves_in_a_path() {
    for good in [
        "a",
        "misty-meadow-12345678",
        "01985a2e-7d31-7b6e-9d1c-0f3a5b7c9d2e",
        "a.b_c~d",
    ] {
        assert_eq!(ProjectId::parse(good).unwrap().as_str(), good);
        assert_eq!(DatabaseId::parse(good).unwrap().expose(), good);
    }
    let long = "a".repeat(129);
    for bad in [
        "",
        ".",
        "..",
        "-",
        "a/b",
        "a?b",
        "a#b",
        "a%2e",
        "a b",
        "ä",
        "a\n",
        long.as_str(),
    ] {
        assert!(ProjectId::parse(bad).is_err(), "{bad}");
        assert!(DatabaseId::parse(bad).is_err(), "{bad}");
    }
    assert_eq!(
        DatabaseId::from_random([0xff; 16]).expose(),
        "ffffffff-ffff-4fff-bfff-ffffffffffff"
    );
}
