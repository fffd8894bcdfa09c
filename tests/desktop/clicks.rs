//! How many clicks it takes from a screen until what one came for is on the clipboard.

use std::sync::Mutex;

use serde_json::{Value, json};

use crate::accounts::current;
use crate::harness::{Desktop, Keychain, Window, WindowOptions, secrets};
use crate::journey::{enter_sandbox, reveal, temporary_list};
use crate::screens::choose;

enum Step {
    Press(&'static str),
    /// An action that another screen has no button for.
    Palette(&'static str),
    Fill(&'static str, &'static str),
}

use Step::{Fill, Palette, Press};

impl Step {
    fn clicks(&self) -> usize {
        match self {
            Press(_) => 1,
            // It is opened, and one of its lines is clicked.
            Palette(_) => 2,
            Fill(..) => 0,
        }
    }

    async fn perform(&self, window: &Window) {
        match self {
            Press(name) => window.press(name).await,
            Palette(title) => choose(window, title).await,
            Fill(field, text) => window.fill(field, text).await,
        }
    }
}

struct Row {
    what: &'static str,
    /// `PROJECT` stands for the project of the row before.
    from: &'static str,
    clicks: usize,
    steps: &'static [Step],
    /// What the text on the clipboard begins with.
    copied: &'static str,
    /// How the window says so.
    says: &'static str,
    /// What came with it is shown in a dialog.
    shown: bool,
}

const ROWS: &[Row] = &[
    Row {
        what: "a new temporary database",
        from: "#/temporary",
        clicks: 1,
        steps: &[Press("New temporary database")],
        copied: "postgresql://",
        says: "Connection string copied",
        shown: false,
    },
    Row {
        what: "a new temporary database, from another screen",
        from: "#/settings",
        clicks: 2,
        steps: &[Palette("New temporary database")],
        copied: "postgresql://",
        says: "Connection string copied",
        shown: false,
    },
    Row {
        what: "a new project",
        from: "#/projects",
        clicks: 2,
        steps: &[Press("New project…"), Press("Create project")],
        copied: "postgresql://",
        says: "was copied. The clipboard clears after",
        shown: true,
    },
    Row {
        what: "a new branch",
        from: "PROJECT",
        clicks: 2,
        steps: &[Press("New branch…"), Press("Create branch")],
        copied: "postgresql://",
        says: "was copied. The clipboard clears after",
        shown: true,
    },
    Row {
        what: "an existing project",
        from: "PROJECT",
        clicks: 1,
        steps: &[Press("Connect")],
        copied: "postgresql://",
        says: "Connection string copied",
        shown: false,
    },
    Row {
        what: "a new key",
        from: "#/keys",
        clicks: 2,
        steps: &[
            Press("New API key…"),
            Fill("Name", "ci"),
            Press("Create key"),
        ],
        copied: "napi_",
        says: "The API key was copied",
        shown: true,
    },
];

#[tokio::test(flavor = "multi_thread")]
async fn few_clicks_put_what_one_came_for_on_the_clipboard() {
    let mut desktop = Desktop::start("clicks", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    enter_sandbox(&window).await;
    let mut before = String::new();
    for row in ROWS {
        let from = match row.from {
            "PROJECT" => project(&window).await,
            place => place.to_owned(),
        };
        window.go(&from).await;
        window.no_skeleton().await;
        for step in row.steps {
            step.perform(&window).await;
        }
        let clicks: usize = row.steps.iter().map(Step::clicks).sum();
        assert_eq!(clicks, row.clicks, "{}", row.what);
        before = copied(&window, &desktop, row, &before).await;
        window.sees(row.says).await;
        if matches!(row.steps, [Press(step) | Palette(step)] if step.contains("temporary")) {
            let newest = &temporary_list(&window).await[0];
            let id = newest["id"].as_str().unwrap();
            assert_eq!(before, reveal(&window, id, "pooled").await, "{}", row.what);
        }
        if row.shown {
            window.press("Done").await;
        }
        window.no_dialog().await;
    }
    desktop.quit(window).await;
}

/// Where the only project is.
async fn project(window: &Window) -> String {
    let account = current(window).await["id"].clone();
    let request =
        json!({ "accountId": account, "scope": "own", "organizationId": null, "cursor": null });
    let page = window.command("project_page", request).await.unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (account, project) = (text(&account), text(&page["items"][0]["id"]));
    format!("#/project?account={account}&id={project}&tab=settings")
}

/// Waits until another text than `before` is on the clipboard of the desktop, and gives it.
async fn copied(window: &Window, desktop: &Desktop, row: &Row, before: &str) -> String {
    let found = Mutex::new(String::new());
    window
        .until(&format!("{} is on the clipboard", row.what), || async {
            let text = desktop.clipboard();
            let is_new = text.starts_with(row.copied) && text != before;
            *found.lock().unwrap() = text;
            is_new
        })
        .await;
    let text = found.into_inner().unwrap();
    secrets::note(&text);
    text
}
