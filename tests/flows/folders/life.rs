//! A folder from nothing to a database, and what becomes of it.

use std::time::Duration;

use app::view::{
    ErrorCode, FolderEnsureOptions, FolderSettings, FolderState, FolderStep, FolderView,
};
use app::{folders, temporary};
use testkit::until_that;

use super::{
    SEED, add, claim, databases, ensure, env, fruit, project, replace, seeded, state, unasked,
    value,
};
use crate::product::ProductFixture;

const HOUR: u64 = 3600;

#[tokio::test(flavor = "multi_thread")]
async fn the_change_is_shown_first_and_written_as_it_was_shown() {
    let product = ProductFixture::start().await;
    let app = &product.app;
    let folder = project(
        &product,
        "shop",
        &[(".env", "# mine\nPORT=3000\n"), ("seed.sql", SEED)],
    );
    let settings = FolderSettings {
        write_without_asking: false,
        ..seeded("seed.sql")
    };
    let made = add(app, &folder, settings).await;
    assert_eq!(
        (made.state, made.name.as_str()),
        (FolderState::Absent, "shop")
    );
    let again = folder.join("../shop");
    let again = folders::add(app, again.to_str().unwrap(), None)
        .await
        .unwrap();
    assert_eq!(again.id, made.id, "the same folder twice");

    let refused = ensure(app, &made.id).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Invalid);
    let plan = folders::plan(app, &made.id, FolderEnsureOptions::default())
        .await
        .unwrap();
    assert_eq!(plan.step, FolderStep::Create);
    assert_eq!(plan.seed.as_ref().unwrap().statements, 2);
    let shown = format!("{plan:?}");
    assert!(
        !shown.contains("3000") && !shown.contains("postgresql://"),
        "{shown}"
    );
    assert_eq!(env(&folder), "# mine\nPORT=3000\n");
    assert_eq!(databases(app).await, 0, "a plan made a database");

    std::fs::write(folder.join(".env"), "# mine\nPORT=3001\n").unwrap();
    let by_plan = |plan: String| {
        let id = made.id.clone();
        async move { folders::ensure(app, &id, Some(&plan), FolderEnsureOptions::default()).await }
    };
    let changed = by_plan(plan.id).await.unwrap_err();
    assert_eq!(changed.code(), ErrorCode::FileChanged);
    let plan = folders::plan(app, &made.id, FolderEnsureOptions::default())
        .await
        .unwrap();
    let done = by_plan(plan.id).await.unwrap();
    assert_eq!(done.step, FolderStep::Create);
    assert_eq!(
        done.variables,
        [
            "DATABASE_URL",
            "DATABASE_URL_DIRECT",
            "VITE_POSTGRES_CLAIM_URL"
        ]
    );
    let FolderView {
        state,
        temporary_id,
        line,
        ..
    } = done.folder;
    assert_eq!((state, line), (FolderState::Filled, Some(6)));
    assert_eq!(databases(app).await, 1);
    assert!(env(&folder).starts_with("# mine\nPORT=3001\n"));
    assert_eq!(fruit(&product, &folder).await, ["apple"]);

    // It is there now, so nothing happens, and a line that was removed is written again.
    let before = env(&folder);
    assert_eq!(
        ensure(app, &made.id).await.unwrap().step,
        FolderStep::Nothing
    );
    assert_eq!(env(&folder), before);
    std::fs::write(folder.join(".env"), "PORT=3001\n").unwrap();
    folders::change(app, &made.id, seeded("seed.sql"))
        .await
        .unwrap();
    assert_eq!(super::state(app, &made.id).await, FolderState::Absent);
    let done = ensure(app, &made.id).await.unwrap();
    assert_eq!(
        (done.step, done.folder.temporary_id),
        (FolderStep::Write, temporary_id)
    );
    assert_eq!(
        fruit(&product, &folder).await,
        ["apple"],
        "the seed ran again"
    );
    assert_eq!(databases(app).await, 1, "a second database was made");
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_there_already_is_never_touched() {
    let product = ProductFixture::without_servers().await;
    let app = &product.app;
    for (name, files) in [
        (
            "own",
            vec![(".env", "DATABASE_URL=postgres://me@mine/db\n")],
        ),
        ("odd", vec![(".env", "DATABASE_URL=\"not a url\"\n")]),
        (
            "local",
            vec![(".env.local", "DATABASE_URL=postgres://me@mine/db\n")],
        ),
        (
            "mode",
            vec![(".env.development", "DATABASE_URL=postgres://me@mine/db\n")],
        ),
    ] {
        let folder = project(&product, name, &files);
        let made = add(app, &folder, unasked()).await;
        assert_eq!(made.state, FolderState::Foreign, "{name}");
        assert!(made.set_in.unwrap().ends_with(files[0].0), "{name}");
        let done = ensure(app, &made.id).await.unwrap();
        assert_eq!(done.step, FolderStep::Nothing, "{name}");
        let refused = replace(app, &made.id).await.unwrap_err();
        assert_eq!(refused.code(), ErrorCode::VariablePresent, "{name}");
        let text = std::fs::read_to_string(folder.join(files[0].0)).unwrap();
        assert_eq!(text, files[0].1, "{name}");
    }
    // The direct string is somebody's, though the variable itself is absent.
    let folder = project(&product, "half", &[(".env", "DATABASE_URL_DIRECT=mine\n")]);
    let made = add(app, &folder, unasked()).await;
    let refused = ensure(app, &made.id).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::VariablePresent);
    // A production build.
    let folder = project(&product, "build", &[]);
    let made = add(app, &folder, unasked()).await;
    let production = FolderEnsureOptions {
        production: true,
        replace: false,
    };
    let done = folders::ensure(app, &made.id, None, production)
        .await
        .unwrap();
    assert_eq!(done.step, FolderStep::Nothing);
    let run = folders::run(app, folder.to_str().unwrap(), true, false)
        .await
        .unwrap();
    assert!(run.variables.is_empty());
    assert_eq!(env(&folder), "");
    assert_eq!(databases(app).await, 0);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seed_that_fails_leaves_the_database_and_runs_on_it_the_next_time() {
    let product = ProductFixture::start().await;
    let app = &product.app;
    let folder = project(
        &product,
        "shop",
        &[("seed.sql", "ALTER SCHEMA public OWNER TO missing;\n")],
    );
    let made = add(app, &folder, seeded("seed.sql")).await;
    let failed = ensure(app, &made.id).await.unwrap_err();
    assert_eq!(failed.code(), ErrorCode::Database);
    assert!(
        failed.to_string().contains("created and written"),
        "{failed}"
    );
    assert!(failed.to_string().contains("missing"), "{failed}");
    let view = folders::get(app, &made.id).await.unwrap();
    assert_eq!(view.state, FolderState::Unseeded);
    let problem = view.problem.unwrap();
    assert_eq!(problem.code, ErrorCode::Database);
    let hint = problem.hint.unwrap();
    for part in ["pg_dump --no-owner", "it runs on the same database."] {
        assert!(hint.contains(part), "{part} in {hint}");
    }
    let url = value(&folder, "DATABASE_URL");

    std::fs::write(folder.join("seed.sql"), SEED).unwrap();
    let plan = folders::plan(app, &made.id, FolderEnsureOptions::default())
        .await
        .unwrap();
    assert_eq!((plan.step, plan.env), (FolderStep::Seed, None));
    let done = ensure(app, &made.id).await.unwrap();
    assert_eq!(
        (done.step, done.folder.state),
        (FolderStep::Seed, FolderState::Filled)
    );
    assert_eq!(done.folder.problem, None);
    assert_eq!(value(&folder, "DATABASE_URL"), url);
    assert_eq!(fruit(&product, &folder).await, ["apple"]);
    assert_eq!(databases(app).await, 1);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_database_is_replaced_on_request_with_the_same_seed() {
    let product = ProductFixture::start().await;
    let app = &product.app;
    let folder = project(&product, "shop", &[(".env", "A=1\n"), ("seed.sql", SEED)]);
    let made = add(app, &folder, seeded("seed.sql")).await;
    let first = ensure(app, &made.id).await.unwrap().folder;
    assert_eq!(first.state, FolderState::Filled);
    let url = value(&folder, "DATABASE_URL");
    let temporary_id = first.temporary_id.unwrap();
    for (hours, expected) in [(49, FolderState::Expiring), (24, FolderState::Expired)] {
        let time = Duration::from_secs(hours * HOUR);
        product.sandbox.advance(time).await.unwrap();
        temporary::refresh(app, &temporary_id).await.unwrap();
        assert_eq!(state(app, &made.id).await, expected);
    }
    let done = ensure(app, &made.id).await.unwrap();
    assert_eq!(done.step, FolderStep::Nothing, "it was replaced unasked");
    let done = replace(app, &made.id).await.unwrap();
    assert_eq!(
        (done.step, done.folder.state),
        (FolderStep::Replace, FolderState::Filled)
    );
    assert_ne!(value(&folder, "DATABASE_URL"), url);
    let text = env(&folder);
    assert!(text.starts_with("A=1\n"), "{text}");
    assert_eq!(text.matches("DATABASE_URL=").count(), 1);
    assert_eq!(text.matches("expires at").count(), 1, "{text}");
    assert_eq!(fruit(&product, &folder).await, ["apple"]);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_and_a_folder_that_goes_are_states() {
    let product = ProductFixture::start().await;
    let app = &product.app;
    let folder = project(&product, "shop", &[]);
    let run = folders::run(app, folder.to_str().unwrap(), false, false)
        .await
        .unwrap();
    assert_eq!(run.step, FolderStep::Create);
    let names: Vec<_> = run.variables.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "DATABASE_URL",
            "DATABASE_URL_DIRECT",
            "VITE_POSTGRES_CLAIM_URL"
        ]
    );
    assert_eq!(run.variables[0].value, value(&folder, "DATABASE_URL"));
    assert!(!format!("{run:?}").contains(&run.variables[0].value));
    let below = project(&product, "shop/src", &[]);
    let around = folders::around(app, below.to_str().unwrap(), false)
        .await
        .unwrap();
    assert_eq!((around.is_listed, around.git), (true, None));
    let again = folders::run(app, &around.folder.path, false, false)
        .await
        .unwrap();
    assert_eq!(
        (again.step, &again.folder.id),
        (FolderStep::Nothing, &run.folder.id)
    );

    let id = run.folder.temporary_id.unwrap();
    claim(app, &id).await;
    let look = async || state(app, &run.folder.id).await;
    until_that("the folder is claimed", look, |is| {
        *is == FolderState::Claimed
    })
    .await;

    let away = product.path().join("away");
    std::fs::rename(&folder, &away).unwrap();
    let listed = folders::list(app).await.unwrap().items;
    assert_eq!(listed[0].state, FolderState::Gone);
    assert!(listed[0].problem.is_some());
    std::fs::rename(&away, &folder).unwrap();
    assert_eq!(state(app, &run.folder.id).await, FolderState::Claimed);
    folders::remove(app, &run.folder.id).await.unwrap();
    assert!(folders::list(app).await.unwrap().items.is_empty());
    assert!(env(&folder).contains("DATABASE_URL="), "a file was touched");
    product.stop().await;
}
