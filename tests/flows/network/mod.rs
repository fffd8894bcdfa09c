//! Whom Plinth contacts: the real command line in a network of its own, where every packet is seen.

use std::collections::BTreeSet;

use plinth_tests::shell::Shell;
use plinth_tests::watched::{self, Network};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_contacts_what_it_lists_and_nothing_else() {
    let Some(network) = Network::enter().await else {
        let test = "network::the_command_line_contacts_what_it_lists_and_nothing_else";
        return watched::run_inside(test).await;
    };
    let shell = Shell::start().await;
    let agent = agent(&shell).await;
    assert_eq!(
        network.seen().await.contacts(),
        BTreeSet::new(),
        "an idle agent"
    );

    work(&shell, &network).await;
    let listed = shell.json(&["network", "list"]).await;
    let seen = network.seen().await;
    assert_eq!(seen.contacts(), watched::listed(&listed), "{listed:#}");
    assert_eq!(seen.names, watched::listed_names(&listed));
    let reasons: BTreeSet<_> = items(&listed)
        .filter_map(|it| it["reason"].as_str())
        .collect();
    let all = [
        "connectionTest",
        "instantService",
        "mailServerTest",
        "managementApi",
        "sqlFile",
    ];
    assert_eq!(reasons, BTreeSet::from(all));
    let unanswered: BTreeSet<_> = items(&listed)
        .filter(|it| it["isLocal"] == false)
        .inspect(|it| assert_eq!(it["count"], it["unanswered"], "{it}"))
        .filter_map(|it| it["address"].as_str())
        .collect();
    assert_eq!(
        unanswered,
        BTreeSet::from(["mail.example:2525", "platform.example:443"])
    );

    // What was counted is there after the process has ended, and after a process was killed that had time to save it.
    end(agent).await;
    assert_eq!(shell.json(&["network", "list"]).await, listed);

    // Whoever contacts somebody else is found out.
    std::net::TcpStream::connect("198.51.100.9:81").unwrap_err();
    let datagram = std::net::UdpSocket::bind("0.0.0.0:0").unwrap();
    datagram.send_to(b"x", "198.51.100.9:123").unwrap();
    let now = network.seen().await.contacts();
    let unlisted: BTreeSet<_> = now.difference(&watched::listed(&listed)).cloned().collect();
    let found = ["198.51.100.9:123", "198.51.100.9:81"].map(str::to_owned);
    assert_eq!(unlisted, BTreeSet::from(found));
}

/// Everything that contacts somebody.
async fn work(shell: &Shell, network: &Network) {
    let platform = &network.platform;
    shell
        .connect(
            "Shop",
            &platform.base_url,
            &platform.instant_url,
            &platform.ca_file,
            &platform.key,
        )
        .await;
    let made = shell
        .json(&["projects", "create", "--name", "shop", "--wait"])
        .await;
    let project = made["project"]["id"].as_str().unwrap();
    shell
        .ok(&["connect", "--project-id", project, "--check"])
        .await;

    let seed = shell.path().join("seed.sql");
    std::fs::write(&seed, "CREATE TABLE item (id int);").unwrap();
    let database = shell.json(&["temp", "create", "--service", "Shop"]).await;
    let id = database["id"].as_str().unwrap();
    shell
        .ok(&["temp", "seed", id, seed.to_str().unwrap()])
        .await;

    let of_mail = ["auth", "email", "probe", "--project-id", project];
    let server = ["--host", "mail.example", "--port", "2525"];
    shell.ok(&[&of_mail[..], &server].concat()).await;

    let elsewhere = ["accounts", "add", "--name", "Elsewhere"];
    let address = ["--base-url", "https://platform.example/api/v2"];
    let said = shell
        .run_with("napi_elsewhere\n", &[&elsewhere[..], &address].concat())
        .await;
    assert_eq!(said.code, Some(7), "nobody answers there: {said:#?}");
}

fn items(listed: &Value) -> impl Iterator<Item = &Value> {
    listed.as_array().unwrap().iter()
}

async fn agent(shell: &Shell) -> tokio::process::Child {
    let agent = shell.command(&["agent"]).spawn().unwrap();
    let socket = shell.data().join("run/host.sock");
    testkit::until("the agent listens", async || socket.exists()).await;
    agent
}

/// As a person's system ends it.
async fn end(mut agent: tokio::process::Child) {
    let pid = agent.id().and_then(|id| Pid::from_raw(id.cast_signed()));
    kill_process(pid.unwrap(), Signal::TERM).unwrap();
    agent.wait().await.unwrap();
}
