//! What the window shows first stands in its page, so that it asks for nothing before it is drawn.

use std::borrow::Cow;
use std::time::Duration;

use app::view::{
    AccountView, CachedProjectsView, KeychainStatus, KeychainView, ProjectScope, SettingsView,
    TemporaryListView,
};
use host::sandbox::view::SandboxView;
use host::{Connection, Reply};
use serde::Serialize;
use serde_json::{Value, json};
use specta::Type;
use tauri::http::{Response, header};
use tauri::{AppHandle, Manager as _};

use crate::last_view::{Content, LastView, LastViewFile};
use crate::program::{self, AppView};

/// How long the page waits for the core. After that it comes without, and asks.
const PATIENCE: Duration = Duration::from_millis(500);

/// How many kept projects the page brings: more than the largest screen shows. The rest comes once they are drawn.
const ROWS: u32 = 60;

/// What the commands of these names would answer.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FirstView {
    pub app_info: AppView,
    pub settings_get: SettingsView,
    pub keychain_state: KeychainView,
    pub sandbox_state: SandboxView,
    pub account_list: Vec<AccountView>,
    pub temporary_list: TemporaryListView,
    /// The first of the current account, by name; `None` where there is none, or nothing is kept of it.
    pub project_cached: Option<CachedProjectsView>,
}

/// Puts it into a page on its way to the window. Other files stay as they are.
pub fn complete(app: &AppHandle, response: &mut Response<Cow<'static, [u8]>>) {
    let kind = response.headers().get(header::CONTENT_TYPE);
    if !kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        return;
    }
    let read = tokio::time::timeout(PATIENCE, with_what_it_shows(app, response.body()));
    // Tauri calls this on a thread of its runtime.
    let read = tokio::task::block_in_place(|| tauri::async_runtime::block_on(read));
    match read {
        Ok(Ok(Some(page))) => *response.body_mut() = Cow::Owned(page),
        // The page asks, and shows why there is nothing.
        Ok(Ok(None) | Err(_)) => {}
        Err(_) => tracing::warn!("the page was not kept waiting for what it shows first"),
    }
}

async fn with_what_it_shows(app: &AppHandle, page: &[u8]) -> Reply<Option<Vec<u8>>> {
    let view = first_view(app).await?;
    let (app, body, content) = (app.clone(), page.to_owned(), view.content());
    let last = tauri::async_runtime::spawn_blocking(move || {
        app.state::<LastViewFile>().load_if_current(&body, &content)
    });
    let last = last.await.ok().flatten();
    let json = serde_json::to_string(&view).ok();
    let page = json.and_then(|json| with_block(page, "first", &json));
    Ok(page.map(|page| match last {
        Some(last) => with_last_view(&page, &last).unwrap_or(page),
        None => page,
    }))
}

/// What a start would show first now.
pub async fn content(app: &AppHandle) -> Reply<Content> {
    Ok(first_view(app).await?.content())
}

async fn first_view(app: &AppHandle) -> Reply<FirstView> {
    let core = app.state::<Connection>();
    let (settings_get, keychain_state, sandbox_state, temporary_list, account_list) = tokio::try_join!(
        core.call("settings_get", json!({})),
        core.call("keychain_state", json!({})),
        core.call("sandbox_state", json!({})),
        core.call("temporary_list", json!({})),
        core.call::<Vec<AccountView>>("account_list", json!({})),
    )?;
    Ok(FirstView {
        app_info: program::view(app),
        settings_get,
        keychain_state,
        sandbox_state,
        temporary_list,
        project_cached: cached(&core, &account_list).await?,
        account_list,
    })
}

impl FirstView {
    /// What is seen of it, to be compared with what was seen before. What comes and goes by itself is not among it, such as
    /// whether the sandbox runs while another account is shown.
    fn content(&self) -> Content {
        let accounts = self.account_list.iter().map(|account| {
            json!({
                "id": account.id,
                "name": account.name,
                "platform": account.platform,
                "host": account.host,
                "state": account.state,
                "problem": account.problem,
                "isCurrent": account.is_current,
                "isProduction": account.is_production,
                "isReadOnly": account.is_read_only,
                "colour": account.colour,
                "organization": account.organization_id,
            })
        });
        let kept = self.project_cached.as_ref();
        let text = json!({
            "firstRun": self.app_info.first_run,
            "settings": self.settings_get,
            "keychain": said_of(&self.keychain_state),
            "accounts": accounts.collect::<Vec<_>>(),
            "temporary": self.temporary_list.items.len(),
            "projects": kept.map(|list| (list.total, &list.items)),
        });
        let current = self.account_list.iter().find(|it| it.is_current);
        let rows = current.zip(kept).map(|(account, list)| {
            let projects = list.projects().into_iter();
            projects.map(|project| format!("{}/{}", account.id, project.id))
        });
        Content {
            text: text.to_string(),
            rows: rows.map(Iterator::collect).unwrap_or_default(),
        }
    }
}

