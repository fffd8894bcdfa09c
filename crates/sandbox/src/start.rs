use std::convert::Infallible;
use std::io;
use std::path::Path;
use std::sync::Arc;

use chrono::{TimeDelta, Utc};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::{AbortOnDropHandle, TaskTracker};

use crate::changes::Changes;
use crate::clock::{Clock, Shift};
use crate::config::Config;
use crate::error::StartError;
use crate::fault::Faults;
use crate::folder::Folder;
use crate::keyed_mutex::KeyedMutex;
use crate::limits::Limits;
use crate::owner::{server_owner, set_mode, write_private};
use crate::ports::{self, Ports};
use crate::postgres::authority::Authority;
use crate::postgres::server_context::ServerContext;
use crate::postgres::server_pool::ServerPool;
use crate::postgres::session::Admin;
use crate::postgres::stock::{ClusterStock, Servers};
use crate::postgres::template::TemplatePlan;
use crate::postgres::{binaries, programs};
use crate::random::Random;
use crate::reach::Reach;
use crate::request_log::RequestLog;
use crate::route::regions;
use crate::running::Running;
use crate::shared::{CLOCK_OFFSET, CLOCK_SHIFTS, Shared};
use crate::state::{
    ChangeError, Key, KeyScope, Member, MemberRole, Organization, PlatformState, Record, Secret,
    StateStore, StoreError, User,
};
use crate::{
    guardian, http, key_usage, memory, meter, operation, quarantine, recovery, secret_digest, seed,
    sweep,
};

const PORT: &str = "http_port";
const ADMIN_PASSWORD: &str = "admin_password";

/// The platform on this machine.
#[derive(Debug)]
pub struct Sandbox;

impl Sandbox {
    /// Starts a sandbox on its data folder. It is ready when this returns, except that the
    /// template of the first database may still be in the making.
    pub async fn start(config: Config) -> Result<Running, StartError> {
        let reach = Reach::of(&config)?;
        if let Some(name) = config.names.first_unfit() {
            return Err(StartError::UnfitName {
                name: name.to_owned(),
            });
        }
        if regions::find(&config.names.region).is_none() {
            return Err(StartError::UnknownRegion {
                region: config.names.region,
            });
        }
        // Programs are asked about themselves while files are opened.
        let finding = config.servers.then(|| {
            let (choice, allow_old) = (config.postgres.clone(), config.allow_old_postgres);
            let finding = async move { binaries::find(&choice, allow_old).await };
            AbortOnDropHandle::new(tokio::spawn(finding))
        });
        let random = Arc::new(Random::from_system());
        let owner = server_owner().map_err(|_| StartError::NoServerUser)?;
        let folder = Folder::open(&config.data_dir, &config.shared_dir, owner, &random)?;
        private(&folder)?;
        let store = open_store(&folder)?;
        let (port, listener) = listen(&config, &store, &random).await?;
        let clock = Arc::new(
            Clock::new(config.clock, stored_offset(&store)?).with_shifts(stored_shifts(&store)?),
        );
        let changed = Arc::new(Changes::new());
        let stop = CancellationToken::new();
        let authority = Arc::new(Authority::with_names(
            &folder.data_dir,
            Utc::now(),
            &reach.certified(),
        )?);
        let servers = if let Some(finding) = finding {
            guardian::tend();
            let found = match finding.await {
                Ok(found) => found?,
                Err(_) => binaries::find(&config.postgres, config.allow_old_postgres).await?,
            };
            let pg = programs::make_reachable(found, owner, &folder.servers)?;
            let password = admin_password(&store, &random)?;
            let admin = Admin::new(password.clone(), Arc::clone(&authority));
            let pool = Arc::new(ServerPool::new(
                ServerContext::new(
                    pg.clone(),
                    owner,
                    Arc::clone(&authority),
                    admin.clone(),
                    Arc::clone(&clock),
                    Arc::clone(&changed),
                )
                .bound_to(config.bind)
                .with_most_greetings(config.connections.most_greetings),
                config.max_running.unwrap_or_else(memory::max_running),
                config.start_patience,
            ));
            let plan = TemplatePlan {
                pg,
                owner,
                templates_dir: folder.templates(),
                names: config.names.clone(),
                admin_password: password,
            };
            let stock = ClusterStock::new(plan, stop.clone());
            Some(Servers { pool, stock, admin })
        } else {
            None
        };
        let limits = Limits::new(config.rate_limits);
        let shared = Arc::new(Shared {
            key: valid_key(&folder, &store, &random)?,
            admin_key: Secret::new(random.token(48)),
            ports: Ports {
                listen: config.servers,
                bind: config.bind,
            },
            config,
            folder,
            store,
            clock,
            random,
            changed,
            faults: Faults::default(),
            log: RequestLog::default(),
            place: reach.place(&authority.named_ca_file()),
            reach,
            authority,
            servers,
            port,
            stop,
            give_up: CancellationToken::new(),
            tasks: TaskTracker::new(),
            creating: KeyedMutex::default(),
            placing: tokio::sync::Mutex::default(),
            engine: operation::engine::Engine::default(),
            verified_passwords: operation::verified_passwords::VerifiedPasswords::default(),
            limits,
            uses: key_usage::KeyUses::default(),
            meter: meter::UsageMeter::default(),
            space: crate::space::usage::Space::default(),
            history: crate::history::seen::Histories::default(),
            auth_locks: KeyedMutex::default(),
            sign_ins: crate::sign_ins::SignIns::default(),
            schema_reads: KeyedMutex::default(),
            quarantine: quarantine::size_cache::SizeCache::default(),
        });
        // Whoever gives up waiting for the start leaves no open port behind.
        let given_up = shared.pool().map(|pool| pool.stop.clone().drop_guard());
        populate(&shared)?;
        seed::fill(&shared, shared.config.seed_projects)?;
        recovery::recover(&shared).await;
        let _kept = given_up.map(DropGuard::disarm);
        let serving = spawn_tasks(&shared, listener);
        Ok(Running::new(shared, serving))
    }
}

