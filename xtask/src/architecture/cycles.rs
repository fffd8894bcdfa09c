//! Files of Rust that import each other in a circle, or against the levels of their crate. `use crate::…`, `super::…`, the
//! same paths elsewhere in the code, and what a file calls of its own modules count. What a file passes on by `pub use`
//! counts as the file that it is from, for whoever imports it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use super::source::{SANDBOX_HTTP, code_lines, first_word, is_word};
use super::{File, Violation};

/// The folders of a crate that are levels, the lowest first: each may import those before it.
const LEVELS: [(&str, &[&str]); 1] = [(
    "crates/app/src",
    &[
        "base",
        "view",
        "model",
        "store",
        "tools",
        "core",
        "accounts",
        "platform",
        "resources",
        "features",
        "app",
    ],
)];

/// What of the sandbox must know no HTTP.
const BELOW_HTTP: [&str; 12] = [
    "config",
    "control",
    "limits",
    "operation",
    "postgres",
    "provision",
    "quarantine",
    "recovery",
    "secret_digest",
    "shared",
    "state",
    "sweep",
];

type Module = Vec<String>;
type Imports = BTreeMap<Module, BTreeSet<Module>>;
/// The names that each file passes on, with where they are from.
type PassedOn = BTreeMap<Module, BTreeMap<String, Vec<String>>>;

/// Passing on goes over so many files at most.
const STEPS: usize = 8;

pub fn check(files: &[File]) -> Vec<Violation> {
    let rust: Vec<&File> = files.iter().filter(|it| it.extension() == "rs").collect();
    let roots: BTreeSet<&Path> = rust.iter().filter_map(|it| root_of(&it.path)).collect();
    roots
        .iter()
        .flat_map(|root| in_root(root, &roots, &rust))
        .collect()
}

fn root_of(path: &Path) -> Option<&Path> {
    let is_root = path.ends_with("lib.rs") || path.ends_with("main.rs");
    is_root.then(|| path.parent()).flatten()
}

fn in_root(root: &Path, roots: &BTreeSet<&Path>, files: &[&File]) -> Vec<Violation> {
    let mut modules: BTreeMap<Module, &File> = BTreeMap::new();
    for file in files {
        let above = file.path.ancestors().skip(1).find(|it| roots.contains(it));
        if above == Some(root) {
            modules.insert(module_of(root, &file.path), file);
        }
    }
    let codes: BTreeMap<&Module, String> = modules
        .iter()
        .map(|(module, file)| (module, code_of(&file.text)))
        .collect();
    let passed_on: PassedOn = codes
        .iter()
        .map(|(module, code)| ((*module).clone(), passed_on_by(code)))
        .collect();
    let imports: Imports = codes
        .iter()
        .map(|(module, code)| ((*module).clone(), imported(module, code, &passed_on)))
        .collect();
    let circles = imports
        .keys()
        .filter_map(|module| way(&imports, module, module));
    let circles = circles.map(|circle: Vec<Module>| {
        let path: Vec<PathBuf> = circle.iter().map(|it| modules[it].path.clone()).collect();
        let way: Vec<String> = path.iter().map(|it| it.display().to_string()).collect();
        Violation::new(&path[0], 0, format!("imports itself: {}", way.join(" → ")))
    });
    let levels = LEVELS.iter().find(|(of, _)| root == Path::new(of));
    let levels = levels.map_or(&[][..], |(_, levels)| levels);
    let upward = imports
        .iter()
        .flat_map(|(from, to)| to.iter().map(move |to| (from, to)))
        .filter(|(from, to)| is_upward(levels, from, to) || is_up_to_http(root, from, to))
        .map(|(from, to)| {
            let to = modules[to].path.display();
            Violation::new(&modules[from].path, 0, format!("imports upwards: {to}"))
        });
    circles.chain(upward).collect()
}

/// Whether a file of a level imports one of a level above. The tests of a file may.
fn is_upward(levels: &[&str], from: &Module, to: &Module) -> bool {
    let level = |module: &Module| {
        levels
            .iter()
            .position(|it| module.first().is_some_and(|of| of == it))
    };
    let is_test = from.last().is_some_and(|it| it.ends_with("tests"));
    match (level(from), level(to)) {
        (Some(from), Some(to)) => from < to && !is_test,
        (None, Some(_)) => !levels.is_empty() && !from.is_empty(),
        _ => false,
    }
}

fn is_up_to_http(root: &Path, from: &Module, to: &Module) -> bool {
    let is_in = |module: &Module, tops: &[&str]| {
        module
            .first()
            .is_some_and(|top| tops.contains(&top.as_str()))
    };
    root == Path::new("crates/sandbox/src") && is_in(from, &BELOW_HTTP) && is_in(to, &SANDBOX_HTTP)
}

fn module_of(root: &Path, path: &Path) -> Module {
    let below = path.strip_prefix(root).unwrap_or(path).with_extension("");
    let mut module: Module = below
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if matches!(
        module.last().map(String::as_str),
        Some("mod" | "lib" | "main")
    ) {
        module.pop();
    }
    module
}

/// Without comments, strings and the tests at its end.
fn code_of(text: &str) -> String {
    let code: Vec<String> = code_lines(text).collect();
    let code = code.join("\n");
    let before_tests = code.split("\nmod tests {").next();
    within_file(before_tests.unwrap_or_default())
}

