//! Completion by the script that a real bash reads.

use plinth_tests::shell::program;

use super::Person;

/// Reads the script, and completes the last of the words.
const COMPLETE: &str = r#"
    source <(plinth completions bash)
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_TYPE=9
    _clap_complete_plinth plinth "${COMP_WORDS[COMP_CWORD]}" ""
    printf '%s\n' "${COMPREPLY[@]}"
"#;

/// The words that bash offers.
async fn offered(person: &Person, words: &str, variables: &[(&str, &str)]) -> Vec<String> {
    let programs = program().parent().unwrap().to_owned();
    let path = std::env::var("PATH").unwrap();
    let mut command = person
        .shell
        .other("bash", &["-c", COMPLETE, "bash", "plinth"]);
    command
        .args(words.split(' '))
        .envs(variables.iter().copied())
        .env("PATH", format!("{}:{path}", programs.display()));
    let output = command.output().await.unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && err.is_empty(), "{words}: {err}");
    let out = String::from_utf8(output.stdout).unwrap();
    // Where no name is known, the options are offered.
    let offered = out
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('-'));
    offered.map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_completed_as_they_were_last_read_and_nothing_is_sent() {
    let person = Person::new().await;
    let shop = person.project("shop").await;
    let backend = person.project("backend").await;
    for (project, branch) in [(&shop, "feature"), (&shop, "my work"), (&backend, "other")] {
        let args = [
            "branches",
            "create",
            "--project-id",
            project,
            "--name",
            branch,
            "--wait",
        ];
        person.shell.ok(&args).await;
    }
    person.shell.ok(&["projects", "list"]).await;
    let listed = person
        .shell
        .json(&["branches", "list", "--project-id", &shop])
        .await;
    person
        .shell
        .ok(&["databases", "list", "--project-id", &shop])
        .await;
    let mut branches = listed.as_array().unwrap().iter();
    let odd = branches.find(|branch| branch["name"] == "my work").unwrap();
    let odd = odd["id"].as_str().unwrap();
    let sent = person.platform.requests().len();

    for (words, expected) in [
        ("branches del", &["delete"][..]),
        ("projects get sh", &["shop"]),
        ("projects get quiet-unknown", &[]),
        ("branches get --project-id shop fea", &["feature"]),
        ("branches get --project-id shop oth", &[]),
        (
            &format!("branches get --project-id {backend} oth"),
            &["other"],
        ),
        ("connect --project-id shop feat", &["feature"]),
        ("branches list --account Sh", &["Shop"]),
        ("branches list --account Nobody --project-id sh", &[]),
        // A name of two words is offered by its id.
        (&format!("branches get --project-id shop {odd}"), &[odd]),
    ] {
        assert_eq!(offered(&person, words, &[]).await, expected, "{words}");
    }
    let databases = offered(&person, "connect --project-id shop --database ", &[]).await;
    assert_eq!(databases, ["svcdb"]);
    let with_key = [("PLINTH_API_KEY", "of-another-account")];
    let names = offered(&person, "projects get sh", &with_key).await;
    assert_eq!(names, [""; 0], "the names of another account");
    assert_eq!(person.platform.requests().len(), sent, "a request was sent");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn completion_without_any_data_offers_commands_and_makes_no_folder() {
    let person = Person::stranger(|_| {}).await;
    assert_eq!(offered(&person, "proj", &[]).await, ["projects"]);
    assert_eq!(offered(&person, "projects get ", &[]).await, [""; 0]);
    assert!(!person.shell.data().exists(), "a data folder was made");
    person.stop().await;
}