/// One that is damaged is renamed, and what it led to is quarantined by the recovery.
fn open_store(folder: &Folder) -> Result<StateStore, StartError> {
    match StateStore::open(&folder.store()) {
        Err(error) if error.is_damage() => {
            tracing::error!(%error, "the store is damaged and is renamed");
            quarantine::quarantine_store(folder, Utc::now()).map_err(|source| {
                let path = folder.store();
                StartError::DataFolder { path, source }
            })?;
            private(folder)?;
            Ok(StateStore::open(&folder.store())?)
        }
        opened => Ok(opened?),
    }
}

/// The store holds passwords: it is closed to others from its first byte, and SQLite gives
/// the files beside it the same permissions.
fn private(folder: &Folder) -> Result<(), StartError> {
    let path = folder.store();
    let made = match path.is_file() {
        true => restrict_mode(&path),
        false => write_private(&path, ""),
    };
    made.map_err(|source| StartError::DataFolder { path, source })
}

/// With what SQLite left beside it, also where an earlier version or a copy had it open.
fn restrict_mode(store: &Path) -> io::Result<()> {
    set_mode(store, 0o600)?;
    for ending in ["-wal", "-shm"] {
        let mut beside = store.as_os_str().to_owned();
        beside.push(ending);
        match set_mode(Path::new(&beside), 0o600) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// The port that was asked for, else the last one, else one of the lasting range.
async fn listen(
    config: &Config,
    store: &StateStore,
    random: &Random,
) -> Result<(u16, TcpListener), StartError> {
    let last = store.meta(PORT)?.and_then(|port| port.parse().ok());
    let wanted = if config.port == 0 {
        last
    } else {
        Some(config.port)
    };
    let address = config.bind;
    let refused = |source| match address.is_loopback() {
        true => StartError::Listen(source),
        false => StartError::Bind { address, source },
    };
    let (port, listener) = match wanted {
        None => ports::any_http(address, random).await.map_err(refused)?,
        Some(port) => match ports::http(address, port).await {
            Ok(listener) => (port, listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                return Err(StartError::PortTaken { port });
            }
            Err(error) => return Err(refused(error)),
        },
    };
    if last != Some(port) {
        store.set_meta(PORT, &port.to_string())?;
    }
    Ok((port, listener))
}

fn stored_offset(store: &StateStore) -> Result<TimeDelta, StoreError> {
    let kept = store
        .meta(CLOCK_OFFSET)?
        .and_then(|offset| offset.parse().ok());
    Ok(TimeDelta::milliseconds(kept.unwrap_or(0)))
}

fn stored_shifts(store: &StateStore) -> Result<Vec<Shift>, StoreError> {
    let kept = store.meta(CLOCK_SHIFTS)?;
    let kept = kept.and_then(|text| serde_json::from_str(&text).ok());
    Ok(kept.unwrap_or_default())
}

fn admin_password(store: &StateStore, random: &Random) -> Result<Secret, StoreError> {
    if let Some(kept) = store.meta(ADMIN_PASSWORD)? {
        return Ok(Secret::new(kept));
    }
    let password = random.token(40);
    store.set_meta(ADMIN_PASSWORD, &password)?;
    Ok(Secret::new(password))
}

/// The key that opens the sandbox, the same at every start until it is revoked.
fn valid_key(folder: &Folder, store: &StateStore, random: &Random) -> Result<Secret, StartError> {
    let key = folder.api_key(random)?;
    let hash = secret_digest::hash(key.reveal());
    let revoked = |state: &PlatformState| {
        let known = state.key_of_hash(&hash);
        known.is_some_and(|key| key.revoked_at.is_some())
    };
    match store.read(revoked) {
        true => folder.new_api_key(random),
        false => Ok(key),
    }
}

/// What is there from the start: a user, an organization of theirs, and a key as it is made in
/// the console.
fn populate(shared: &Shared) -> Result<(), StartError> {
    let now = shared.now();
    let (random, hash) = (&shared.random, secret_digest::hash(shared.key.reveal()));
    let done = shared.store.change_now(|state| {
        let mut records = Vec::new();
        let user = state.first_user().cloned().unwrap_or_else(|| {
            let user = User {
                id: random.uuid(),
                email: "owner@sandbox.localhost".into(),
                name: "Sandbox owner".into(),
                created_at: now,
            };
            records.push(Record::User(user.clone()));
            user
        });
        let first = state.first_organization().cloned();
        let organization = first.unwrap_or_else(|| {
            let (id, names) = (random.organization_id(), &shared.config.names);
            let organization = Organization::new(id, names.organization.clone(), now);
            records.push(Record::Organization(organization.clone()));
            organization
        });
        if state.members.is_empty() {
            records.push(Record::Member(Member {
                id: random.uuid(),
                organization_id: organization.id,
                user_id: user.id.clone(),
                role: MemberRole::Admin,
                joined_at: now,
            }));
        }
        if state.key_of_hash(&hash).is_none() {
            records.push(Record::Key(Key {
                id: state.next_key_id(),
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
        Ok::<_, Infallible>((records, ()))
    });
    match done {
        Err(ChangeError::Store(error)) => Err(error.into()),
        _ => Ok(()),
    }
}

fn spawn_tasks(shared: &Arc<Shared>, listener: TcpListener) -> tokio::task::JoinHandle<()> {
    let tasks = &shared.tasks;
    tasks.spawn(quarantine::about::write_notes(Arc::clone(shared)));
    tasks.spawn(sweep::deadlines(Arc::clone(shared)));
    tasks.spawn(sweep::housekeeping(Arc::clone(shared)));
    tasks.spawn(sweep::availability(Arc::clone(shared)));
    tasks.spawn(crate::history::keep(Arc::clone(shared)));
    tasks.spawn(crate::replicas::keep(Arc::clone(shared)));
    if let Some(transitions) = shared.pool().and_then(|pool| pool.transitions()) {
        tasks.spawn(operation::record_transitions(
            Arc::clone(shared),
            transitions,
        ));
    }
    let (changed, stop) = (Arc::clone(&shared.changed), shared.stop.clone());
    tasks.spawn(async move { changed.run(stop).await });
    let stocking = Arc::clone(shared);
    tasks.spawn(async move {
        let Some(servers) = &stocking.servers else {
            return;
        };
        tokio::select! {
            () = stocking.stop.cancelled() => {}
            () = servers.stock.keep_stocked() => {}
        }
    });
    tokio::spawn(http::serve(Arc::clone(shared), listener))
}
