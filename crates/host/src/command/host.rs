use crate::host::Host;
use crate::operation::{Entry, operation};
use crate::quit::QuitPlan;

pub(super) const OPERATIONS: &[Entry<Host>] = &[NoticeTake::ENTRY, QuitPlan::ENTRY];

/// Returns true for the first program that asks about an event: that one shows it to the person.
#[operation(Program, Change)]
pub fn notice_take(host: &Host, what: String) -> bool {
    host.told.take(what)
}
