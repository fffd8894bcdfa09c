//! What the page says to the core and hears from it, over all reloads.

use serde_json::{Value, json};

use super::Window;
use super::secrets::{Exchange, RECORD_TRAFFIC};

impl Window {
    /// Begins to record what this page says and hears, and waits for the first exchange, which the recorder makes itself.
    pub async fn record_traffic(&self) {
        self.script(RECORD_TRAFFIC, Vec::new()).await;
        let has_begun = "return window.__traffic.length > 0";
        self.until("an exchange is recorded", || async {
            self.try_script(has_begun).await == Some(Value::Bool(true))
        })
        .await;
    }

    /// Everything that was recorded so far.
    pub async fn traffic(&self) -> Vec<Exchange> {
        self.take_down().await;
        let all = self.recorded.lock().unwrap().clone();
        Exchange::all(&json!(all))
    }

    /// Loads the page anew.
    pub async fn reload(&self) {
        self.take_down().await;
        self.script("window.__former = true; location.reload()", Vec::new())
            .await;
        let is_new = "return window.__former === undefined && !!window.__TAURI_INTERNALS__";
        self.until("the page is loaded anew", || async {
            self.try_script(is_new).await == Some(Value::Bool(true))
        })
        .await;
        self.record_traffic().await;
    }

    /// The last calls of the page, for the report of a failure: when each began and what became of it, in milliseconds.
    pub(super) async fn last_calls(&self) -> String {
        let script = "const line = ({ name, at, took, code }) => `${at} ${name} ${took ?? 'no reply'} ${code ?? ''}`;
            return `now ${Math.round(performance.now())}\\n` + (window.__calls ?? []).map(line).join('\\n')";
        let said = self.try_script(script).await;
        let said = said.as_ref().and_then(Value::as_str);
        said.unwrap_or("(unknown)").to_owned()
    }

    /// Takes what the page noted out of it.
    async fn take_down(&self) {
        let script = "return window.__traffic ? window.__traffic.splice(0) : []";
        let noted = self.script(script, Vec::new()).await;
        let noted = noted.as_array().cloned().unwrap_or_default();
        self.recorded.lock().unwrap().extend(noted);
    }
}
