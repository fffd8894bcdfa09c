//! Walls of the interface: `routes, shell → features → data → ipc`, `features → kit`.

use std::path::{Component, Path, PathBuf};

use super::{File, Violation};

const SOURCE: &str = "ui/src";

/// Each room and the rooms it may import from, besides itself.
const ROOMS: &[(&str, &[&str])] = &[
    (
        "main",
        &[
            "App", "routes", "shell", "features", "data", "ipc", "kit", "styles", "time",
        ],
    ),
    (
        "App",
        &[
            "routes", "shell", "features", "data", "ipc", "kit", "styles", "time",
        ],
    ),
    (
        "routes",
        &["shell", "features", "data", "ipc", "kit", "styles", "time"],
    ),
    (
        "shell",
        &["routes", "features", "data", "ipc", "kit", "styles", "time"],
    ),
    ("features", &["data", "ipc", "kit", "styles", "time"]),
    ("data", &["ipc", "time"]),
    ("ipc", &[]),
    ("kit", &["styles", "time"]),
    // A page for the eye while developing; never shipped.
    ("gallery", &["shell", "kit", "styles", "time"]),
    ("styles", &[]),
    // This machine's clock, which everybody may read.
    ("time", &[]),
];

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
    let mut found = Vec::new();
    for file in files
        .iter()
        .filter(|file| matches!(file.extension(), "ts" | "tsx"))
    {
        let Ok(inside) = file.path.strip_prefix(SOURCE) else {
            continue;
        };
        let Some(room) = room_of(inside) else {
            continue;
        };
        if is_test(file) {
            continue;
        }
        let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
            found.push(Violation::new(&file.path, 0, format!("`{room}` has no rules yet: give it a row in xtask/src/architecture/interface.rs")));
            continue;
        };
        for (line, import) in imports(&file.text) {
            if import.starts_with("@tauri-apps/") && room != "ipc" {
                found.push(Violation::new(
                    &file.path,
                    line,
                    "only `ipc` imports @tauri-apps",
                ));
            }
            let Some(target) = resolve(inside, import) else {
                continue;
            };
            let Some(other) = room_of(&target) else {
                found.push(Violation::new(
                    &file.path,
                    line,
                    format!("`{import}` leads out of ui/src"),
                ));
                continue;
            };
            if other != room && !allowed.contains(&other) {
                found.push(Violation::new(
                    &file.path,
                    line,
                    format!("`{room}` must not import from `{other}`"),
                ));
            }
        }
        if room == "kit"
            && let Some(word) = DOMAIN
                .iter()
                .find(|word| inside.to_string_lossy().to_lowercase().contains(*word))
        {
            found.push(Violation::new(
                &file.path,
                0,
                format!("the kit has no domain word: `{word}`"),
            ));
        }
    }
    found
}

fn is_test(file: &File) -> bool {
    let name = file.parts().last().copied().unwrap_or_default();
    name.contains(".test.") || file.parts().contains(&"test") || name.ends_with(".d.ts")
}

/// The first folder below `ui/src`, or the stem of a file that lies there.
fn room_of(inside: &Path) -> Option<&str> {
    match inside.components().next()? {
        Component::Normal(first) => first.to_str()?.split('.').next(),
        _ => None,
    }
}

/// Where an import leads, from `ui/src`; `None` for packages.
fn resolve(from: &Path, import: &str) -> Option<PathBuf> {
    if let Some(rest) = import.strip_prefix("@/") {
        return Some(rest.into());
    }
    if !import.starts_with('.') {
        return None;
    }
    let mut path: Vec<Component> = from.parent()?.components().collect();
    for part in Path::new(import).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(path.last(), Some(Component::Normal(_))) => {
                path.pop();
            }
            other => path.push(other),
        }
    }
    Some(path.iter().collect())
}

