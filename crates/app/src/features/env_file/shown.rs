use std::path::Path;

use envfile::{DiffLine, Fingerprint, Hunk, LineKind, Plan};

use crate::view::{DiffKind, DiffLineView, EnvPreviewView, GitState, PresentVariableView, small};

/// A change as the window sees it.
pub(super) fn preview_view(
    id: &str,
    warnings: Vec<String>,
    via_link: Option<&Path>,
    target: &Path,
    plan: &Plan,
    git: GitState,
) -> EnvPreviewView {
    EnvPreviewView {
        id: id.to_owned(),
        path: target.display().to_string(),
        via_link: via_link.map(|named| named.display().to_string()),
        creates: *plan.fingerprint() == Fingerprint::Absent,
        lines: diff_lines(plan.hunks()),
        present: plan
            .conflicts()
            .map(|found| PresentVariableView {
                variable: found.variable.clone(),
                line: small(found.line),
            })
            .collect(),
        writable: plan.is_writable(),
        git,
        warnings,
    }
}

fn diff_lines(hunks: &[Hunk]) -> Vec<DiffLineView> {
    let mut lines = Vec::new();
    for hunk in hunks {
        let first = hunk.lines.first();
        let begins = first
            .and_then(|line| line.old_line.or(line.new_line))
            .unwrap_or(1);
        if !lines.is_empty() || begins > 1 {
            lines.push(DiffLineView {
                kind: DiffKind::Gap,
                old: None,
                new: None,
                text: String::new(),
            });
        }
        lines.extend(hunk.lines.iter().map(diff_line));
    }
    lines
}

fn diff_line(line: &DiffLine) -> DiffLineView {
    DiffLineView {
        kind: match line.kind {
            LineKind::Context => DiffKind::Context,
            LineKind::Added => DiffKind::Added,
            LineKind::Removed => DiffKind::Removed,
        },
        old: line.old_line.map(small),
        new: line.new_line.map(small),
        text: line.masked.clone(),
    }
}
