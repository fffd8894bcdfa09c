//! The libraries that a project's computes can be told to preload.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;

use crate::access::Caller;
use crate::reply::Failure;
use crate::route::body::invalid;
use crate::shared::Shared;
use crate::state::PreloadLibraries;

/// One of PostgreSQL's own libraries that is made to be preloaded.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Library {
    #[serde(rename = "library_name")]
    pub name: &'static str,
    description: &'static str,
    is_default: bool,
    is_experimental: bool,
    /// That of its extension, or else PostgreSQL's.
    version: &'static str,
}

const LIBRARIES: [Library; 5] = [
    library(
        "auth_delay",
        "Pauses before a failed login is reported",
        "17",
    ),
    library("auto_explain", "Logs the plans of slow statements", "17"),
    library("passwordcheck", "Refuses weak passwords of roles", "17"),
    library(
        "pg_prewarm",
        "Loads tables into memory after a start",
        "1.2",
    ),
    Library {
        is_default: true,
        ..library(
            "pg_stat_statements",
            "Counts and times all statements",
            "1.11",
        )
    },
];

const fn library(name: &'static str, description: &'static str, version: &'static str) -> Library {
    Library {
        name,
        description,
        is_default: false,
        is_experimental: false,
        version,
    }
}

/// Refuses a library that is not in the list. `settings` is the path of the settings in the request.
pub fn check(settings: &str, wanted: &PreloadLibraries) -> Result<(), Failure> {
    let mut names = wanted.enabled_libraries.iter().flatten();
    match names.find(|name| !LIBRARIES.iter().any(|it| it.name == **name)) {
        None => Ok(()),
        Some(wrong) => Err(invalid(format!(
            "{settings}.preload_libraries.enabled_libraries: unknown library; library_name:\"{wrong}\""
        ))),
    }
}

#[derive(Debug, Serialize)]
pub struct LibrariesBody {
    libraries: [Library; 5],
}

pub async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(project_id): Path<String>,
) -> Result<Json<LibrariesBody>, Failure> {
    shared.store.read(|state| {
        caller.project(state, &project_id)?;
        Ok(Json(LibrariesBody {
            libraries: LIBRARIES,
        }))
    })
}
