//! How large the page is drawn, kept over a restart.

use host::marks::{Remembered, USUAL_ZOOM};
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri::{Manager as _, WebviewWindow};

/// In percent, as are the others here.
const STEP: u16 = 20;
const SMALLEST: u16 = 40;
const LARGEST: u16 = 300;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Zoom {
    Larger,
    Smaller,
    Usual,
}

/// Draws the page larger or smaller by one step, or as usual, and remembers it.
pub fn change(window: &WebviewWindow, zoom: Zoom) {
    let remembered = window.state::<Remembered>();
    remembered.change(|marks| marks.zoom = next(marks.zoom, zoom));
    apply(window, remembered.now().zoom);
}

/// Draws the page as large as this, or as near to it as can be read.
pub fn apply(window: &WebviewWindow, percent: u16) {
    let percent = percent.clamp(SMALLEST, LARGEST);
    if let Err(error) = window.set_zoom(f64::from(percent) / f64::from(USUAL_ZOOM)) {
        tracing::warn!(%error, "the zoom could not be set");
    }
}

fn next(percent: u16, zoom: Zoom) -> u16 {
    let next = match zoom {
        Zoom::Larger => percent.saturating_add(STEP),
        Zoom::Smaller => percent.saturating_sub(STEP),
        Zoom::Usual => USUAL_ZOOM,
    };
    next.clamp(SMALLEST, LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_stays_within_what_can_be_read() {
        for (from, zoom, to) in [
            (100, Zoom::Larger, 120),
            (100, Zoom::Smaller, 80),
            (300, Zoom::Larger, 300),
            (40, Zoom::Smaller, 40),
            (0, Zoom::Smaller, 40),
            (u16::MAX, Zoom::Larger, 300),
            (260, Zoom::Usual, 100),
        ] {
            assert_eq!(next(from, zoom), to, "{from} {zoom:?}");
        }
    }
}
