use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use super::PATIENCE;

/// Between two looks at whether what is waited for is there.
const POLL_INTERVAL: Duration = Duration::from_millis(25);

/// Ends when every animation has, but for those that never do.
const ANIMATIONS_END: &str = "
    const moving = () => document.getAnimations().filter((each) =>
        each.playState === 'running' && each.effect?.getComputedTiming().iterations !== Infinity);
    const animationsEnd = async () => {
        for (let left = moving(); left.length > 0; left = moving())
            await Promise.allSettled(left.map((each) => each.finished));
    };";

/// The app's window: finds things by what a person reads, and waits for what should come.
pub struct Window {
    client: Client,
    test: String,
    display: String,
    /// What was recorded and is in the page no more.
    pub(super) recorded: std::sync::Mutex<Vec<Value>>,
}

impl Window {
    pub async fn open(
        port: u16,
        app: &Path,
        arguments: &[&str],
        (test, display): (String, String),
    ) -> Self {
        let mut capabilities = serde_json::Map::new();
        capabilities.insert(
            "webkitgtk:browserOptions".to_owned(),
            json!({ "binary": app, "args": arguments }),
        );
        let address = format!("http://127.0.0.1:{port}");
        let client = tokio::time::timeout(
            PATIENCE,
            ClientBuilder::new(HttpConnector::new())
                .capabilities(capabilities)
                .connect(&address),
        )
        .await
        .expect("the window did not open in time")
        .expect("the window did not open");
        Self {
            client,
            test,
            display,
            recorded: std::sync::Mutex::default(),
        }
    }

