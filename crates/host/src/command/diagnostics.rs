use app::view::{DiagnosticsSection, DiagnosticsView};

use crate::diagnostics;
use crate::host::Host;
use crate::opening::Core;
use crate::reply::Reply;

/// Makes a diagnostics file, to be read before it is saved. `program` is what whoever asks knows of itself.
pub async fn diagnostics_preview(
    host: &Host,
    shows_names: bool,
    program: Vec<(String, String)>,
) -> Reply<DiagnosticsView> {
    let core = host.ready().await?;
    let facts = diagnostics::facts(host, program).await;
    Ok(app::diagnostics::preview(&core, facts, shows_names).await?)
}

/// Writes what was shown of these sections into the file that was just picked, once.
#[specta::specta]
pub async fn diagnostics_save(
    core: &Core,
    id: String,
    sections: Vec<DiagnosticsSection>,
    path: String,
) -> Reply<()> {
    Ok(app::diagnostics::save(core, &id, &sections, &path).await?)
}
