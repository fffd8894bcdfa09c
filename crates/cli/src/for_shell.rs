//! The core's hints in the words of a shell: some of them name a way that only the window has.

/// Ways of the window, and the shell's ways in their place.
const OF_WINDOW: [(&str, &str); 21] = [
    (
        "Refresh and try again.",
        "The noun's `list` shows what is there.",
    ),
    (
        "Refresh the list in a moment.",
        "List them again in a moment.",
    ),
    ("Refresh the list.", "List them again."),
    ("Refresh the users, or set", "List the users, or set"),
    (
        "Refresh the integration.",
        "`plinth auth list` shows what is there.",
    ),
    ("Refresh it.", "`plinth auth list` shows how far it is."),
    (
        "Replace the account's key.",
        "Replace the account's key with `plinth accounts replace-key`, or set another PLINTH_API_KEY.",
    ),
    (
        "Retry the keychain first, in Settings.",
        "Try the keychain first, with `plinth keychain unlock`.",
    ),
    (
        "Choose that branch on the Auth tab.",
        "Name that branch with --branch.",
    ),
    (
        "Change them again in Settings,",
        "Set them again, those of the sandbox with `plinth sandbox options --set`,",
    ),
    (
        "Choose the account's current key from the list.",
        "Name the account's current key with --old-key-id: `plinth keys list` shows all of them.",
    ),
    (
        "Choose one from the list.",
        "The noun's `list` shows what is there.",
    ),
    (
        "It expired or was deleted. Remove it from the list.",
        "It expired or was deleted. Forget it with `plinth temp forget`.",
    ),
    (
        "Remove this one from the list.",
        "Forget this one with `plinth temp forget`.",
    ),
    (
        "Remove the database from the list,",
        "Forget the database with `plinth temp forget`,",
    ),
    (
        "or remove it from the list.",
        "or remove it with `plinth folders remove`.",
    ),
    (
        "remove this one from the list.",
        "forget this one with `plinth temp forget`.",
    ),
    (
        "It may have been removed from the list.",
        "It may have been removed: `plinth temp list` shows what is there.",
    ),
    (
        "Look at the list of its servers",
        "`plinth sandbox servers` lists them",
    ),
    (
        "or choose custom addresses.",
        "or name the platform's address with --base-url.",
    ),
    (
        "Unlock the account first, in its menu or in Settings.",
        "Unlock it with `plinth accounts update --read-only=false`.",
    ),
];

/// A hint of the core in the words of a shell.
pub fn for_shell(hint: &str) -> String {
    let words = OF_WINDOW.iter();
    words.fold(hint.to_owned(), |hint, (window, shell)| {
        hint.replace(window, shell)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    /// Words of a way that only the window has.
    const WAYS: [&str; 9] = [
        "Refresh",
        " in Settings",
        " tab.",
        " tab ",
        " screen",
        " menu",
        " button",
        "from the list",
        "custom addresses",
    ];

    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => sources(&path, found),
                false => found.push(path),
            }
        }
    }

    /// The texts of a file of Rust that are whole sentences.
    fn sentences(source: &str) -> Vec<String> {
        let product = source.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = product.lines().map(str::trim_start);
        let lines = lines.filter(|line| !line.starts_with("//"));
        let code = lines.collect::<Vec<_>>().join("\n");
        // A quote within a text or as a character neither opens nor closes one.
        let code = code
            .replace("\\\"", "")
            .replace("'\"'", "")
            .replace("\\\n", "");
        let texts = code.split('"').skip(1).step_by(2);
        let texts = texts.filter(|text| text.ends_with('.') && text.contains(' '));
        texts.map(str::to_owned).collect()
    }

    #[test]
    fn no_hint_of_the_core_names_a_way_of_the_window() {
        let mut files = Vec::new();
        for root in ["../app/src", "../host/src"] {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(root);
            sources(&root, &mut files);
        }
        let (mut left, mut read) = (Vec::new(), 0);
        for file in files {
            for text in sentences(&fs::read_to_string(&file).unwrap()) {
                read += 1;
                let shown = for_shell(&text);
                if WAYS.iter().any(|way| shown.contains(way)) {
                    left.push(format!("{}: {text}", file.display()));
                }
            }
        }
        assert!(read > 300, "only {read} sentences were found");
        assert!(left.is_empty(), "{}", left.join("\n"));
    }
}
