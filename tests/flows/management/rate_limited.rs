//! A minute in which the platform refuses most of what twenty workers ask for.

use std::time::{Duration, Instant};

use app::branches::{self, CreateBranch};
use app::projects::{self, CreateProject, UpdateProject};
use app::view::ErrorCode;
use app::{App, Error, accounts, databases, keys};
use sandbox::{Fault, RateLimits};

use super::background_reads::sped_up;
use super::fixture::ManagementFixture;
use crate::product::ProductFixture;

/// The core's clock runs so many times as fast, and the sandbox's limits are as much wider: see [`sped_up`].
const SPEED: u32 = super::background_reads::SPEED;
const WORKERS: usize = 20;
const STORM: Duration = Duration::from_secs(60);
/// Of the platform, for one key.
const A_MINUTE: u32 = 700;

#[tokio::test(flavor = "multi_thread")]
async fn a_minute_of_refusals_doubles_nothing_and_ends_within_the_budget() {
    let widened = |limit: usize| limit * usize::try_from(SPEED).unwrap();
    let product = ProductFixture::of(
        false,
        |sandbox| {
            let limits = RateLimits::default();
            sandbox.rate_limits = Some(RateLimits {
                per_minute: widened(limits.per_minute),
                per_second: widened(limits.per_second),
                organization_keys_per_second: widened(limits.organization_keys_per_second),
            });
        },
        |core| {
            sped_up(core);
            // As the product has it: a click does not wait for ever.
            core.network.deadline = Duration::from_secs(180);
        },
    )
    .await;
    let fixture = ManagementFixture::of(product).await;
    for (seed, retry_after, chance) in [(7, None, 0.5), (11, Some(2), 0.3)] {
        fixture.order(Fault {
            status: Some(429),
            retry_after,
            chance: Some(chance),
            seed: Some(seed),
            ..Fault::on("/api/v2/**")
        });
    }
    let began = Instant::now();
    let workers: Vec<_> = (0..WORKERS)
        .map(|number| {
            let (app, account) = (fixture.app().clone(), fixture.account.clone());
            tokio::spawn(async move { work(&app, &account, number).await })
        })
        .collect();
    let mut most = 0;
    let mut is_storm = true;
    while !workers.iter().all(tokio::task::JoinHandle::is_finished) {
        let usage = accounts::budget(fixture.app(), &fixture.account).await;
        most = most.max(usage.unwrap().last_minute);
        if is_storm && began.elapsed() * SPEED >= STORM {
            fixture.product.sandbox.clear_faults();
            is_storm = false;
        }
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "the workers never end"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(!is_storm, "the workers were done before the storm was over");
    assert!(most <= A_MINUTE, "{most} requests in a minute");
    let log = fixture.product.sandbox.requests();
    let ordered = log.iter().filter(|it| it.fault).count();
    let refused = log.iter().filter(|it| it.status == 429).count();
    // A refusal keeps the whole key still, so there are not many even of a storm.
    assert!(ordered > 20, "only {ordered} refusals were no storm");
    assert_eq!(refused, ordered, "the core asked for more than it may");

    let mut done = 0;
    for worker in workers {
        for (what, result) in worker.await.unwrap() {
            let times = times(&fixture, &what).await;
            match result {
                Ok(()) => {
                    assert_eq!(times, 1, "{what:?} was told as done");
                    done += 1;
                }
                Err(error) => {
                    assert_eq!(error.code(), ErrorCode::RateLimited, "{what:?}: {error:?}");
                    assert_eq!(times, 0, "{what:?} was told as refused");
                }
            }
        }
    }
    assert!(done >= WORKERS * 4, "only {done} were done in the end");
    fixture.stop().await;
}

/// What a worker asked for, by a name that nobody else uses.
#[derive(Debug)]
enum What {
    Project(String),
    Name(String, String),
    Branch(String, String),
    Database(String, String, String),
    Key(String),
}

async fn work(app: &App, account: &str, number: usize) -> Vec<(What, Result<(), Error>)> {
    let mut done = Vec::new();
    let name = format!("worker {number}");
    let key = keys::create(app, account, &name).await.map(drop);
    done.push((What::Key(name.clone()), key));
    let create = CreateProject {
        name: Some(name.clone()),
        ..CreateProject::default()
    };
    let made = match projects::create(app, account, create).await {
        Ok(made) => made,
        Err(error) => {
            done.push((What::Project(name), Err(error)));
            return done;
        }
    };
    let (id, root) = (made.project.id, made.branch.unwrap().id);
    let create = CreateBranch {
        name: Some(name.clone()),
        ..CreateBranch::default()
    };
    let branch = branches::create(app, account, &id, create).await.map(drop);
    done.push((What::Branch(id.clone(), name.clone()), branch));
    let database = format!("worker_{number}");
    let owner = "svcdb_owner";
    let made = databases::create(app, account, &id, &root, &database, owner).await;
    done.push((What::Database(id.clone(), root, database), made.map(drop)));
    let name = format!("named {number}");
    let update = UpdateProject {
        name: Some(name.clone()),
        ..UpdateProject::default()
    };
    let renamed = projects::update(app, account, &id, update).await.map(drop);
    done.push((What::Name(id, name), renamed));
    done
}

/// How often it is there, as the sandbox itself has it.
async fn times(fixture: &ManagementFixture, what: &What) -> usize {
    let (path, list, name) = match what {
        What::Project(name) => ("/projects?limit=400".to_owned(), "projects", name),
        What::Name(id, name) => {
            let project = fixture.seen(&format!("/projects/{id}")).await;
            return usize::from(project["project"]["name"] == **name);
        }
        What::Branch(id, name) => (format!("/projects/{id}/branches"), "branches", name),
        What::Database(id, branch, name) => {
            let path = format!("/projects/{id}/branches/{branch}/databases");
            (path, "databases", name)
        }
        What::Key(name) => ("/api_keys".to_owned(), "", name),
    };
    let found = fixture.seen(&path).await;
    let items = if list.is_empty() {
        &found
    } else {
        &found[list]
    };
    let items = items.as_array().unwrap().iter();
    items.filter(|it| it["name"] == **name).count()
}
