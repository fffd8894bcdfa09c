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
use crate::ports::{self, Ports};
use crate::postgres::authority::Authority;
use crate::postgres::cluster::write_private;
use crate::postgres::compute::Plan;
use crate::postgres::fleet::Yard;
use crate::postgres::owner::{server_owner, set_mode};
use crate::postgres::stock::{Servers, Stock};
use crate::postgres::template::TemplatePlan;
use crate::postgres::{binaries, process, programs, tree};
use crate::random::Random;
use crate::request_log::RequestLog;
use crate::running::Running;
use crate::shared::{CLOCK_OFFSET, Shared};
use crate::world::{BranchState, Catalogue, ChangeError, Organization, Row, Secret, StoreError};
use crate::{http, provision, sweep};

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
        let shared = Arc::new(Shared {
            key: folder.api_key(&random)?,
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
        });
        // Whoever gives up waiting for the start leaves no open port behind.
        let given_up = shared.yard().map(|yard| yard.stop.clone().drop_guard());
        populate(&shared)?;
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

/// The organization that is there from the start.
fn populate(shared: &Shared) -> Result<(), StartError> {
    let (id, now) = (shared.random.organization_id(), shared.now());
    let name = shared.config.names.organization.clone();
    let done = shared.catalogue.change_now(|world| {
        let rows = match world.organizations.is_empty() {
            true => vec![Row::Organization(Organization {
                id,
                name,
                created_at: now,
            })],
            false => Vec::new(),
        };
        Ok::<_, Infallible>((rows, ()))
    });
    match done {
        Err(ChangeError::Store(error)) => Err(error.into()),
        _ => Ok(()),
    }
}

/// After a crash: servers that were left running are stopped, half-made projects and folders that
/// belong to none are removed. Then every database is put behind its port again.
async fn recover(shared: &Arc<Shared>) {
    let Some(servers) = &shared.servers else {
        return;
    };
    let found = clusters_on_disk(shared);
    let leftovers = found
        .iter()
        .map(|(_, path)| process::stop_leftover(&servers.yard.pg, path));
    futures::future::join_all(leftovers).await;
    let half_made: Vec<String> = shared.catalogue.read(|world| {
        let half_made = world
            .branches
            .values()
            .filter(|it| it.state == BranchState::Init);
        half_made.map(|it| it.project_id.clone()).collect()
    });
    for project in half_made {
        provision::remove_project(shared, &project).await;
    }
    for (branch_id, path) in found {
        let known = shared
            .catalogue
            .read(|world| world.branches.contains_key(&branch_id));
        if !known && let Err(error) = tree::remove(&path) {
            tracing::warn!(%error, "a folder that belongs to no database stays");
        }
    }
    for plan in plans(shared) {
        let held = crate::postgres::proxy::listen(plan.port).await.ok();
        Yard::place(&servers.yard, plan, held);
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

fn plans(shared: &Shared) -> Vec<Plan> {
    shared.catalogue.read(|world| {
        let endpoints = world.endpoints.values();
        endpoints
            .map(|endpoint| Plan {
                endpoint_id: endpoint.id.clone(),
                port: endpoint.port,
                cluster: shared.folder.cluster(&endpoint.branch_id),
                log: shared.folder.log(&endpoint.id),
                logical_replication: world
                    .projects
                    .get(&endpoint.project_id)
                    .is_some_and(|project| project.logical_replication),
                transfer_bytes: endpoint.transfer_bytes,
            })
            .collect()
    })
}

fn launch(shared: &Arc<Shared>, listener: TcpListener) -> tokio::task::JoinHandle<()> {
    let tasks = &shared.tasks;
    tasks.spawn(sweep::deadlines(Arc::clone(shared)));
    tasks.spawn(sweep::rest(Arc::clone(shared)));
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
