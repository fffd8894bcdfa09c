use std::convert::Infallible;
use std::io;
use std::sync::Arc;

use chrono::{TimeDelta, Utc};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

use crate::changes::Changes;
use crate::clock::Clock;
use crate::config::Config;
use crate::error::StartError;
use crate::fault::Faults;
use crate::folder::Folder;
use crate::limits::Limits;
use crate::ports::{self, Ports};
use crate::postgres::authority::Authority;
use crate::postgres::cluster::write_private;
use crate::postgres::fleet::Yard;
use crate::postgres::owner::{server_owner, set_mode};
use crate::postgres::stock::{Servers, Stock};
use crate::postgres::template::TemplatePlan;
use crate::postgres::{binaries, process, programs, tree};
use crate::random::Random;
use crate::request_log::RequestLog;
use crate::running::Running;
use crate::shared::{CLOCK_OFFSET, Shared};
use crate::world::{
    Catalogue, ChangeError, Endpoint, EndpointState, Key, KeyScope, Member, MemberRole, Operation,
    Organization, Row, Secret, Status, StoreError, Task, User, World,
};
use crate::{access, http, operation, provision, seed, sweep, usage};

const PORT: &str = "http_port";
const ADMIN_PASSWORD: &str = "admin_password";

/// The platform on this machine.
#[derive(Debug)]
pub struct Sandbox;

impl Sandbox {
    /// Starts a sandbox on its data folder. It is ready when this returns, except that the
    /// template of the first database may still be in the making.
    pub async fn start(config: Config) -> Result<Running, StartError> {
        if let Some(name) = config.names.first_unfit() {
            return Err(StartError::UnfitName {
                name: name.to_owned(),
            });
        }
        let random = Arc::new(Random::from_system());
        let owner = server_owner().map_err(|_| StartError::NoServerUser)?;
        let folder = Folder::open(&config.data_dir, &config.shared_dir, owner, &random)?;
        private(&folder)?;
        let catalogue = Catalogue::open(&folder.catalogue())?;
        let (port, listener) = listen(config.port, &catalogue, &random).await?;
        let clock = Arc::new(Clock::new(config.clock, kept_offset(&catalogue)?));
        let changed = Arc::new(Changes::new());
        let stop = CancellationToken::new();
        let authority = Arc::new(Authority::open(&folder.data_dir, Utc::now())?);
        let servers = if config.servers {
            let found = binaries::find(&config.postgres).await?;
            let pg = programs::within_reach(found, owner, &folder.servers)?;
            let yard = Arc::new(Yard::new(
                pg.clone(),
                owner,
                Arc::clone(&authority),
                Arc::clone(&clock),
                Arc::clone(&changed),
                config.max_running,
            ));
            let plan = TemplatePlan {
                pg,
                owner,
                place: folder.templates(),
                names: config.names.clone(),
                admin_password: admin_password(&catalogue, &random)?,
            };
            let stock = Stock::new(plan, stop.clone());
            Some(Servers { yard, stock })
        } else {
            None
        };
        let limits = Limits::new(config.rate_limits);
        let shared = Arc::new(Shared {
            key: good_key(&folder, &catalogue, &random)?,
            admin_key: Secret::new(random.token(48)),
            ports: Ports {
                listen: config.servers,
            },
            config,
            folder,
            catalogue,
            clock,
            random,
            changed,
            faults: Faults::default(),
            log: RequestLog::default(),
            authority,
            servers,
            port,
            stop,
            give_up: CancellationToken::new(),
            tasks: TaskTracker::new(),
            creating: provision::Creating::default(),
            placing: tokio::sync::Mutex::default(),
            engine: operation::Engine::default(),
            limits,
            uses: access::Uses::default(),
            meter: usage::Meter::default(),
            turns: crate::turns::Turns::default(),
        });
        // Whoever gives up waiting for the start leaves no open port behind.
        let given_up = shared.yard().map(|yard| yard.stop.clone().drop_guard());
        populate(&shared)?;
        seed::fill(&shared, shared.config.seed_projects)?;
        recover(&shared).await;
        let _kept = given_up.map(DropGuard::disarm);
        let serving = launch(&shared, listener);
        Ok(Running::new(shared, serving))
    }
}

