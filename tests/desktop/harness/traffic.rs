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

    /// Takes what the page noted out of it.
    async fn take_down(&self) {
        let script = "return window.__traffic ? window.__traffic.splice(0) : []";
        let noted = self.script(script, Vec::new()).await;
        let noted = noted.as_array().cloned().unwrap_or_default();
        self.recorded.lock().unwrap().extend(noted);
    }
}
