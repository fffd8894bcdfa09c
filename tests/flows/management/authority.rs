//! A platform of one's own whose servers are signed by an authority of its own.

use std::path::Path;
use std::sync::Arc;

use app::accounts::{self, ConnectAccount, EditAccount};
use app::branches::CreateBranch;
use app::projects::CreateProject;
use app::view::{
    AccountColour, ConnectSource, ConnectionProbeState, ConnectionRequest, CreatedBranchView,
    ErrorCode, FormId, PlatformKind, TemporaryOptions,
};
use app::{App, Config, branches, connection_card, connection_probe, projects, temporary};
use sandbox::{Running, Sandbox};
use testkit::until_that;
use vault::Memory;

use super::fixture::usual_compute;
use crate::product::{folder, psql_parameters, sandbox_config, source_of};

fn request(sandbox: &Running) -> ConnectAccount {
    ConnectAccount {
        name: "Mine".to_owned(),
        platform: PlatformKind::Custom,
        base_url: Some(sandbox.base_url.clone()),
        instant_url: Some(sandbox.instant_url.clone()),
        ca_file: None,
        key: sandbox.key.clone().into(),
        colour: Some(AccountColour::Amber),
        is_production: false,
        is_read_only: false,
    }
}

fn source(account: &str, project: &str) -> ConnectSource {
    ConnectSource::Project {
        account_id: account.to_owned(),
        project_id: project.to_owned(),
        request: ConnectionRequest {
            database: "svcdb".to_owned(),
            role: "svcdb_owner".to_owned(),
            ..ConnectionRequest::default()
        },
    }
}

/// Makes a branch with a compute and waits for what is said of it in the end. Gives the branch, too.
async fn said_of_a_branch(
    app: &App,
    account: &str,
    project: &str,
    name: &str,
) -> (ConnectionProbeState, CreatedBranchView) {
    let create = CreateBranch {
        name: Some(name.to_owned()),
        compute: usual_compute(),
        ..CreateBranch::default()
    };
    let made = branches::create(app, account, project, create)
        .await
        .unwrap();
    let state = async || {
        let known = connection_probe::list(app);
        let found = known.iter().find(|it| it.branch_id == made.branch.id);
        found.map_or(ConnectionProbeState::Waiting, |it| it.state)
    };
    let is_said = |it: &ConnectionProbeState| {
        matches!(
            it,
            ConnectionProbeState::Usable | ConnectionProbeState::Failed
        )
    };
    let said = until_that("something was said of it", state, is_said).await;
    (said, made)
}

#[tokio::test(flavor = "multi_thread")]
async fn its_ca_file_is_enough_for_every_real_connection() {
    let folder = folder();
    let config = sandbox_config(&folder.path().join("sandbox"), true);
    let sandbox = Sandbox::start(config).await.unwrap();
    let config = Config::new(folder.path().join("plinth"), Arc::new(Memory::default()));
    let app = App::open(config).await.unwrap();
    let account = accounts::connect(&app, request(&sandbox)).await.unwrap().id;
    let create = CreateProject {
        name: Some("Signed".to_owned()),
        ..CreateProject::default()
    };
    let made = projects::create(&app, &account, create).await.unwrap();
    let project = made.project.id;

    // Nobody vouches for its servers yet, and the error says what is missing.
    let source = source(&account, &project);
    assert_eq!(
        said_of_a_branch(&app, &account, &project, "early").await.0,
        ConnectionProbeState::Failed
    );
    let refused = connection_card::check(&app, &source).await.unwrap_err();
    let refused = app::view::ErrorView::from(refused);
    assert_eq!(refused.code, ErrorCode::Database);
    assert!(refused.hint.unwrap().contains("CA file"));
    let card = connection_card::forms(&app, &source).await.unwrap();
    assert_eq!(card.ca_file, None);

    let edit = EditAccount {
        ca_file: Some(sandbox.ca_file.display().to_string()),
        ..EditAccount::default()
    };
    let ca = accounts::edit(&app, &account, edit).await.unwrap().ca;
    let path = ca.unwrap().path;
    connection_card::check(&app, &source).await.unwrap();
    let (said, late) = said_of_a_branch(&app, &account, &project, "late").await;
    assert_eq!(said, ConnectionProbeState::Usable);

    let card = connection_card::forms(&app, &source).await.unwrap();
    assert_eq!(card.ca_file.as_deref(), Some(&*path));
    // The strings name the sandbox's own file, so nothing has to be told the account's.
    let named = sandbox.data_dir.join("tls/pooler-ca.pem");
    assert_eq!(card.named_ca_file.as_deref(), named.to_str());
    for form in &card.forms {
        let note = form.note.clone().unwrap_or_default();
        assert!(!note.contains(&path), "{:?}: {note}", form.id);
    }
    let line = connection_card::reveal(&app, &source, FormId::Ca).await;
    assert_eq!(
        line.unwrap().text,
        format!("NODE_EXTRA_CA_CERTS=\"{path}\"")
    );
    let psql = psql_parameters(&app, &source).await;
    assert_eq!(psql.unwrap().ca_file.as_deref(), Some(Path::new(&path)));
    let shown = ConnectSource::OneTimeSecret {
        id: late.connections[0].id.clone(),
    };
    connection_card::check(&app, &shown).await.unwrap();

    let options = TemporaryOptions {
        service: Some(app::view::InstantServiceChoice::Account {
            account_id: account.clone(),
        }),
        ..TemporaryOptions::default()
    };
    let database = temporary::create(&app, options).await.unwrap();
    connection_card::check(&app, &source_of(&database.id))
        .await
        .unwrap();
    app.close().await;
    sandbox.stop().await;
}
