//! Addresses that other programs open this one with.

use crate::base::ids;
use crate::view::{DeepLink, LinkedScreen};

const SCHEME: &str = "plinth";
/// In bytes: two ids of 128 and the words around them fit.
const LONGEST: usize = 300;

const SCREENS: [LinkedScreen; 7] = [
    LinkedScreen::Projects,
    LinkedScreen::Temporary,
    LinkedScreen::History,
    LinkedScreen::Folders,
    LinkedScreen::Keys,
    LinkedScreen::Sandbox,
    LinkedScreen::Settings,
];

/// What an address names, from `plinth://project/ID`, `plinth://project/ID/branch/ID`, `plinth://temporary/ID`,
/// `plinth://operation/ID` and `plinth://SCREEN`. `None` for everything else.
///
/// The words are compared as they stand, and ids hold no sign that means something in an address. So nothing is decoded, and
/// queries, fragments, ports, user names and `..` are in no address that is read.
pub fn parse(address: &str) -> Option<DeepLink> {
    if address.len() > LONGEST {
        return None;
    }
    let (scheme, path) = address.split_once("://")?;
    if !scheme.eq_ignore_ascii_case(SCHEME) {
        return None;
    }
    // Some systems add one to an address.
    let path = path.strip_suffix('/').unwrap_or(path);
    let parts: Vec<&str> = path.split('/').collect();
    match parts.as_slice() {
        ["project", id] => project(id, None),
        ["project", id, "branch", branch] => project(id, Some(branch)),
        ["temporary", id] => ids::local(id).ok().map(|id| DeepLink::Temporary { id }),
        ["operation", id] => {
            let id = ids::operation(id).ok()?.to_string();
            Some(DeepLink::Operation { id })
        }
        [name] => screen(name).map(|screen| DeepLink::Screen { screen }),
        _ => None,
    }
}

fn project(id: &str, branch: Option<&str>) -> Option<DeepLink> {
    let project_id = ids::project(id).ok()?.to_string();
    let branch_id = match branch {
        Some(branch) => Some(ids::branch(branch).ok()?.to_string()),
        None => None,
    };
    Some(DeepLink::Project {
        project_id,
        branch_id,
    })
}

/// The one spelling of what a link names.
pub fn address(link: &DeepLink) -> String {
    match link {
        DeepLink::Screen { screen } => format!("{SCHEME}://{}", word(*screen)),
        DeepLink::Project {
            project_id,
            branch_id: None,
        } => format!("{SCHEME}://project/{project_id}"),
        DeepLink::Project {
            project_id,
            branch_id: Some(branch_id),
        } => format!("{SCHEME}://project/{project_id}/branch/{branch_id}"),
        DeepLink::Temporary { id } => format!("{SCHEME}://temporary/{id}"),
        DeepLink::Operation { id } => format!("{SCHEME}://operation/{id}"),
    }
}

fn word(screen: LinkedScreen) -> &'static str {
    match screen {
        LinkedScreen::Projects => "projects",
        LinkedScreen::Temporary => "temporary",
        LinkedScreen::History => "history",
        LinkedScreen::Folders => "folders",
        LinkedScreen::Keys => "keys",
        LinkedScreen::Sandbox => "sandbox",
        LinkedScreen::Settings => "settings",
    }
}

fn screen(name: &str) -> Option<LinkedScreen> {
    SCREENS.into_iter().find(|screen| word(*screen) == name)
}

#[cfg(test)]
#[path = "address_tests.rs"]
mod tests;
