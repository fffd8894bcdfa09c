//! Checks that the flow `missing.rs` runs every verb that takes the name of a thing.

use std::any::TypeId;
use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{ArgMatches, Command};

use crate::arguments::Arguments;

#[path = "../../../tests/flows/command_line/missing_rows.rs"]
mod missing_rows;
use missing_rows::{BY_ID, HERE, OF_ACCOUNT, OF_PROJECT, OF_SANDBOX, OF_SANDBOX_PROJECT};

/// Arguments that take a text and name nothing that has to be there: the commands (all below them too), the arguments, and why.
const NAME_NOTHING: &[(&str, &[&str], &str)] = &[
    (
        "",
        &["api_key", "api_url", "ca_file", "context_file"],
        "they say how and where a request is sent",
    ),
    (
        "",
        &[
            "name",
            "new",
            "new_name",
            "new_project",
            "preserve_as",
            "save_as",
        ],
        "they name something new",
    ),
    ("", &["at", "base_at", "expires_at"], "they are times"),
    ("", &["cu"], "it is a size"),
    ("", &["more"], "psql gets them"),
    (
        "",
        &["file", "seed", "env", "into"],
        "they are files: exit code 11",
    ),
    (
        "",
        &["variable", "env_file", "public_prefix"],
        "they are variables and files of a folder",
    ),
    (
        "",
        &["service"],
        "it is a place, or the address of a service",
    ),
    (
        "",
        &["reference", "referrer"],
        "they are texts for the service",
    ),
    (
        "accounts",
        &["base_url", "instant_url"],
        "they are addresses",
    ),
    ("connect", &["form"], "it is a word of a list"),
    ("history", &["text"], "it is looked for"),
    (
        "projects",
        &["region_id"],
        "the platform refuses an unknown region as not valid",
    ),
    (
        "projects create",
        &["database", "role"],
        "they name something new",
    ),
    ("projects", &["email"], "it is a person's address"),
    ("orgs invite", &["email"], "it is a person's address"),
    (
        "auth",
        &["email", "roles", "search", "domain", "url", "events"],
        "they are values",
    ),
    (
        "auth providers add",
        &["provider"],
        "it names something new",
    ),
    (
        "auth providers",
        &["client_id", "microsoft_tenant_id"],
        "they are values for a provider",
    ),
    (
        "auth email",
        &["host", "username", "sender_email", "sender_name", "to"],
        "they are values of a mail server",
    ),
    (
        "folders add",
        &["folder"],
        "it is a folder of the disk: exit code 11",
    ),
    (
        "folders scan",
        &["folders"],
        "they are folders of the disk: exit code 11",
    ),
    (
        "folders import",
        &["folder"],
        "it is a folder of the disk: exit code 11",
    ),
    (
        "folders update",
        &["database", "role", "branch", "project_id"],
        "they are those of `folders add`",
    ),
    ("temp copy", &["database"], "it names something new"),
    (
        "temp copy",
        &["owner", "org_id"],
        "they need a temporary database: `save_errors.rs` has them",
    ),
    ("sandbox options", &["set"], "it is a value"),
    ("sql", &["command"], "it is SQL"),
    ("sql", &["out"], "it is a file: exit code 11"),
    (
        "tables describe",
        &["table"],
        "it needs a server: `sql.rs` has it",
    ),
    (
        "run",
        &["folder"],
        "it is a folder of the disk: exit code 11",
    ),
];

/// The name in each row, which no word of a row contains.
const NAME: &str = "NAME-OF-A-THING";

#[test]
fn every_name_of_a_thing_stands_in_a_row() {
    let whole = Arguments::whole();
    let mut texts = BTreeSet::new();
    collect_texts(&whole, "", &mut texts);
    let rows = [
        OF_ACCOUNT,
        OF_PROJECT,
        OF_SANDBOX_PROJECT,
        OF_SANDBOX,
        BY_ID,
        HERE,
    ];
    let mut named = BTreeSet::new();
    for row in rows.concat() {
        let words = row.split(' ').map(|word| match word.starts_with('{') {
            true => NAME,
            false => word,
        });
        let words = std::iter::once("plinth").chain(words);
        let read = whole.clone().try_get_matches_from(words);
        let read = read.unwrap_or_else(|error| panic!("{row}: {error}"));
        assert!(row.contains('{'), "{row}");
        collect_named(&read, "", &mut named);
    }
    let is_excepted = |(command, arg): &(String, String)| {
        NAME_NOTHING
            .iter()
            .any(|(of, args, _)| is_below(command, of) && args.contains(&&**arg))
    };
    let missing: Vec<_> = texts
        .iter()
        .filter(|it| !named.contains(it) && !is_excepted(it))
        .collect();
    assert!(
        missing.is_empty(),
        "in no row of missing_rows.rs: {missing:#?}"
    );
    for (of, args, _) in NAME_NOTHING {
        for wanted in *args {
            let fits = |(command, arg): &&(String, String)| is_below(command, of) && arg == wanted;
            let is_used = texts.iter().filter(fits).any(|it| !named.contains(it));
            assert!(is_used, "the exception for {wanted} of {of:?} is of no use");
        }
    }
}

fn is_below(command: &str, of: &str) -> bool {
    of.is_empty() || command == of || command.starts_with(&format!("{of} "))
}

/// Each argument that takes any text, with the command that declares it.
fn collect_texts(command: &Command, path: &str, found: &mut BTreeSet<(String, String)>) {
    for arg in command
        .get_arguments()
        .filter(|it| it.get_action().takes_values())
    {
        let kind = arg.get_value_parser().type_id();
        let is_text = kind == TypeId::of::<String>() || kind == TypeId::of::<PathBuf>();
        if is_text && arg.get_possible_values().is_empty() {
            found.insert((path.to_owned(), arg.get_id().to_string()));
        }
    }
    for below in command.get_subcommands() {
        collect_texts(below, format!("{path} {}", below.get_name()).trim(), found);
    }
}

/// The arguments that have the name.
fn collect_named(read: &ArgMatches, path: &str, found: &mut BTreeSet<(String, String)>) {
    for id in read.ids() {
        let values = read.try_get_raw(id.as_str()).ok().flatten();
        if values.into_iter().flatten().any(|value| value == NAME) {
            found.insert((path.to_owned(), id.to_string()));
        }
    }
    if let Some((name, below)) = read.subcommand() {
        collect_named(below, format!("{path} {name}").trim(), found);
    }
}
