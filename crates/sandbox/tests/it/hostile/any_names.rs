//! A hostile owner takes, grants, renames and drops names like the sandbox's own, before, between and during the calls that
//! use a role of the sandbox. Nobody gets a right by that, and every call works or says why it can't.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use tokio_postgres::Client;
use tokio_util::sync::CancellationToken;

use super::names::{self, OWN_NAMES, Planted};
use crate::support::issuer::{Issuer, PASSWORD};
use crate::support::test_project::{TestProject, id};
use crate::support::test_sandbox::text;
use crate::support::{Reply, sql, until};

/// A call that makes, uses or copies a role of the sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    Schema,
    Compare,
    User,
    SignIn,
    Replica,
    Snapshot,
    Restore,
    DailyCheck,
    Wake,
    Branch,
}

const CALLS: [Call; 10] = [
    Call::Schema,
    Call::Compare,
    Call::User,
    Call::SignIn,
    Call::Replica,
    Call::Snapshot,
    Call::Restore,
    Call::DailyCheck,
    Call::Wake,
    Call::Branch,
];

#[tokio::test(flavor = "multi_thread")]
async fn no_role_gains_a_right_whatever_names_are_planted() {
    let rounds = match std::env::var_os("PLINTH_THOROUGH") {
        Some(_) => 8,
        None => 1,
    };
    let seed = std::env::var("PLINTH_NAMES_SEED").ok();
    let seed = seed.map_or_else(|| rand::rng().random(), |seed| seed.parse().unwrap());
    eprintln!("PLINTH_NAMES_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let hostile = Hostile::start().await;
    for _ in 0..rounds {
        let mut calls = CALLS;
        calls.shuffle(&mut random);
        for call in calls {
            hostile.plant(&mut random).await;
            // A right that the call before made possible may be taken by now.
            hostile.must_have_gained_nothing(call).await;
            hostile.survives(call, random.random()).await;
        }
    }
}

/// A project with auth and a branch.
struct Hostile {
    issuer: Arc<Issuer>,
    child: String,
    /// The rights before the first call.
    rights: Rights,
}

impl Hostile {
    async fn start() -> Self {
        let project = names::with_low(TestProject::start().await).await;
        let replication = json!({"project": {"settings": {"enable_logical_replication": true}}});
        let reply = project.patch("", &replication).await;
        project.done(200, reply).await;
        for step in ["suspend", "start"] {
            let path = format!("/endpoints/{}/{step}", project.endpoint);
            let reply = project.post(&path, &json!({})).await;
            project.done(200, reply).await;
        }
        let issuer = Issuer::of(project).await;
        let signed_up = issuer.sign_up("ada@example.com").await;
        assert_eq!(signed_up.status, 303, "{}", signed_up.body);
        let child = id(&issuer.project.branch("child").await["branch"]);
        let rights = Rights::of(&Planted(&issuer.project).owner().await).await;
        Self {
            issuer: Arc::new(issuer),
            child,
            rights,
        }
    }

    fn it(&self) -> Planted<'_> {
        Planted(&self.issuer.project)
    }

    /// A few acts of the owner and of the role that may create roles. Some are refused.
    async fn plant(&self, random: &mut StdRng) {
        let (owner, low) = (self.it().owner().await, self.it().low().await);
        for _ in 0..random.random_range(4..10) {
            let act = act(random, &[]);
            let by = if random.random() { &owner } else { &low };
            let _ = by.batch_execute(&act).await;
            let _ = by.batch_execute("RESET ROLE").await;
        }
    }

    async fn survives(&self, call: Call, seed: u64) {
        let stop = CancellationToken::new();
        let attacks = [("svcdb_owner", 1), ("low", 2)].map(|(role, number)| {
            let (issuer, stop) = (Arc::clone(&self.issuer), stop.clone());
            let random = StdRng::seed_from_u64(seed.wrapping_add(number));
            tokio::spawn(async move { attack(&Planted(&issuer.project), role, random, stop).await })
        });
        let reply = self.call(call).await;
        stop.cancel();
        for attack in attacks {
            attack.await.unwrap();
        }
        assert!(
            reply.status < 400,
            "{call:?}: {} {}",
            reply.status,
            reply.body
        );
        self.must_have_gained_nothing(call).await;
    }

    async fn must_have_gained_nothing(&self, call: Call) {
        let rights = Rights::of(&self.it().owner().await).await;
        self.rights.must_contain(&rights, call);
        reads_nothing(&self.it().low().await, call).await;
    }

    async fn call(&self, call: Call) -> Reply {
        let project = &self.issuer.project;
        let (main, child) = (&project.branch, &self.child);
        match call {
            Call::Schema => {
                let path = format!("/branches/{main}/schema?db_name=svcdb");
                project.get(&path).await
            }
            Call::Compare => {
                let path = format!("/branches/{child}/compare_schema?db_name=svcdb");
                project.get(&path).await
            }
            Call::User => {
                let email = format!("{}@example.com", rand::rng().random::<u64>());
                let body = self.it().auth(&json!({"email": email, "name": "ben"}));
                project.api.post("/projects/auth/user", &body).await
            }
            Call::SignIn => self.issuer.sign_in(PASSWORD).await,
            Call::Replica => self.replica().await,
            Call::Snapshot => {
                let taken = self
                    .post(&format!("/branches/{main}/snapshot"), json!({}))
                    .await;
                assert!(taken.status < 400, "{}", taken.body);
                let path = format!("/snapshots/{}", id(&taken.json()["snapshot"]));
                self.delete(&path).await
            }
            Call::Restore => {
                let body = json!({"source_branch_id": main});
                self.post(&format!("/branches/{child}/restore"), body).await
            }
            Call::DailyCheck => {
                let before = self.checks().await;
                project.sandbox.advance(Duration::from_secs(86_400)).await;
                until("the branch is checked", async || {
                    self.checks().await > before
                })
                .await;
                project.wait_for_operations().await;
                project.get("/operations?limit=1").await
            }
            Call::Wake => {
                let endpoint = format!("/endpoints/{}", project.endpoint);
                self.post(&format!("{endpoint}/suspend"), json!({})).await;
                self.post(&format!("{endpoint}/start"), json!({})).await
            }
            Call::Branch => {
                let body =
                    json!({"branch": {"parent_id": main}, "endpoints": [{"type": "read_write"}]});
                let made = self.post("/branches", body).await;
                assert_eq!(made.status, 201, "{}", made.body);
                let made = made.json();
                let uri = text(&made["connection_uris"][0], "connection_uri");
                let copy = Rights::of(&self.it().connect(uri).await).await;
                let here = Rights::of(&self.it().owner().await).await;
                here.must_contain(&copy, call);
                let path = format!("/branches/{}", id(&made["branch"]));
                self.delete(&path).await
            }
        }
    }

    async fn post(&self, path: &str, body: Value) -> Reply {
        self.accepted(async || self.issuer.project.post(path, &body).await)
            .await
    }

    async fn delete(&self, path: &str) -> Reply {
        self.accepted(async || self.issuer.project.delete(path).await)
            .await
    }

    /// The reply once the project's operations have finished. A login of an attacker wakes a suspended compute, and until
    /// that operation ends the platform refuses another one with 423: the call is sent again, as its clients do.
    async fn accepted(&self, send: impl AsyncFn() -> Reply) -> Reply {
        loop {
            let reply = send().await;
            self.issuer.project.wait_for_operations().await;
            if reply.status != 423 {
                return reply;
            }
        }
    }

    /// How often the branch was checked.
    async fn checks(&self) -> usize {
        let project = &self.issuer.project;
        let list = project.get("/operations?limit=1000").await.json();
        let all = list["operations"].as_array().unwrap().iter();
        let done = all.filter(|it| {
            it["action"] == "check_availability"
                && it["branch_id"] == project.branch.as_str()
                && it["status"] == "finished"
        });
        done.count()
    }

    /// A read-only compute that follows, and goes.
    async fn replica(&self) -> Reply {
        let body =
            json!({"endpoint": {"branch_id": self.issuer.project.branch, "type": "read_only"}});
        let made = self.post("/endpoints", body).await;
        assert_eq!(made.status, 201, "{}", made.body);
        let endpoint = id(&made.json()["endpoint"]);
        let reader = self.it().connect(&self.it().uri_of(&endpoint).await).await;
        let receives = "SELECT count(*) FROM pg_stat_wal_receiver WHERE status = 'streaming'";
        until("it follows", async || {
            sql::one(&reader, receives).await == "1"
        })
        .await;
        drop(reader);
        self.delete(&format!("/endpoints/{endpoint}")).await
    }
}

