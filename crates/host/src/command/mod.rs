//! What can be asked of a host by its name: the operations of the core, and the host's own.

pub mod advisors;
pub mod auth;
pub mod connect;
pub mod deleted_items;
pub mod diagnostics;
pub mod host;
pub mod projects;
pub mod quarantine;
pub mod roles;
pub mod sandbox;
pub mod settings;
pub mod temporary;

use std::sync::LazyLock;

use app::app_operations::{self, AppOperation};
use app::call_text;
use app::operation::{Entry, Info};
use app::view::{ErrorCode, ErrorView};

use crate::dump;
use crate::host::Host;
use crate::opening::Core;

pub use crate::dump::{TemporaryCopy, TemporarySave};
pub use app::operation::{Access, Args, Effect};

/// The operations of this crate on the core alone.
const OF_CORE: &[&[Entry<Core>]] = &[
    advisors::OPERATIONS,
    auth::OPERATIONS,
    connect::OPERATIONS,
    projects::OPERATIONS,
    roles::OPERATIONS,
    temporary::OPERATIONS,
];

/// The operations of this crate on the host.
const OF_HOST: &[&[Entry<Host>]] = &[
    dump::OPERATIONS,
    diagnostics::OPERATIONS,
    host::OPERATIONS,
    sandbox::OPERATIONS,
    deleted_items::OPERATIONS,
    quarantine::OPERATIONS,
    settings::OPERATIONS,
];

/// What can be asked of a host, by the handle that it takes.
#[derive(Clone, Copy, Debug)]
pub enum Command {
    App(AppOperation),
    Core(&'static Entry<Core>),
    Host(&'static Entry<Host>),
}

pub fn find(name: &str) -> Option<Command> {
    all()
        .iter()
        .copied()
        .find(|command| command.info().name == name)
}

/// All commands: the operations of the core, and those of this crate.
pub fn all() -> &'static [Command] {
    static ALL: LazyLock<Vec<Command>> = LazyLock::new(|| {
        let of_core = OF_CORE.iter().copied().flatten().map(Command::Core);
        let of_host = OF_HOST.iter().copied().flatten().map(Command::Host);
        let as_text = call_text::OPERATIONS.iter().map(AppOperation::App);
        let of_app = app_operations::all().chain(as_text).map(Command::App);
        of_app.chain(of_core).chain(of_host).collect()
    });
    &ALL
}

impl Command {
    pub fn info(self) -> Info {
        match self {
            Self::App(operation) => operation.info(),
            Self::Core(entry) => entry.info,
            Self::Host(entry) => entry.info,
        }
    }

    /// True if the operation can be shown as text.
    pub fn has_text(self) -> bool {
        matches!(self, Self::App(operation) if operation.has_text())
    }

    #[cfg(debug_assertions)]
    fn types(self) -> Option<app::operation::Types> {
        match self {
            Self::App(operation) => operation.types(),
            Self::Core(entry) => entry.types,
            Self::Host(entry) => entry.types,
        }
    }
}

/// The types of what the page may call, in the order of the list.
#[cfg(debug_assertions)]
pub fn types(types: &mut specta::Types) -> Vec<specta::datatype::Function> {
    let of_page = all().iter().filter_map(|command| command.types());
    of_page.map(|function| function(types)).collect()
}

pub(crate) fn unknown(name: &str) -> ErrorView {
    ErrorView::new(
        ErrorCode::Internal,
        format!("Plinth's core has no command {name}"),
        "Restart Plinth, and update it if this happens again",
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_name_stands_for_one_command() {
        let names: BTreeSet<_> = all().iter().map(|command| command.info().name).collect();
        assert_eq!(names.len(), all().len());
    }
}
