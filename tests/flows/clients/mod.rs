//! Other people's clients connect with the strings as they are given, by what the Code tab says of them.

mod install;
mod instant;
mod mark;
mod run;
mod table;

use std::time::Instant;

use app::view::{ConnectSource, ConnectionRequest, FormId};
use app::{connection_card, databases};
use plinth_tests::is_thorough;
use testkit::sql;
use url::Url;

use crate::management::fixture::{ManagementFixture, Project};
use crate::product::source_of;
use install::Python;
use mark::{answering, mark};
use run::{Given, Tools};
use table::{CLIENTS, Client};

/// A connection string and what a client must read by it.
struct Target {
    name: String,
    /// Whose Code tab is open.
    source: ConnectSource,
    url: String,
    mark: String,
    is_of_plinth: bool,
}

impl Target {
    /// Java's form is an address of its own, which Plinth makes of its own databases alone.
    fn is_for(&self, client: &Client) -> bool {
        client.form != Some(FormId::Jdbc) || self.is_of_plinth
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_client_connects_with_the_string_as_given() {
    let fixture = ManagementFixture::start().await;
    let tools = tools(&fixture);
    let mut targets = Vec::new();
    for (name, [pooled, direct]) in [
        ("temporary", temporary(&fixture).await),
        ("project", project(&fixture).await),
    ] {
        let mark = mark();
        for (how, (source, form)) in [("pooled", pooled), ("direct", direct)] {
            let url = text(&fixture, &source, form).await;
            targets.push(Target {
                name: format!("{name}, {how}"),
                source,
                url,
                mark: mark.clone(),
                is_of_plinth: true,
            });
        }
        let last = targets.last().unwrap();
        let client = sql::connect(&fixture.product.ca(), &last.url).await;
        sql::run(&client, &answering(&mark)).await;
    }
    if is_thorough() {
        for tool in instant::TOOLS {
            let made = instant::create(&fixture, &tools, tool).await;
            let source = targets[0].source.clone();
            targets.extend(made.into_iter().map(|(variable, url, mark)| Target {
                name: format!("{tool}, {variable}"),
                source: source.clone(),
                url,
                mark,
                is_of_plinth: false,
            }));
        }
    }
    let failures = failures(&fixture, &tools, &targets).await;
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_form_leads_to_a_database_of_an_odd_name() {
    let fixture = ManagementFixture::start().await;
    let tools = tools(&fixture);
    let project = fixture.project("odd").await;
    let mut targets = Vec::new();
    for name in ["a b", "q'x", "näme", "a%3Ab", "a?b&c+d"] {
        let (id, branch) = (&project.id, &project.branch);
        let owner = "svcdb_owner";
        databases::create(fixture.app(), &fixture.account, id, branch, name, owner)
            .await
            .unwrap();
        fixture.finished(id).await;
        let source = source_in(&fixture, &project, name, true);
        let url = text(&fixture, &source, FormId::Pooled).await;
        let mark = mark();
        let client = sql::connect(&fixture.product.ca(), &url).await;
        sql::run(&client, &answering(&mark)).await;
        targets.push(Target {
            name: name.to_owned(),
            source,
            url,
            mark,
            is_of_plinth: true,
        });
    }
    let failures = failures(&fixture, &tools, &targets).await;
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    fixture.stop().await;
}

/// Runs the clients with each target, and returns what did not work.
async fn failures(fixture: &ManagementFixture, tools: &Tools, targets: &[Target]) -> Vec<String> {
    let mut failures = Vec::new();
    for client in CLIENTS
        .iter()
        .filter(|client| client.is_usual || is_thorough())
    {
        if let Some(needs) = Tools::missing(client) {
            println!("{:<34} left out: {needs}", client.name);
            continue;
        }
        let name = format!("{} {}", client.name, tools.version(client));
        for target in targets.iter().filter(|target| target.is_for(client)) {
            let began = Instant::now();
            let outcome = connects(fixture, tools, client, target).await;
            let word = if outcome.is_ok() { "ok" } else { "failed" };
            println!(
                "{name:<34} {:<30} {word} {} ms",
                target.name,
                began.elapsed().as_millis()
            );
            if let Err(why) = outcome {
                failures.push(format!("{name}, {}: {why}", target.name));
            }
        }
    }
    failures
}

fn tools(fixture: &ManagementFixture) -> Tools {
    let postgres = fixture.product.sandbox.postgres.as_ref().unwrap();
    Tools {
        postgres: postgres.bin_dir.clone(),
        // The interface has node-postgres, so the usual run installs nothing of npm.
        node_modules: match is_thorough() {
            true => install::node_modules(),
            false => concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/node_modules").into(),
        },
        python: Python::find(),
    }
}

type Strings = [(ConnectSource, FormId); 2];

async fn temporary(fixture: &ManagementFixture) -> Strings {
    let made = fixture.product.create().await;
    [FormId::Pooled, FormId::Direct].map(|form| (source_of(&made.id), form))
}

async fn project(fixture: &ManagementFixture) -> Strings {
    let project = fixture.project("clients").await;
    [(true, FormId::Pooled), (false, FormId::Direct)].map(|(pooled, form)| {
        let source = source_in(fixture, &project, "svcdb", pooled);
        (source, form)
    })
}

fn source_in(
    fixture: &ManagementFixture,
    project: &Project,
    database: &str,
    pooled: bool,
) -> ConnectSource {
    ConnectSource::Project {
        account_id: fixture.account.clone(),
        project_id: project.id.clone(),
        request: ConnectionRequest {
            database: database.to_owned(),
            role: "svcdb_owner".to_owned(),
            branch_id: Some(project.branch.clone()),
            compute_id: None,
            pooled: Some(pooled),
        },
    }
}

async fn text(fixture: &ManagementFixture, source: &ConnectSource, form: FormId) -> String {
    let revealed = connection_card::reveal(fixture.app(), source, form).await;
    revealed.unwrap().text
}

async fn connects(
    fixture: &ManagementFixture,
    tools: &Tools,
    client: &Client,
    target: &Target,
) -> Result<(), String> {
    let code = match client.form {
        Some(form) => text(fixture, &target.source, form).await,
        None => String::new(),
    };
    let parsed = Url::parse(&target.url).unwrap();
    let shows_password = parsed.password().is_some_and(|it| code.contains(it));
    if shows_password && client.form != Some(FormId::Jdbc) {
        return Err("the program holds the password".to_owned());
    }
    let given = Given {
        url: &target.url,
        code: &code,
    };
    let folder = tempfile::tempdir_in(fixture.product.path()).unwrap();
    let printed = tools.run(client, given, folder.path()).await?;
    match printed.contains(&target.mark) {
        true => Ok(()),
        false => Err(format!("the database said something else: {printed}")),
    }
}