    /// The page must be the one in the binary: a dev build would show an error page instead.
    pub async fn assert_bundled_page(&self) {
        let end = Instant::now() + PATIENCE;
        loop {
            let address = self.client.current_url().await.unwrap();
            if address.as_str().starts_with("tauri://localhost") {
                return;
            }
            assert!(
                Instant::now() < end,
                "the window shows {address}, not the bundled page"
            );
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// What the window showed last is in the page until the interface shows the same.
    pub async fn shows_the_interface(&self) {
        let script = "const root = document.getElementById('root');
            return !document.getElementById('last-view') && root?.childElementCount > 0;";
        self.until("the interface is shown", || async {
            self.try_script(script).await == Some(Value::Bool(true))
        })
        .await;
    }

    /// Presses what is called `name`: a button, link, tab, menu item, option or row.
    pub async fn press(&self, name: &str) {
        self.until(&format!("`{name}` takes the click"), || async {
            // Found anew each time: it may have been drawn again since.
            let target = self.find(&named(name), &format!("`{name}` to press")).await;
            self.clicks(target).await
        })
        .await;
    }

    /// Whether a click got to it while it could be pressed. Between the driver's look for it and the click, something above
    /// it may have grown, and it may have become disabled.
    async fn clicks(&self, target: Element) -> bool {
        let place = vec![serde_json::to_value(&target).unwrap()];
        let script = "const [target] = arguments;
            window.lookedFor?.abort();
            window.lookedFor = new AbortController();
            delete window.isMissed;
            addEventListener('pointerdown', event => {
                const isDead = target.disabled || target.ariaDisabled === 'true';
                window.isMissed = target.isConnected && (isDead || !event.composedPath().includes(target));
            }, { capture: true, once: true, signal: window.lookedFor.signal });";
        self.client.execute(script, place).await.is_ok()
            && target.click().await.is_ok()
            // Of a page that is gone since, it was the last.
            && self.try_script("return window.isMissed === true").await != Some(Value::Bool(true))
    }

    /// Presses a button that ends the app, which may be gone before the driver has answered.
    pub async fn press_last(&self, name: &str) {
        let target = self.find(&named(name), &format!("`{name}` to press")).await;
        let place = vec![serde_json::to_value(&target).unwrap()];
        let script = "const target = arguments[0]; setTimeout(() => target.click())";
        let sent = self.client.execute(script, place);
        tokio::time::timeout(PATIENCE, sent).await.ok();
    }

    /// Puts a text into the field labelled `label` as a paste does, replacing what is there. Through the driver each
    /// character would be a key of its own, drawn before the next.
    pub async fn fill(&self, label: &str, text: &str) {
        // A dialog's body scrolls, and a click does not scroll it.
        let scroll = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
        // Focus and text are one step, as nothing may come between them.
        let enter = "const [field, text] = arguments;
            field.focus();
            if (field.select) field.select();
            return text === '' || document.execCommand('insertText', false, text)";
        self.until(&format!("`{label}` takes the text"), || async {
            // Found anew each time: the screen before may have had a field of the same name.
            let field = self.field(label).await;
            let place = serde_json::to_value(&field).unwrap();
            let script = async |script, of| self.client.execute(script, of).await.ok();
            script(scroll, vec![place.clone()]).await.is_some()
                && field.click().await.is_ok()
                && script(enter, vec![place, json!(text)]).await == Some(json!(true))
        })
        .await;
        if text.is_empty() {
            self.field(label).await.send_keys("\u{e003}").await.unwrap();
        }
    }

    pub async fn field(&self, label: &str) -> Element {
        let quoted = quote(label);
        let path = format!(
            "//*[self::input or self::textarea or self::select][@aria-label={quoted} or @id=//label[normalize-space(.)={quoted}]/@for or ancestor::label[normalize-space(.)={quoted}] or @aria-labelledby=//*[normalize-space(.)={quoted}]/@id]"
        );
        self.find(&path, &format!("the field `{label}`")).await
    }

    /// What the field labelled `label` holds.
    pub async fn value(&self, label: &str) -> String {
        let field = self.field(label).await;
        field.prop("value").await.unwrap().unwrap_or_default()
    }

    /// Waits until the page holds `text` somewhere a person can read it.
    pub async fn sees(&self, text: &str) {
        self.until(&format!("the window shows `{text}`"), || async {
            self.read().await.is_some_and(|read| read.contains(text))
        })
        .await;
    }

    /// Waits until the page reads as something without `text`. A page that does not answer, or is blank, is no such page.
    pub async fn no_longer_sees(&self, text: &str) {
        self.until(&format!("the window no longer shows `{text}`"), || async {
            let read = self.read().await;
            read.is_some_and(|read| !read.trim().is_empty() && !read.contains(text))
        })
        .await;
    }

    /// Everything a person can read now, from a page that answers.
    pub async fn text(&self) -> String {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(read) = self.read().await {
                return read;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        panic!("the page did not answer what it reads");
    }

    /// The same now; nothing from a page that is loading, or gone.
    async fn read(&self) -> Option<String> {
        let script = self
            .client
            .execute("return document.body.innerText", Vec::new());
        let read = tokio::time::timeout(PATIENCE, script).await.ok()?.ok()?;
        read.as_str().map(str::to_owned)
    }

    /// The text of the first thing with this test id, once it is there.
    pub async fn text_of(&self, test_id: &str) -> String {
        let found = std::sync::Mutex::new(String::new());
        self.until(&format!("there is `{test_id}`"), || async {
            let script = "return document.querySelector(arguments[0])?.innerText ?? null";
            let selector = json!(format!("[data-testid=\"{test_id}\"]"));
            let text = self.script(script, vec![selector]).await;
            text.as_str().is_some_and(|text| {
                text.clone_into(&mut found.lock().unwrap());
                !text.is_empty()
            })
        })
        .await;
        found.into_inner().unwrap()
    }

    pub async fn key(&self, keys: &str) {
        self.client
            .active_element()
            .await
            .unwrap()
            .send_keys(keys)
            .await
            .unwrap();
    }

    /// Everything that the page holds, shown or not.
    pub async fn page(&self) -> String {
        let script = "return document.documentElement.outerHTML
            + [...document.querySelectorAll('input, textarea')].map(each => each.value).join(' ')";
        let page = self.script(script, Vec::new()).await;
        page.as_str().unwrap().to_owned()
    }

    /// Goes to a place by its address, as a link does.
    pub async fn go(&self, place: &str) {
        self.script("location.hash = arguments[0]", vec![json!(place)])
            .await;
    }

    /// Goes to a tab of a project.
    pub async fn go_to_project(&self, account: &str, project: &str, tab: &str) {
        self.go(&format!(
            "#/project?account={account}&id={project}&tab={tab}"
        ))
        .await;
    }

    pub async fn sees_dialog(&self) {
        self.until("a dialog is open", || async { self.dialogs().await > 0 })
            .await;
    }

    /// Lets go of what was typed into the dialog that is being closed, where it asks.
    pub async fn discard(&self) {
        self.until("the dialog asks or is closed", || async {
            let read = self.read().await;
            self.dialogs().await == 0
                || read.is_some_and(|read| read.contains("Discard your changes?"))
        })
        .await;
        if self.dialogs().await > 0 {
            self.press("Discard").await;
        }
    }

    /// Waits until the dialog is closed, and puts away what passing notices say of it: each would lie over the page for
    /// seconds.
    pub async fn no_dialog(&self) {
        self.until("no dialog is open", || async { self.dialogs().await == 0 })
            .await;
        let script = "const notices = [...document.querySelectorAll('[role=dialog][aria-modal=false]')];
            for (const each of notices) each.querySelector('[aria-label=\"Close this message\"]')?.click();
            return notices.length";
        self.until("no notice is left", || async {
            self.script(script, Vec::new()).await == 0
        })
        .await;
    }

    pub async fn field_is_gone(&self, label: &str) {
        let script = "return document.querySelector(`[aria-label=\"${arguments[0]}\"]`) === null";
        self.until(&format!("the field `{label}` is gone"), || async {
            self.script(script, vec![json!(label)]).await == true
        })
        .await;
    }

    /// Waits until everything that is shown has been read.
    pub async fn no_skeleton(&self) {
        let script =
            "return document.querySelector('[role=status][aria-label^=\"Loading \"]') === null";
        self.until("everything is loaded", || async {
            self.script(script, Vec::new()).await == true
        })
        .await;
    }

    async fn dialogs(&self) -> u64 {
        // A passing notice has the role as well, and keeps nobody from anything.
        let script = "return document.querySelectorAll('[role=dialog]:not([aria-modal=false]),[role=alertdialog]').length";
        self.script(script, Vec::new()).await.as_u64().unwrap_or(0)
    }

    /// Waits until a row of the list is in this state, and opens it.
    pub async fn until_state(&self, state: &str) {
        let row = format!("[data-testid=temporary-row][data-state={state}]");
        let script =
            "const row = document.querySelector(arguments[0]); row?.click(); return row !== null";
        self.until(&format!("a row is `{state}`"), || async {
            self.script(script, vec![json!(row)]).await == true
        })
        .await;
    }

    /// Presses a shortcut with nothing focused.
    pub async fn press_keys(&self, key: &str, with_control: bool) {
        let script = "document.activeElement?.blur();
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], ctrlKey: arguments[1], bubbles: true, cancelable: true }));";
        self.script(script, vec![json!(key), json!(with_control)])
            .await;
    }

    /// Waits until the page was laid out in this size.
    pub async fn has_size(&self, width: u32, height: u32) {
        self.until("the page has the window's size", || async {
            let size = self
                .script("return [innerWidth, innerHeight]", Vec::new())
                .await;
            size == json!([width, height])
        })
        .await;
    }

    /// Waits until nothing moves any more, so that a picture shows an end and not a way.
    pub async fn settled(&self) {
        let script =
            format!("const done = arguments[0]; {ANIMATIONS_END} animationsEnd().then(done)");
        self.wait_for(&script, Vec::new(), "to be still").await;
    }

    /// Paints the page as if the person had chosen this theme, and its first dot in this colour: the display shows what was
    /// drawn somewhat later, and that dot tells when. The change itself is not animated: nobody looks at it.
    pub async fn shows_theme(&self, theme: &str, [red, green, blue]: [u8; 3]) {
        let script = format!(
            "const [theme, done] = arguments;
            const dot = document.getElementById('painted') ?? document.body.appendChild(document.createElement('div'));
            dot.id = 'painted';
            dot.style.cssText = 'position: fixed; inset: 0 auto auto 0; width: 1px; height: 1px; z-index: 2147483647';
            dot.style.background = 'rgb({red}, {green}, {blue})';
            {ANIMATIONS_END}
            const root = document.documentElement;
            // Not as an element: the page's policy refuses styles that are not its own.
            const at_once = new CSSStyleSheet();
            at_once.replaceSync('*, *::before, *::after {{ transition: none !important }}');
            // The list is the same object after a change: what was in it before has to be copied.
            const before = [...document.adoptedStyleSheets];
            document.adoptedStyleSheets = [...before, at_once];
            root.dataset.theme = theme;
            const frame = () => new Promise(requestAnimationFrame);
            frame().then(animationsEnd).then(frame).then(() => {{ document.adoptedStyleSheets = before; }}).then(done);"
        );
        self.wait_for(&script, vec![json!(theme)], "to be painted")
            .await;
    }

    /// Runs a script whose last argument is to be called at its end.
    pub async fn wait_for(&self, script: &str, arguments: Vec<Value>, what: &str) -> Value {
        tokio::time::timeout(PATIENCE, self.client.execute_async(script, arguments))
            .await
            .unwrap_or_else(|_| panic!("waited in vain for the page {what}"))
            .unwrap()
    }

    /// What axe has to say against the page as it is now, one line each.
    pub async fn axe(&self, axe: &str) -> Vec<String> {
        if self.script("return typeof window.axe", Vec::new()).await != "object" {
            self.script(axe, Vec::new()).await;
        }
        let script = "const done = arguments[0];
            // Overlays stand beside the landmarks on purpose; contrast has a test of its own.
            const rules = { 'color-contrast': { enabled: false }, 'region': { enabled: false } };
            const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
            // Selectors of everything that passes take most of the time, and only violations are reported.
            const runOnly = { type: 'tag', values: tags };
            window.axe.run(document, { rules, runOnly, resultTypes: ['violations'], selectors: false })
                .then(result => done(result.violations.map(each =>
                    `${each.id}: ${each.help}: ${each.nodes.map(node => node.html).join(' | ').slice(0, 600)}`)),
                    error => done([`axe failed: ${error}`]));";
        let lines = self.wait_for(script, Vec::new(), "to be looked at").await;
        lines
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line.as_str().unwrap().to_owned())
            .collect()
    }

    /// Runs a script in the page.
    pub async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        tokio::time::timeout(PATIENCE, self.client.execute(script, arguments))
            .await
            .expect("the page did not answer")
            .unwrap()
    }

    /// The same on a page that may be loading: then there is no answer.
    pub async fn try_script(&self, script: &str) -> Option<Value> {
        self.client.execute(script, Vec::new()).await.ok()
    }

    /// Calls one of the app's commands as the page does.
    pub async fn command(&self, name: &str, arguments: Value) -> Result<Value, Value> {
        let script = "const done = arguments[2];
            window.__TAURI_INTERNALS__.invoke(arguments[0], arguments[1])
                .then(value => done({ ok: value ?? null }), error => done({ err: error }));";
        let mut reply = tokio::time::timeout(
            PATIENCE,
            self.client
                .execute_async(script, vec![json!(name), arguments]),
        )
        .await
        .unwrap_or_else(|_| panic!("`{name}` did not answer"))
        .unwrap();
        match reply.get_mut("err") {
            Some(error) => Err(error.take()),
            None => Ok(reply["ok"].take()),
        }
    }

    /// Calls a command until it succeeds, such as while the app is still opening its data.
    pub async fn eventually(&self, name: &str, arguments: Value) -> Value {
        let reply = std::sync::Mutex::new(None);
        self.until(&format!("`{name}` succeeds"), || async {
            let answer = self.command(name, arguments.clone()).await.ok();
            let found = answer.is_some();
            *reply.lock().unwrap() = answer;
            found
        })
        .await;
        reply.into_inner().unwrap().unwrap()
    }

    /// Waits until the list shows this row in this state, by itself.
    pub async fn until_row(&self, id: &str, state: &str) {
        self.until(&format!("the row is `{state}`"), || async {
            let row = self.command("temporary_get", json!({ "id": id })).await;
            let shown = format!("[data-testid=temporary-row][data-state={state}]");
            let script = "return document.querySelector(arguments[0]) !== null";
            row.is_ok_and(|row| row["state"] == state)
                && self
                    .client
                    .execute(script, vec![json!(shown)])
                    .await
                    .is_ok_and(|seen| seen == true)
        })
        .await;
    }

    pub async fn ask_to_quit(&self) {
        let script = "window.__TAURI_INTERNALS__.invoke('app_quit', { explainAgain: true, background: null, atLogin: false })";
        let sent = self.client.execute(script, Vec::new());
        tokio::time::timeout(PATIENCE, sent).await.ok();
    }

    /// Ends the session with WebDriver.
    pub async fn close(self) {
        let patience = Duration::from_secs(5);
        tokio::time::timeout(patience, self.client.close())
            .await
            .ok();
    }

    /// Waits for a condition; saves a picture and says what was waited for when it does not come.
    pub async fn until<F, R>(&self, what: &str, condition: F)
    where
        F: Fn() -> R,
        R: Future<Output = bool>,
    {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if condition().await {
                return;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        let picture = failures().join(format!("{}.png", self.test));
        super::display::shot(&self.display)
            .and_then(|shot| shot.save(&picture))
            .ok();
        let text = self.read().await;
        let text = text.unwrap_or_else(|| "(the page does not answer)".to_owned());
        panic!(
            "waited in vain until {what}\npicture: {}\n--- the window reads:\n{text}\n--- its last calls:\n{}",
            picture.display(),
            self.last_calls().await
        );
    }

    async fn find(&self, path: &str, what: &str) -> Element {
        let found = std::sync::Mutex::new(None);
        self.until(&format!("there is {what}"), || async {
            let Ok(all) = self.client.find_all(Locator::XPath(path)).await else {
                return false;
            };
            for element in all {
                let disabled = element.attr("aria-disabled").await.ok().flatten();
                if element.is_displayed().await.unwrap_or(false)
                    && element.is_enabled().await.unwrap_or(false)
                    && disabled.as_deref() != Some("true")
                {
                    *found.lock().unwrap() = Some(element);
                    return true;
                }
            }
            false
        })
        .await;
        found.into_inner().unwrap().unwrap()
    }
}

/// Where pictures of failures go.
fn failures() -> PathBuf {
    PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../target/desktop-failures"
    ))
}

fn named(name: &str) -> String {
    let quoted = quote(name);
    format!(
        "//*[self::button or self::a or self::summary or @role='button' or @role='tab' or @role='menuitem' or @role='option' or @role='row' or @role='radio' or @role='checkbox' or @role='switch' or self::label][@aria-label={quoted} or normalize-space(.)={quoted} or .//*[normalize-space(.)={quoted}]]"
    )
}

fn quote(text: &str) -> String {
    assert!(
        !text.contains('"'),
        "a name with a double quote cannot be looked for"
    );
    format!("\"{text}\"")
}