fn passed_on_by(code: &str) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for statement in code.split(';') {
        let public = statement
            .rfind("\npub")
            .map_or(statement, |at| &statement[at + 1..]);
        let Some((visible, tree)) = public.split_once("use ") else {
            continue;
        };
        if !visible.starts_with("pub") || visible.split_whitespace().count() > 1 {
            continue;
        }
        let mut reader = Reader {
            rest: tree,
            paths: Vec::new(),
        };
        reader.tree(&mut Vec::new());
        for path in reader.paths {
            found.insert(path[path.len() - 1].clone(), path);
        }
    }
    found
}

/// The modules with a file of their own that a file names.
fn imported(module: &Module, code: &str, passed_on: &PassedOn) -> BTreeSet<Module> {
    let own = |name: &str| {
        let mut child = module.clone();
        child.push(name.to_owned());
        !module.is_empty() && passed_on.contains_key(&child)
    };
    let mut reader = Reader {
        rest: code,
        paths: Vec::new(),
    };
    reader.read(&own);
    let resolved = reader
        .paths
        .iter()
        .map(|path| resolved(module, path, passed_on, STEPS));
    resolved.filter(|it| it != module).collect()
}

/// The file that a path leads to.
fn resolved(from: &Module, path: &[String], passed_on: &PassedOn, steps: usize) -> Module {
    let mut at = from.clone();
    for (done, word) in path.iter().enumerate() {
        match word.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => drop(at.pop()),
            _ => {
                at.push(word.clone());
                if passed_on.contains_key(&at) {
                    continue;
                }
                at.pop();
                let known = passed_on.get(&at).and_then(|names| names.get(word));
                let Some(known) = known.filter(|_| steps > 0) else {
                    break;
                };
                let rest = known.iter().chain(&path[done + 1..]).cloned();
                return resolved(&at, &rest.collect::<Vec<_>>(), passed_on, steps - 1);
            }
        }
    }
    at
}

/// In a module that is written out in a file, `super` is the file.
fn within_file(code: &str) -> String {
    let mut out = String::new();
    let mut depth = None;
    for line in code.lines() {
        let text = line.trim();
        let opens = text.split(' ').any(|word| word == "mod") && text.ends_with('{');
        if depth.is_none() && opens {
            depth = Some(0);
        }
        if let Some(inside) = depth {
            out.push_str(&line.replace("use super::", "use self::"));
            let signs = |sign: char| line.matches(sign).count();
            let left = inside + signs('{') - signs('}');
            depth = (left > 0).then_some(left);
        } else {
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}

/// The shortest way from a module to another one, both included.
fn way(imports: &Imports, from: &Module, to: &Module) -> Option<Vec<Module>> {
    let mut before: BTreeMap<&Module, &Module> = BTreeMap::new();
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        for next in &imports[at] {
            if before.contains_key(next) {
                continue;
            }
            before.insert(next, at);
            open.push_back(next);
        }
        if before.contains_key(to) {
            let mut way = vec![to.clone()];
            let mut at = before[to];
            while at != from {
                way.push(at.clone());
                at = before[at];
            }
            way.push(from.clone());
            way.reverse();
            return Some(way);
        }
    }
    None
}

/// Reads the paths out of code that begin with `crate`, `super` or `self`.
struct Reader<'a> {
    rest: &'a str,
    paths: Vec<Vec<String>>,
}

impl Reader<'_> {
    /// `own` tells the names of modules below this one, which need no word before them.
    fn read(&mut self, own: &dyn Fn(&str) -> bool) {
        // What follows `pub use` or `pub(crate) use` is passed on: its users import the file that it is from.
        let (mut last, mut is_public, mut is_passed_on) = (String::new(), false, false);
        while let Some(at) = self.rest.find(is_word) {
            let before = &self.rest[..at];
            let follows_path = before.ends_with("::") || before.ends_with('.');
            self.rest = &self.rest[at..];
            let begins = ["crate::", "super::", "self::"];
            let is_absolute = begins.iter().any(|it| self.rest.starts_with(it));
            let (word, after) = first_word(self.rest);
            let is_own = after.starts_with("::") && own(word);
            if !follows_path && (is_absolute || is_own && !is_passed_on) {
                self.tree(&mut Vec::new());
                is_passed_on = false;
            } else {
                let word = self.word();
                is_passed_on = word == "use" && (last == "pub" || is_public);
                is_public = last == "pub";
                last = word;
            }
        }
    }

    fn tree(&mut self, path: &mut Vec<String>) {
        let depth = path.len();
        loop {
            let word = self.word();
            if word.is_empty() {
                break;
            }
            path.push(word);
            if !self.eats("::") {
                self.paths.push(path.clone());
                break;
            }
            if self.eats("{") {
                self.tree(path);
                while self.eats(",") {
                    self.tree(path);
                }
                self.eats("}");
                break;
            }
            if !self.rest.trim_start().starts_with(is_word) {
                self.paths.push(path.clone());
                break;
            }
        }
        path.truncate(depth);
        if self.rest.starts_with(" as ") {
            self.rest = &self.rest[4..];
            self.word();
        }
    }

    fn word(&mut self) -> String {
        self.rest = self.rest.trim_start();
        let (word, rest) = first_word(self.rest);
        self.rest = rest;
        word.to_owned()
    }

    fn eats(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

#[cfg(test)]
#[path = "cycles_tests.rs"]
mod tests;
