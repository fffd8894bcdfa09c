//! No secret is printed that was not asked for.

use super::{Person, text};

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_masked_until_they_are_asked_for() {
    let person = Person::new().await;
    let shell = &person.shell;
    let mut heard = String::new();
    let args = ["projects", "create", "--name", "shop", "--wait"];
    for output in ["table", "json"] {
        let said = shell
            .run(&[&args[..], &["--output", output]].concat())
            .await;
        assert_eq!(said.code, Some(0), "{said:#?}");
        heard += &(said.out + &said.err);
    }
    assert!(heard.contains("--reveal"), "it is said how: {heard}");
    let listed = shell.json(&["projects", "list"]).await;
    let id = text(&listed["projects"][0]["id"]);
    let of = |noun: &'static str, rest: &[&'static str]| {
        let mut args = vec![noun.to_owned(), "--project-id".to_owned(), id.clone()];
        args.extend(rest.iter().map(|it| (*it).to_owned()));
        args
    };
    for args in [
        of("roles", &["create", "ada", "--wait"]),
        of("roles", &["create", "eve", "--wait", "--json"]),
        of("roles", &["reset-password", "ada", "--wait", "--yes"]),
        of("branches", &["create", "--name", "dev", "--wait"]),
        of(
            "branches",
            &["create", "--name", "next", "--wait", "--json"],
        ),
        of("connect", &["--database", "svcdb", "--role", "ada"]),
        of(
            "connect",
            &["--database", "svcdb", "--role", "ada", "--form", "env"],
        ),
        of(
            "connect",
            &[
                "--database",
                "svcdb",
                "--role",
                "ada",
                "--form",
                "node",
                "--json",
            ],
        ),
        of(
            "connect",
            &["--forms", "--json", "--database", "svcdb", "--role", "ada"],
        ),
    ] {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let said = shell.run(&args).await;
        assert_eq!(said.code, Some(0), "{args:?}: {said:#?}");
        heard += &(said.out + &said.err);
    }
    let refused = of("roles", &["password", "ada"]);
    let refused: Vec<&str> = refused.iter().map(String::as_str).collect();
    assert_eq!(shell.run(&refused).await.code, Some(2));

    let mut known = vec![person.platform.key.clone()];
    let roles = shell.json(&["roles", "--project-id", &id, "list"]).await;
    for role in roles.as_array().unwrap() {
        let name = text(&role["name"]);
        let args = ["roles", "--project-id", &id, "password", &name, "--reveal"];
        let password = text(&shell.json(&args).await["password"]);
        assert_eq!(shell.ok(&args).await.trim_end(), password);
        known.push(password);
    }
    assert!(known.len() >= 3);
    for secret in known {
        assert!(secret.len() >= 12, "{secret}");
        assert!(!heard.contains(&secret), "a secret was printed");
    }
    let args = of(
        "connect",
        &["--database", "svcdb", "--role", "ada", "--reveal"],
    );
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let url = shell.ok(&args).await;
    assert!(url.starts_with("postgresql://ada:"), "{url}");
    person.stop().await;
}
