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
    for args in [
        of("roles", &["password", "ada"]),
        of("auth", &["create-keys"]),
        of("auth", &["transfer"]),
        of("auth", &["enable"]),
    ] {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let said = shell.run(&args).await;
        assert_eq!(said.code, Some(2), "{args:?}: {said:#?}");
        assert!(said.err.contains("--reveal"), "{args:?}: {said:#?}");
    }
    let unmade = shell.run(&["keys", "create", "--name", "k"]).await;
    assert_eq!(unmade.code, Some(2), "{unmade:#?}");
    let keys = shell.json(&["keys", "list"]).await;
    let keys = keys.as_array().unwrap();
    assert!(keys.iter().all(|key| key["key"]["name"] != "k"), "{keys:?}");

    // A folder's string is a secret too, also where it is only shown what would be written.
    let folder = super::folders::project(&person, "shop-folder");
    let path = folder.to_str().unwrap();
    let add = ["folders", "add", path, "--project-id", &id];
    shell.json(&add).await;
    for args in [
        &["folders", "ensure", path, "--dry-run"][..],
        &["folders", "ensure", path],
        &["folders", "ensure", path, "--yes"],
        &["folders", "get", path],
        &["folders", "list"],
        &["folders", "scan", path],
        &["folders", "write-all", "--dry-run"],
        &["projects", "create", "--name", "x", "--dry-run"],
        &["keys", "create", "--name", "x", "--dry-run"],
        &["projects", "get", &id, "--dry-run"],
        &[
            "connect",
            "--project-id",
            &id,
            "--branch",
            "br-some-1",
            "--dry-run",
        ],
    ] {
        for output in ["table", "json"] {
            let said = shell.run(&[args, &["--output", output]].concat()).await;
            assert!(matches!(said.code, Some(0 | 2)), "{args:?}: {said:#?}");
            heard += &(said.out + &said.err);
        }
    }
    let written = super::folders::value(&folder, "DATABASE_URL");

    let mut known = vec![person.platform.key.clone(), written];
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