/// What the window says of the keychain. While it is tried for the first time that is nothing, as for one that works.
fn said_of(keychain: &KeychainView) -> Value {
    let trouble = match keychain.status {
        KeychainStatus::Checking | KeychainStatus::Ready => None,
        status => Some(status),
    };
    json!([keychain.kind, trouble, keychain.message, keychain.hint])
}

async fn cached(core: &Connection, accounts: &[AccountView]) -> Reply<Option<CachedProjectsView>> {
    let Some(account) = accounts.iter().find(|account| account.is_current) else {
        return Ok(None);
    };
    // The empty one is that of whoever chose all of them.
    let organization = account
        .organization_id
        .as_deref()
        .filter(|id| !id.is_empty());
    let args = json!({
        "accountId": account.id,
        "scope": ProjectScope::Own,
        "organizationId": organization,
        "limit": ROWS,
    });
    core.call("project_cached_part", args).await
}

/// As a block of data, which is no script to the page's policy. `None` for a page without a head.
fn with_block(page: &[u8], id: &str, json: &str) -> Option<Vec<u8>> {
    // Nothing in it ends the block.
    let json = json.replace('<', "\\u003c");
    let block = format!("<script type=\"application/json\" id=\"{id}\">{json}</script></head>");
    replaced(page, b"</head>", &block)
}

/// The page with what the window showed last, and a script that shows it and then runs the interface in place of the page.
/// `None` for a page without an interface.
fn with_last_view(page: &[u8], last: &LastView) -> Option<Vec<u8>> {
    let layout = serde_json::to_string(&last.layout).ok()?;
    let page = with_block(page, "last-view-layout", &layout)?;
    let html = &last.html;
    let shown = format!(
        "<body><template id=\"last-view-elements\">{html}</template><script src=\"/last-view.js\"></script>"
    );
    let page = replaced(&page, b"<body>", &shown)?;
    // Data to the page until the other script makes a module of it.
    replaced(
        &page,
        b"type=\"module\"",
        "type=\"text/plain\" id=\"interface\"",
    )
}

/// With one part in place of another, the first there is.
fn replaced(page: &[u8], part: &[u8], by: &str) -> Option<Vec<u8>> {
    let at = page.windows(part.len()).position(|it| it == part)?;
    Some([&page[..at], by.as_bytes(), &page[at + part.len()..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::last_view::Layout;

    fn page(html: &str, json: &str) -> Option<String> {
        let page = with_block(html.as_bytes(), "first", json)?;
        Some(String::from_utf8(page).unwrap())
    }

    #[test]
    fn the_data_stand_at_the_end_of_the_head() {
        assert_eq!(
            page("<head><title>x</title></head><body>", "{\"a\":1}").unwrap(),
            "<head><title>x</title>\
             <script type=\"application/json\" id=\"first\">{\"a\":1}</script></head><body>"
        );
    }

    #[test]
    fn no_name_ends_the_block() {
        let named = page("</head>", "{\"name\":\"</script><script>alert(1)<!--\"}").unwrap();
        assert_eq!(named.matches('<').count(), 3, "{named}");
        assert!(named.contains("\\u003c/script>"), "{named}");
    }

    #[test]
    fn what_was_shown_last_comes_before_the_interface() {
        let page = "<head><script type=\"module\" crossorigin src=\"/a.js\"></script></head><body>\n</body>";
        let last = LastView {
            html: "<p data-style=\"width:1px\">x</p>".to_owned(),
            layout: Layout {
                width: 900,
                height: 600,
                density: Some("compact".to_owned()),
                theme: None,
                remembered: "</script>".to_owned(),
            },
        };
        let page = String::from_utf8(with_last_view(page.as_bytes(), &last).unwrap()).unwrap();
        assert_eq!(
            page,
            "<head><script type=\"text/plain\" id=\"interface\" crossorigin src=\"/a.js\"></script>\
             <script type=\"application/json\" id=\"last-view-layout\">{\"width\":900,\"height\":600,\
             \"density\":\"compact\",\"theme\":null,\"remembered\":\"\\u003c/script>\"}</script></head>\
             <body><template id=\"last-view-elements\"><p data-style=\"width:1px\">x</p></template>\
             <script src=\"/last-view.js\"></script>\n</body>"
        );
        assert_eq!(
            with_last_view(b"<head></head><body>no interface", &last),
            None
        );
    }

    #[test]
    fn a_page_without_a_head_stays_as_it_is() {
        assert_eq!(page("<p>not found", "{}"), None);
    }
}