/// One act upon a name: one of the sandbox's own that the attacker has seen, or one like them.
fn act(random: &mut StdRng, seen: &[String]) -> String {
    let like = format!("plinth_users_{:032x}", random.random_range(0..4_u128));
    let planted = OWN_NAMES.map(str::to_owned);
    let names: Vec<&String> = planted
        .iter()
        .chain([&like])
        .chain(seen)
        .chain(seen)
        .collect();
    let name = *names.choose(random).unwrap();
    let other = *names.choose(random).unwrap();
    let slot = OWN_NAMES.choose(random).unwrap();
    let acts = [
        format!("CREATE ROLE {name} LOGIN PASSWORD 'known'"),
        format!("CREATE ROLE {name} NOINHERIT ADMIN low"),
        format!("GRANT {name} TO low WITH ADMIN TRUE, INHERIT TRUE, SET TRUE"),
        format!("GRANT {name} TO svcdb_owner WITH SET TRUE"),
        format!("GRANT {name} TO {other}"),
        format!("GRANT low TO {name}"),
        format!("SET ROLE {name}; SELECT lo_create(0)"),
        format!(
            "CREATE TABLE IF NOT EXISTS public.bait (n int); GRANT SELECT ON public.bait TO {name}"
        ),
        format!("ALTER ROLE {name} RENAME TO {other}"),
        format!("ALTER ROLE {name} PASSWORD 'known'"),
        format!("ALTER ROLE {name} SET search_path = hostile"),
        format!("DROP ROLE {name}"),
        format!("DROP OWNED BY {name}; DROP ROLE {name}"),
        format!("CREATE SCHEMA {name}"),
        format!("CREATE PUBLICATION {name}"),
        format!("SELECT pg_create_logical_replication_slot('{slot}', 'pgoutput')"),
        format!("SELECT pg_drop_replication_slot('{slot}')"),
    ];
    acts.choose(random).unwrap().clone()
}

