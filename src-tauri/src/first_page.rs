//! What the window shows first stands in its page, so that it asks for nothing before it is drawn.

use std::borrow::Cow;
use std::time::Duration;

use app::App;
use app::view::{
    AccountView, CachedProjectsView, KeychainView, ProjectScope, SettingsView, TemporaryListView,
};
use serde::Serialize;
use specta::Type;
use tauri::http::{Response, header};
use tauri::{AppHandle, Manager as _};

use crate::last_view::{LastView, LastViews};
use crate::opening::Core;
use crate::program::{self, AppView};
use crate::reply::Reply;
use crate::sandbox::Control;
use crate::sandbox::view::SandboxView;

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
    let read = tokio::time::timeout(PATIENCE, first_view(app));
    // Tauri calls this on a thread of its runtime.
    let read = tokio::task::block_in_place(|| tauri::async_runtime::block_on(read));
    match read {
        Ok(Ok(view)) => {
            let last = app.state::<LastViews>().fitting(response.body(), &view);
            let json = serde_json::to_string(&view).ok();
            let page = json.and_then(|json| with_block(response.body(), &json));
            if let Some(page) = page {
                let page = last.and_then(|last| showing(&page, &last)).unwrap_or(page);
                *response.body_mut() = Cow::Owned(page);
            }
        }
        // The page asks, and shows why there is nothing.
        Ok(Err(_)) => {}
        Err(_) => tracing::warn!("the page was not kept waiting for what it shows first"),
    }
}

pub async fn first_view(app: &AppHandle) -> Reply<FirstView> {
    let core = app.state::<Core>().ready().await?;
    let account_list = app::accounts::list(&core);
    Ok(FirstView {
        app_info: program::view(app),
        settings_get: app::settings::get(&core),
        keychain_state: app::keychain::state(&core),
        sandbox_state: app.state::<Control>().view(app).await,
        temporary_list: app::temporary::list(&core).await?,
        project_cached: cached(&core, &account_list).await?,
        account_list,
    })
}

async fn cached(core: &App, accounts: &[AccountView]) -> Reply<Option<CachedProjectsView>> {
    let Some(account) = accounts.iter().find(|account| account.is_current) else {
        return Ok(None);
    };
    // The empty one is that of whoever chose all of them.
    let organization = account
        .organization_id
        .as_deref()
        .filter(|id| !id.is_empty());
    let own = ProjectScope::Own;
    Ok(app::projects::cached_part(core, &account.id, own, organization, None, ROWS).await?)
}

/// As a block of data, which is no script to the page's policy. `None` for a page without a head.
fn with_block(page: &[u8], json: &str) -> Option<Vec<u8>> {
    // Nothing in it ends the block.
    let json = json.replace('<', "\\u003c");
    let block = format!("<script type=\"application/json\" id=\"first\">{json}</script>");
    replaced(page, b"</head>", &format!("{block}</head>"))
}

/// The page with what the window showed last, and a script that shows it and then runs the interface in place of the page.
/// `None` for a page without an interface.
fn showing(page: &[u8], last: &LastView) -> Option<Vec<u8>> {
    let LastView {
        html,
        width,
        height,
        ..
    } = last;
    let word = |name: &str, value: &Option<String>| {
        let is_word = |word: &&String| word.bytes().all(|byte| byte.is_ascii_lowercase());
        let word = value.as_ref().filter(is_word);
        word.map(|word| format!(" data-{name}=\"{word}\""))
            .unwrap_or_default()
    };
    let (density, theme) = (word("density", &last.density), word("theme", &last.theme));
    let shown = format!(
        "<body><div id=\"last-view\" inert data-width=\"{width}\" data-height=\"{height}\"{density}{theme}>{html}</div>\
         <script src=\"/last-view.js\"></script>"
    );
    let page = replaced(page, b"<body>", &shown)?;
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

    fn page(html: &str, json: &str) -> Option<String> {
        let page = with_block(html.as_bytes(), json)?;
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
            width: 900,
            height: 600,
            density: Some("compact".to_owned()),
            theme: Some("\" onload=\"x".to_owned()),
        };
        let page = String::from_utf8(showing(page.as_bytes(), &last).unwrap()).unwrap();
        assert_eq!(
            page,
            "<head><script type=\"text/plain\" id=\"interface\" crossorigin src=\"/a.js\"></script></head>\
             <body><div id=\"last-view\" inert data-width=\"900\" data-height=\"600\" data-density=\"compact\">\
             <p data-style=\"width:1px\">x</p></div><script src=\"/last-view.js\"></script>\n</body>"
        );
        assert_eq!(showing(b"<body>no interface", &last), None);
    }

    #[test]
    fn a_page_without_a_head_stays_as_it_is() {
        assert_eq!(page("<p>not found", "{}"), None);
    }
}