/// The catalogue holds passwords: it is closed to others from its first byte, and SQLite gives
/// the files beside it the same permissions.
fn private(folder: &Folder) -> Result<(), StartError> {
    let path = folder.catalogue();
    let made = match path.is_file() {
        true => set_mode(&path, 0o600),
        false => write_private(&path, ""),
    };
    made.map_err(|source| StartError::DataFolder { path, source })
}

/// The port that was asked for, else the last one, else one of the lasting range.
async fn listen(
    wanted: u16,
    catalogue: &Catalogue,
    random: &Random,
) -> Result<(u16, TcpListener), StartError> {
    let last = catalogue.meta(PORT)?.and_then(|port| port.parse().ok());
    let wanted = if wanted == 0 { last } else { Some(wanted) };
    let (port, listener) = match wanted {
        None => ports::any_http(random).await.map_err(StartError::Listen)?,
        Some(port) => match ports::http(port).await {
            Ok(listener) => (port, listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                return Err(StartError::PortTaken { port });
            }
            Err(error) => return Err(StartError::Listen(error)),
        },
    };
    if last != Some(port) {
        catalogue.set_meta(PORT, &port.to_string())?;
    }
    Ok((port, listener))
}

fn kept_offset(catalogue: &Catalogue) -> Result<TimeDelta, StoreError> {
    let kept = catalogue
        .meta(CLOCK_OFFSET)?
        .and_then(|offset| offset.parse().ok());
    Ok(TimeDelta::milliseconds(kept.unwrap_or(0)))
}

fn admin_password(catalogue: &Catalogue, random: &Random) -> Result<Secret, StoreError> {
    if let Some(kept) = catalogue.meta(ADMIN_PASSWORD)? {
        return Ok(Secret::new(kept));
    }
    let password = random.token(40);
    catalogue.set_meta(ADMIN_PASSWORD, &password)?;
    Ok(Secret::new(password))
}

/// The key that opens the sandbox, the same at every start until it is revoked.
fn good_key(folder: &Folder, catalogue: &Catalogue, random: &Random) -> Result<Secret, StartError> {
    let key = folder.api_key(random)?;
    let hash = access::hash(key.reveal());
    let revoked = |world: &World| {
        let known = world.key_of_hash(&hash);
        known.is_some_and(|key| key.revoked_at.is_some())
    };
    match catalogue.read(revoked) {
        true => folder.new_api_key(random),
        false => Ok(key),
    }
}

/// What is there from the start: a user, an organization of theirs, and a key as it is made in
/// the console.
fn populate(shared: &Shared) -> Result<(), StartError> {
    let now = shared.now();
    let (random, hash) = (&shared.random, access::hash(shared.key.reveal()));
    let done = shared.catalogue.change_now(|world| {
        let mut rows = Vec::new();
        let user = world.users.values().min_by_key(|it| it.created_at).cloned();
        let user = user.unwrap_or_else(|| {
            let user = User {
                id: random.uuid(),
                email: "owner@sandbox.localhost".into(),
                name: "Sandbox owner".into(),
                created_at: now,
            };
            rows.push(Row::User(user.clone()));
            user
        });
        let first = world
            .organizations
            .values()
            .min_by_key(|it| it.created_at)
            .cloned();
        let organization = first.unwrap_or_else(|| {
            let organization = Organization {
                id: random.organization_id(),
                name: shared.config.names.organization.clone(),
                created_at: now,
                updated_at: now,
            };
            rows.push(Row::Organization(organization.clone()));
            organization
        });
        if world.members.is_empty() {
            rows.push(Row::Member(Member {
                id: random.uuid(),
                organization_id: organization.id,
                user_id: user.id.clone(),
                role: MemberRole::Admin,
                joined_at: now,
            }));
        }
        if world.key_of_hash(&hash).is_none() {
            rows.push(Row::Key(Key {
                id: world.next_key_id(),
                name: "Sandbox".into(),
                scope: KeyScope::Personal,
                created_by: user.id,
                created_at: now,
                last_used_at: None,
                last_used_from_addr: String::new(),
                revoked_at: None,
                token_hash: hash.clone(),
            }));
        }
        Ok::<_, Infallible>((rows, ()))
    });
    match done {
        Err(ChangeError::Store(error)) => Err(error.into()),
        _ => Ok(()),
    }
}

