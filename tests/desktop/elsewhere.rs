//! A second client changes a platform while the window shows it: each change shows by itself, and no row moves under the
//! pointer for it.

use plinth_tests::is_thorough;
use serde_json::{Value, json};
use testkit::sql;

use crate::accounts::Platform;
use crate::harness::{Desktop, Window};
use crate::keys::organization;
use crate::projects::people::administer;
use crate::projects::{connected, get};

/// The text that the window shows once it has read a change.
enum Then {
    Sees(&'static str),
    NoLongerSees(&'static str),
}
use Then::{NoLongerSees, Sees};

/// A screen, and what a second client does while it is shown. In addresses `{project}`, `{branch}`, `{compute}` and
/// `{organization}` are the ids of those that were there, and `{made}` is the id of what was made last.
type Screen = (&'static str, &'static [Step]);
type Step = (&'static str, &'static str, &'static str, Then);

const COMPUTES: Screen = (
    "project?account={account}&id={project}&tab=computes",
    &[
        (
            "POST",
            "/projects/{project}/endpoints/{compute}/suspend",
            "",
            Sees("Suspended"),
        ),
        ("psql", "", "", NoLongerSees("Suspended")),
        (
            "PATCH",
            "/projects/{project}/endpoints/{compute}",
            r#"{"endpoint":{"autoscaling_limit_min_cu":1,"autoscaling_limit_max_cu":2}}"#,
            Sees("1–2 CU"),
        ),
    ],
);

const BRANCHES: Screen = (
    "project?account={account}&id={project}&tab=branches",
    &[
        (
            "POST",
            "/projects/{project}/branches",
            r#"{"branch":{"name":"feature"}}"#,
            Sees("feature"),
        ),
        (
            "PATCH",
            "/projects/{project}/branches/{made}",
            r#"{"branch":{"name":"checkout"}}"#,
            Sees("checkout"),
        ),
        (
            "PATCH",
            "/projects/{project}/branches/{made}",
            r#"{"branch":{"protected":true}}"#,
            Sees("protected"),
        ),
        (
            "PATCH",
            "/projects/{project}/branches/{made}",
            r#"{"branch":{"protected":false}}"#,
            NoLongerSees("protected"),
        ),
        (
            "DELETE",
            "/projects/{project}/branches/{made}",
            "",
            NoLongerSees("checkout"),
        ),
    ],
);

const KEYS: Screen = (
    "keys",
    &[(
        "POST",
        "/api_keys",
        r#"{"key_name":"second laptop"}"#,
        Sees("second laptop"),
    )],
);

const MEMBERS: Screen = (
    "organization?id={organization}",
    &[(
        "POST",
        "/organizations/{organization}/invitations",
        r#"{"invitations":[{"email":"ana@example.com","role":"member"}]}"#,
        Sees("2 members"),
    )],
);

const OTHERS: &[Screen] = &[
    (
        "projects",
        &[
            (
                "POST",
                "/projects",
                r#"{"project":{"name":"Foundry"}}"#,
                Sees("Foundry"),
            ),
            (
                "PATCH",
                "/projects/{made}",
                r#"{"project":{"name":"Smithy"}}"#,
                Sees("Smithy"),
            ),
            ("DELETE", "/projects/{made}", "", NoLongerSees("Smithy")),
        ],
    ),
    (
        "project?account={account}&id={project}&tab=overview",
        &[(
            "PATCH",
            "/projects/{project}",
            r#"{"project":{"name":"Windmill"}}"#,
            Sees("Windmill"),
        )],
    ),
    (
        "project?account={account}&id={project}&tab=data",
        &[
            (
                "POST",
                "/projects/{project}/branches/{branch}/databases",
                r#"{"database":{"name":"ledger","owner_name":"svcdb_owner"}}"#,
                Sees("ledger"),
            ),
            (
                "DELETE",
                "/projects/{project}/branches/{branch}/databases/ledger",
                "",
                NoLongerSees("ledger"),
            ),
            (
                "POST",
                "/projects/{project}/branches/{branch}/roles",
                r#"{"role":{"name":"reporting"}}"#,
                Sees("reporting"),
            ),
        ],
    ),
    (
        "project?account={account}&id={project}&tab=snapshots",
        &[(
            "POST",
            "/projects/{project}/branches/{branch}/snapshot?name=before-friday",
            "{}",
            Sees("before-friday"),
        )],
    ),
    (
        "project?account={account}&id={project}&tab=history",
        &[(
            "POST",
            "/projects/{project}/branches",
            r#"{"branch":{"name":"nightly"}}"#,
            Sees("nightly"),
        )],
    ),
    (
        "project?account={account}&id={project}&tab=settings",
        &[
            (
                "POST",
                "/projects/{project}/permissions",
                r#"{"email":"bob@example.com"}"#,
                Sees("bob@example.com"),
            ),
            (
                "POST",
                "/projects/{project}/jwks",
                r#"{"jwks_url":"https://keys.example.com/jwks.json","provider_name":"Keys"}"#,
                Sees("keys.example.com"),
            ),
        ],
    ),
    (
        "project?account={account}&id={project}&tab=auth",
        &[(
            "POST",
            "/projects/{project}/branches/{branch}/auth",
            r#"{"auth_provider":"better_auth"}"#,
            Sees("Ready for production"),
        )],
    ),
    (
        "project?account={account}&id={project}&page=domains&tab=auth",
        &[
            (
                "POST",
                "/projects/{project}/branches/{branch}/auth/domains",
                r#"{"domain":"https://mill.example.com","auth_provider":"better_auth"}"#,
                Sees("https://mill.example.com"),
            ),
            (
                "DELETE",
                "/projects/{project}/branches/{branch}/auth/domains",
                r#"{"domains":[{"domain":"https://mill.example.com"}],"auth_provider":"better_auth"}"#,
                NoLongerSees("https://mill.example.com"),
            ),
        ],
    ),
    (
        "project?account={account}&id={project}&page=providers&tab=auth",
        &[(
            "POST",
            "/projects/{project}/branches/{branch}/auth/oauth_providers",
            r#"{"id":"github"}"#,
            Sees("GitHub"),
        )],
    ),
    (
        "project?account={account}&id={project}&page=email&tab=auth",
        &[(
            "PATCH",
            "/projects/{project}/branches/{branch}/auth/email_provider",
            r#"{"type":"standard","host":"mail.example.com","port":587,"username":"mill","password":"flour-and-water","sender_email":"mill@example.com","sender_name":"Mill"}"#,
            Sees("mail.example.com"),
        )],
    ),
    (
        "projects?tab=all",
        &[(
            "POST",
            "/projects",
            r#"{"project":{"name":"Bakery"}}"#,
            Sees("Bakery"),
        )],
    ),
    (
        "keys?tab={organization}",
        &[(
            "POST",
            "/organizations/{organization}/api_keys",
            r#"{"key_name":"pipeline"}"#,
            Sees("pipeline"),
        )],
    ),
    (
        "organization?id={organization}&tab=spending",
        &[(
            "PUT",
            "/organizations/{organization}/billing/spending_limit",
            r#"{"spending_limit_cents":4200}"#,
            Sees("42.00"),
        )],
    ),
    (
        "organization?id={organization}&tab=invitations",
        &[(
            "POST",
            "/organizations/{organization}/invitations",
            r#"{"invitations":[{"email":"carl@example.com","role":"member"}]}"#,
            Sees("carl@example.com"),
        )],
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn changes_by_a_second_client_show_by_themselves() {
    let (platform, mut desktop, window, second) = opened("elsewhere").await;
    // Nothing holds the rows.
    desktop.point_at(2, 2);
    let others = if is_thorough() { OTHERS } else { &[] };
    for (place, steps) in [COMPUTES, BRANCHES, KEYS, MEMBERS].iter().chain(others) {
        window.go(&format!("#/{}", second.filled(place, ""))).await;
        window.no_skeleton().await;
        let mut made = String::new();
        for (method, path, body, then) in *steps {
            if *method == "psql" {
                let client = sql::connect(&platform.running.ca_file, &second.uri).await;
                sql::run(&client, "SELECT 1").await;
            } else {
                let path = second.filled(path, &made);
                made = second
                    .send(&platform, method, &path, body)
                    .await
                    .unwrap_or(made);
            }
            match then {
                Sees(text) => window.sees(text).await,
                NoLongerSees(text) => window.no_longer_sees(text).await,
            }
        }
    }
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_moves_no_row_under_the_pointer() {
    let (platform, mut desktop, window, second) = opened("under-the-pointer").await;
    for name in ["beta", "gamma"] {
        let body = json!({ "branch": { "name": name } }).to_string();
        let path = second.filled("/projects/{project}/branches", "");
        second.send(&platform, "POST", &path, &body).await;
    }
    let place = second.filled(BRANCHES.0, "");
    window.go(&format!("#/{place}")).await;
    window.sees("gamma").await;
    until_rows(&window, &["main", "beta", "gamma"]).await;

    let [x, y] = middle_of(&window, "beta").await;
    desktop.point_at(x, y);
    let all = get(
        &platform,
        &second.filled("/projects/{project}/branches", ""),
    )
    .await;
    let beta = all["branches"]
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["name"] == "beta")
        .unwrap();
    let path = format!(
        "/projects/{}/branches/{}",
        second.project,
        beta["id"].as_str().unwrap()
    );
    second.send(&platform, "DELETE", &path, "").await;
    let path = second.filled("/projects/{project}/branches", "");
    second
        .send(&platform, "POST", &path, r#"{"branch":{"name":"alpha"}}"#)
        .await;
    window.sees("alpha").await;
    until_rows(
        &window,
        &["main", "No longer available. beta", "gamma", "alpha"],
    )
    .await;
    assert_eq!(middle_of(&window, "beta").await, [x, y]);

    desktop.point_at(2, 2);
    until_rows(&window, &["main", "alpha", "gamma"]).await;
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// Another client of the platform, with the ids of what is there.
struct Second {
    account: String,
    project: String,
    branch: String,
    compute: String,
    organization: String,
    uri: String,
}

async fn opened(name: &str) -> (Platform, Desktop, Window, Second) {
    let platform = Platform::start(true).await;
    let ana = json!({ "email": "ana@example.com", "name": "Ana" });
    administer(&platform, "/sandbox/users", ana).await;
    let made = platform.project("Mill").await;
    platform.settled().await;
    let (organization, _) = organization(&platform).await;
    let (desktop, window, account) = connected(name, &platform).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let second = Second {
        account,
        project: text(&made["project"]["id"]),
        branch: text(&made["branch"]["id"]),
        compute: text(&made["endpoints"][0]["id"]),
        organization,
        uri: text(&made["connection_uris"][0]["connection_uri"]),
    };
    (platform, desktop, window, second)
}

impl Second {
    fn filled(&self, address: &str, made: &str) -> String {
        address
            .replace("{account}", &self.account)
            .replace("{project}", &self.project)
            .replace("{branch}", &self.branch)
            .replace("{compute}", &self.compute)
            .replace("{organization}", &self.organization)
            .replace("{made}", made)
    }

    /// Changes something, and returns the id of a branch or project that was made.
    async fn send(
        &self,
        platform: &Platform,
        method: &str,
        path: &str,
        body: &str,
    ) -> Option<String> {
        let body = if body.is_empty() {
            Value::Null
        } else {
            serde_json::from_str(body).unwrap()
        };
        let reply = platform.send(method, path, body).await;
        assert!(
            (200..300).contains(&reply.status),
            "{method} {path}: {}",
            reply.body
        );
        platform.settled().await;
        if reply.body.is_empty() {
            return None;
        }
        let reply = reply.json();
        // The reply to a new project has its branch too.
        let id = ["project", "branch"]
            .iter()
            .find_map(|it| reply[it]["id"].as_str());
        id.filter(|_| method == "POST").map(str::to_owned)
    }
}

/// Waits until the names in the tree are these, from top to bottom.
async fn until_rows(window: &Window, names: &[&str]) {
    let script = "return [...document.querySelectorAll('[role=row][data-index]')]
        .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .map(row => row.querySelectorAll('[role=gridcell]')[1].innerText.replace(/\\s+/g, ' ').trim())";
    window
        .until(&format!("the rows are {names:?}"), || async {
            let rows = window.script(script, Vec::new()).await;
            let rows = rows.as_array().unwrap();
            rows.len() == names.len()
                && rows
                    .iter()
                    .zip(names)
                    .all(|(row, name)| row.as_str().unwrap().starts_with(name))
        })
        .await;
}

/// The middle of the row with this name.
async fn middle_of(window: &Window, name: &str) -> [i16; 2] {
    let script = "const row = [...document.querySelectorAll('[role=row][data-index]')]
            .find(row => row.innerText.includes(arguments[0]));
        const { left, top, width, height } = row.getBoundingClientRect();
        return [Math.round(left + width / 2), Math.round(top + height / 2)]";
    let place = window.script(script, vec![json!(name)]).await;
    [0, 1].map(|at| i16::try_from(place[at].as_i64().unwrap()).unwrap())
}
