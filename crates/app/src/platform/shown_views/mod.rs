//! The views that windows show. A window tells the core what it shows, and the core tells it when to read a view again: on
//! entry, when the window comes to the front, when the platform reports a change, and by age. The window reads by its
//! ordinary commands, so a reply is requested once and goes straight into its cache.

mod push;
mod registry;
#[cfg(test)]
mod registry_tests;
mod schedule;
#[cfg(test)]
mod schedule_tests;
mod watcher;

use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::view::ShownView;

pub(crate) use registry::ShownViews;
pub(crate) use watcher::run;

/// Registers what a window shows until the window's next call or until this one is dropped. Of two calls the one with the
/// higher number is the later one, whichever arrives first. An empty list is a window that
/// is hidden or shows nothing of a platform; the call then returns at once. With `anew` the window came to the front, and each
/// of its views counts as just entered.
#[operation(Page, Read, views_shown)]
pub async fn show(app: &Platform, window: String, number: u32, views: Vec<ShownView>, anew: bool) {
    let now = app.clock.elapsed();
    let Some(registration) = app.shown.show(window, number, views, anew, now) else {
        return;
    };
    registration.superseded().await;
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[ViewsShown::ENTRY];