/// After a crash: servers that were left running are stopped, half-made temporary databases and
/// folders that belong to none are removed. Then every database is put behind its port again,
/// and open operations are taken up.
async fn recover(shared: &Arc<Shared>) {
    take_down_observed(shared);
    if let Some(servers) = &shared.servers {
        clear_up(shared, servers).await;
        let endpoints: Vec<_> = shared.catalogue.read(|world| {
            let endpoints = world.endpoints.values();
            let placed = endpoints.filter(|it| it.port.is_some() && world.is_served(it));
            placed.cloned().collect()
        });
        for endpoint in endpoints {
            let port = endpoint.port.unwrap_or_default();
            let held = crate::postgres::proxy::listen(port).await.ok();
            provision::place(shared, &servers.yard, &endpoint, held);
        }
    }
    let unfinished = shared.catalogue.read(World::projects_with_open_operations);
    for project in unfinished {
        operation::wake(shared, &project);
    }
}

async fn clear_up(shared: &Arc<Shared>, servers: &Servers) {
    let found = clusters_on_disk(shared);
    let leftovers = found
        .iter()
        .map(|(_, path)| process::stop_leftover(&servers.yard.pg, path));
    futures::future::join_all(leftovers).await;
    let half_made: Vec<String> = shared.catalogue.read(|world| {
        let half_made = world
            .temporaries
            .values()
            .filter(|it| world.ready_temporary(it.id).is_none());
        half_made.map(|it| it.project_id.clone()).collect()
    });
    for project in half_made {
        provision::remove_project(shared, &project).await;
    }
    for (name, _) in &found {
        if let Err(error) = operation::put_back_replaced(shared, name) {
            tracing::error!(%error, "a branch did not get back what a restore had put aside");
        }
    }
    for (branch_id, path) in found {
        let known = shared
            .catalogue
            .read(|world| world.branches.contains_key(&branch_id));
        if !known && let Err(error) = tree::remove(&path) {
            tracing::warn!(%error, "a folder that belongs to no database stays");
        }
    }
}

/// No server runs any more: what was noted of one that was waking or going to sleep is over.
fn take_down_observed(shared: &Shared) {
    let now = shared.now();
    let done = shared.catalogue.change_now(|world| {
        let observed = world
            .operations
            .values()
            .filter(|it| it.task == Task::Observed && !it.status.is_terminal());
        let mut rows: Vec<Row> = observed
            .map(|it| {
                Row::Operation(Operation {
                    status: Status::Cancelled,
                    updated_at: now,
                    ..it.clone()
                })
            })
            .collect();
        let awake = world.endpoints.values();
        let awake = awake.filter(|it| it.state == EndpointState::Active);
        rows.extend(awake.map(|it| {
            Row::Endpoint(Endpoint {
                state: EndpointState::Idle,
                suspended_at: Some(now),
                ..it.clone()
            })
        }));
        Ok::<_, Infallible>((rows, ()))
    });
    if let Err(error) = done {
        tracing::warn!(%error, "what servers did last was not written down");
    }
}

fn clusters_on_disk(shared: &Shared) -> Vec<(String, std::path::PathBuf)> {
    let entries = std::fs::read_dir(shared.folder.clusters());
    entries
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())))
        .collect()
}

fn launch(shared: &Arc<Shared>, listener: TcpListener) -> tokio::task::JoinHandle<()> {
    let tasks = &shared.tasks;
    tasks.spawn(sweep::deadlines(Arc::clone(shared)));
    tasks.spawn(sweep::rest(Arc::clone(shared)));
    tasks.spawn(sweep::availability(Arc::clone(shared)));
    if let Some(told) = shared.yard().and_then(|yard| yard.transitions()) {
        tasks.spawn(operation::transitions(Arc::clone(shared), told));
    }
    let (changed, stop) = (Arc::clone(&shared.changed), shared.stop.clone());
    tasks.spawn(async move { changed.run(stop).await });
    let preparing = Arc::clone(shared);
    tasks.spawn(async move {
        let Some(servers) = &preparing.servers else {
            return;
        };
        tokio::select! {
            () = preparing.stop.cancelled() => {}
            made = servers.stock.template() => if let Err(error) = made {
                tracing::error!(%error, "the template was not made");
            }
        }
    });
    tokio::spawn(http::serve(Arc::clone(shared), listener))
}
