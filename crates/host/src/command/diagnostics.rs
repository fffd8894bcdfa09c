use app::view::DiagnosticsView;

use crate::diagnostics;
use crate::host::Host;
use crate::operation::{Entry, operation};
use crate::reply::Reply;

pub(super) const OPERATIONS: &[Entry<Host>] = &[DiagnosticsPreview::ENTRY];

/// Makes a diagnostics file, to be read before it is saved. `program` is what whoever asks knows of itself.
#[operation(Program, Read)]
pub async fn diagnostics_preview(
    host: &Host,
    shows_names: bool,
    program: Vec<(String, String)>,
) -> Reply<DiagnosticsView> {
    let core = host.ready().await?;
    let facts = diagnostics::facts(host, program).await;
    Ok(app::diagnostics::preview(&core, facts, shows_names).await?)
}