/// Acts until it is stopped, on the names that are in the server at the moment, and tries to read the secret table by them.
async fn attack(it: &Planted<'_>, role: &str, mut random: StdRng, stop: CancellationToken) {
    let uri = match role {
        "low" => it.uri_as("low", "low"),
        _ => it.uri().to_owned(),
    };
    let ca = it.0.sandbox.running.ca_file.clone();
    while !stop.is_cancelled() {
        // A server that is suspended or replaced meanwhile cuts the attacker off.
        let Ok(client) = sql::try_connect(&ca, &uri).await else {
            tokio::task::yield_now().await;
            continue;
        };
        while !stop.is_cancelled() && !client.is_closed() {
            let names = "SELECT rolname::text FROM pg_roles WHERE rolname LIKE 'plinth\\_%' AND rolname <> 'plinth_admin'";
            let Ok(rows) = client.query(names, &[]).await else {
                break;
            };
            let seen: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
            let _ = client.batch_execute(&act(&mut random, &seen)).await;
            if role == "low" {
                for name in &seen {
                    let read = format!("SET ROLE {name}; SELECT word FROM vault.secret");
                    let read = client.batch_execute(&read).await;
                    assert!(read.is_err(), "as {name}");
                }
            }
            let _ = client.batch_execute("RESET ROLE").await;
        }
    }
}

async fn reads_nothing(low: &Client, call: Call) {
    let names = "SELECT rolname::text FROM pg_roles WHERE NOT rolsuper";
    let names = sql::column(low, names).await;
    for name in names {
        let read = format!("SET ROLE \"{name}\"; SELECT word FROM vault.secret");
        let read = low.batch_execute(&read).await;
        assert!(read.is_err(), "{call:?}: as {name}");
        sql::run(low, "RESET ROLE").await;
    }
}

/// What roles may do, by sentences of which none may come to those before. What the attackers make and grant among themselves
/// is left out: a role of theirs counts once it has something that was not theirs to give.
#[derive(Debug)]
struct Rights(BTreeMap<String, String>);

impl Rights {
    async fn of(owner: &Client) -> Self {
        let query = format!(
            "SELECT 'attribute ' || k.key || ' of ' || r.rolname, '' FROM pg_roles r, json_each_text(json_build_object(
                 'superuser', rolsuper, 'createrole', rolcreaterole, 'createdb', rolcreatedb,
                 'replication', rolreplication, 'bypassrls', rolbypassrls)) k
             WHERE k.value = 'true' AND NOT {own}
             UNION ALL
             SELECT 'member ' || r.rolname || ' of ' || p.rolname, '' FROM pg_roles r, pg_roles p
             WHERE pg_has_role(r.oid, p.oid, 'MEMBER') AND r.oid <> p.oid AND NOT r.rolsuper AND NOT {own}
                 AND (p.rolname IN ('svcdb_owner', 'plinth_admin') OR p.rolname LIKE 'pg\\_%' OR {of_sandbox})
             UNION ALL
             SELECT 'table', pg_get_userbyid(relowner) || ' ' || coalesce(relacl::text, '')
             FROM pg_class WHERE oid = 'vault.secret'::regclass
             UNION ALL
             SELECT 'database', pg_get_userbyid(datdba) || ' ' || coalesce(datacl::text, '')
             FROM pg_database WHERE datname = 'svcdb'",
            own = marked("r"),
            of_sandbox = marked("p"),
        );
        let rows = owner.query(&query, &[]).await.unwrap();
        Self(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    fn must_contain(&self, after: &Self, call: Call) {
        for (what, value) in &after.0 {
            assert_eq!(self.0.get(what), Some(value), "{call:?}: {what}");
        }
    }
}

/// The sandbox's own roles of the moment, which people can neither make nor join.
fn marked(role: &str) -> String {
    format!(
        "EXISTS (SELECT FROM pg_auth_members m WHERE m.member = {role}.oid
             AND m.roleid = 'pg_use_reserved_connections'::regrole)"
    )
}
