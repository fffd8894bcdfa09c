//! The interface's kit knows no domain. Which folder may import from which is in `ui/biome.json`.

use super::{File, Violation};

const KIT: &str = "ui/src/kit";

/// Words of the product that a piece of the kit must not know; it takes words from who uses it.
const DOMAIN: [&str; 12] = [
    "account",
    "project",
    "branch",
    "compute",
    "database",
    "role",
    "operation",
    "temporary",
    "sandbox",
    "claim",
    "shelf",
    "postgres",
];

pub fn check(files: &[File]) -> Vec<Violation> {
    let sources = files.iter().filter(|file| {
        let name = file.parts().last().copied().unwrap_or_default();
        matches!(file.extension(), "ts" | "tsx") && !name.contains(".test.")
    });
    sources
        .filter_map(|file| {
            let inside = file.path.strip_prefix(KIT).ok()?;
            let inside = inside.to_string_lossy().to_lowercase();
            let word = DOMAIN.iter().find(|word| inside.contains(*word))?;
            let what = format!("the kit has no domain word: `{word}`");
            Some(Violation::new(&file.path, 0, what))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_word_in_the_kit_is_found() {
        let found = |path| check(&[File::made_up(path, "")]);
        for path in ["ui/src/kit/ClaimButton.tsx", "ui/src/kit/branch/Line.ts"] {
            assert_eq!(found(path).len(), 1, "{path}");
        }
        for path in [
            "ui/src/kit/Button.tsx",
            "ui/src/kit/Claim.test.tsx",
            "ui/src/features/claim/Claim.tsx",
        ] {
            assert_eq!(found(path), [], "{path}");
        }
    }
}