/// What a file imports or passes on, with the line; comments do not count.
fn imports(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut in_comment = false;
    for (at, line) in text.lines().enumerate() {
        let code = line.trim_start();
        if in_comment || code.starts_with("/*") {
            in_comment = !code.contains("*/");
            continue;
        }
        if code.starts_with("//") {
            continue;
        }
        for opener in ["from ", "import ", "import(", "vi.mock("] {
            for (start, _) in code.match_indices(opener) {
                let before = code[..start].chars().next_back();
                if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                    continue;
                }
                let rest = code[start + opener.len()..].trim_start();
                let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
                    continue;
                };
                if let Some(end) = rest[1..].find(quote) {
                    found.push((at + 1, &rest[1..=end]));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&[File::made_up(path, text)])
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn imports_that_follow_the_arrows_pass() {
        for (path, text) in [
            (
                "ui/src/main.tsx",
                "import { routes } from \"./routes\";\nimport \"./styles/reset.css\";",
            ),
            (
                "ui/src/shell/Frame.tsx",
                "import { Button } from \"../kit/Button\";",
            ),
            (
                "ui/src/features/temporary/Screen.tsx",
                "import { useShelf } from \"./queries\";\nimport { words } from \"../../data/errors\";",
            ),
            (
                "ui/src/data/client.ts",
                "import { call } from '../ipc/call';",
            ),
            (
                "ui/src/ipc/call.ts",
                "import { invoke } from \"@tauri-apps/api/core\";",
            ),
            (
                "ui/src/kit/Button.test.tsx",
                "import { x } from \"../features/x\";",
            ),
            ("ui/vite.config.ts", "import x from \"../anything\";"),
            (
                "ui/src/kit/Table.tsx",
                "// import x from \"../ipc/call\"\n/* from \"../data/x\" */\nimport { useId } from \"react\";",
            ),
        ] {
            assert_eq!(found(path, text), Vec::<String>::new(), "{path}");
        }
    }

    #[test]
    fn each_wrong_import_is_found() {
        for (path, text, words) in [
            (
                "ui/src/kit/Field.tsx",
                "import { call } from \"../ipc/call\";",
                "`kit` must not import from `ipc`",
            ),
            (
                "ui/src/kit/a/Field.tsx",
                "export * from \"../../features/temporary/words\";",
                "`kit` must not import from `features`",
            ),
            (
                "ui/src/data/client.ts",
                "import { Button } from \"../kit/Button\";",
                "`data` must not import from `kit`",
            ),
            (
                "ui/src/ipc/call.ts",
                "import { words } from \"../data/errors\";",
                "`ipc` must not import from `data`",
            ),
            (
                "ui/src/features/temporary/New.tsx",
                "const x = await import(\"../../shell/Frame\");",
                "`features` must not import from `shell`",
            ),
            (
                "ui/src/features/temporary/New.tsx",
                "import { open } from '@tauri-apps/plugin-dialog';",
                "only `ipc` imports @tauri-apps",
            ),
            (
                "ui/src/data/client.ts",
                "import {\n  a,\n} from \"@/features/x\";",
                "`data` must not import from `features`",
            ),
            (
                "ui/src/data/client.ts",
                "import x from \"../../vite.config\";",
                "leads out of ui/src",
            ),
            ("ui/src/kit/ClaimButton.tsx", "", "no domain word: `claim`"),
            ("ui/src/utils/x.ts", "", "`utils` has no rules yet"),
        ] {
            let found = found(path, text);
            assert!(
                found.len() == 1 && found[0].contains(words),
                "{path}: {found:?}"
            );
        }
    }

    #[test]
    fn the_line_of_an_import_is_told() {
        let text = "import a from \"react\";\n\nimport {\n  b,\n} from \"../ipc/call\";\n";
        assert_eq!(
            found("ui/src/kit/X.tsx", text),
            ["ui/src/kit/X.tsx:5: `kit` must not import from `ipc`"]
        );
    }
}
