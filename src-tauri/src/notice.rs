//! Native notifications. They hold names and times, never a secret.

use app::view::ExpiryWarning;
use tauri::AppHandle;
use tauri_plugin_notification::NotificationExt as _;

/// Says that a temporary database will go soon.
pub fn expiry(app: &AppHandle, name: &str, warning: ExpiryWarning) {
    let (title, body) = words(name, warning);
    if let Err(error) = app.notification().builder().title(title).body(body).show() {
        tracing::warn!(%error, "a notification could not be shown");
    }
}

fn words(name: &str, warning: ExpiryWarning) -> (String, String) {
    let left = match warning {
        ExpiryWarning::Day => "24 hours",
        ExpiryWarning::FourHours => "4 hours",
        ExpiryWarning::HalfHour => "30 minutes",
    };
    let title = format!("{name} expires in less than {left}");
    (
        title,
        "It goes with all its data. Claim it in Plinth to keep it.".to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_goes_and_when() {
        let (title, body) = words("quiet-harbour", ExpiryWarning::HalfHour);
        assert_eq!(title, "quiet-harbour expires in less than 30 minutes");
        assert_eq!(
            body,
            "It goes with all its data. Claim it in Plinth to keep it."
        );
    }
}
