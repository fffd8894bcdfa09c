//! What the clients are installed into: folders of the tests' own, named after what is pinned, so that they are filled once.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const HERE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/flows/clients");
const PACKAGES: &str = include_str!("package.json");
const PACKAGE_LOCK: &str = include_str!("package-lock.json");
const REQUIREMENTS: &str = include_str!("requirements.txt");
/// What the pinned clients ask for.
const LEAST_PYTHON: (u32, u32) = (3, 10);

/// The version of an npm package that is pinned.
pub fn npm_version(name: &str) -> String {
    let packages: serde_json::Value = serde_json::from_str(PACKAGES).unwrap();
    let version = packages["dependencies"][name].as_str();
    version.expect("the package is pinned").to_owned()
}

/// The version of a crate that the tests are linked with.
pub fn crate_version(name: &str) -> String {
    let lock = include_str!("../../../Cargo.lock");
    let entry = format!("name = \"{name}\"\nversion = \"");
    let (_, rest) = lock.split_once(&entry).expect("the crate is locked");
    rest.split('"').next().unwrap().to_owned()
}

/// The folder `node_modules` with all clients of Node.
pub fn node_modules() -> PathBuf {
    let name = format!("node-{}", marked(&[PACKAGES, PACKAGE_LOCK]));
    let installed = once(&name, |folder| {
        for file in ["package.json", "package-lock.json"] {
            fs::copy(Path::new(HERE).join(file), folder.join(file)).unwrap();
        }
        let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
        npm.current_dir(folder).args([
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ]);
        must_end(
            npm,
            "The clients of Node come from npm: install Node with npm, and check the network or the registry that npm is set to",
        );
    });
    installed.join("node_modules")
}

/// A Python that is new enough, and the folder with its clients.
#[derive(Clone, Debug)]
pub struct Python {
    pub program: PathBuf,
    pub packages: PathBuf,
}

impl Python {
    pub fn find() -> Self {
        let (program, version) = ["python3", "python", "python3.13", "python3.12", "python3.11"]
            .into_iter()
            .find_map(new_enough)
            .unwrap_or_else(|| {
                let (major, minor) = LEAST_PYTHON;
                panic!(
                    "no Python {major}.{minor} or newer with pip is on the PATH, which the clients of Python need: \
                     install the packages python3 and python3-pip"
                )
            });
        let name = format!("python-{version}-{}", marked(&[REQUIREMENTS]));
        let packages = once(&name, |folder| {
            let mut pip = Command::new(&program);
            pip.args(["-m", "pip", "--disable-pip-version-check", "install"])
                .args(["--quiet", "--no-deps", "--only-binary=:all:"])
                .args(["--require-hashes", "--no-input", "--requirement"])
                .arg(Path::new(HERE).join("requirements.txt"))
                .arg("--target")
                .arg(folder)
                .env("PIP_ROOT_USER_ACTION", "ignore");
            must_end(
                pip,
                "The clients of Python come from PyPI: check the network, or the mirror that pip is set to",
            );
        });
        Self { program, packages }
    }

    /// The version of a package as it is installed.
    pub fn version(&self, name: &str) -> String {
        let ask = format!("import importlib.metadata as m; print(m.version('{name}'))");
        let output = Command::new(&self.program)
            .args(["-c", &ask])
            .env("PYTHONPATH", &self.packages)
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

/// The program itself, where the name may be that of a script which chooses one, and its version.
fn new_enough(name: &str) -> Option<(PathBuf, String)> {
    let (major, minor) = LEAST_PYTHON;
    let ask = format!(
        "import pip, sys; assert sys.version_info >= ({major}, {minor}); \
         print(sys.executable, '%d.%d' % sys.version_info[:2], sep='\\n')"
    );
    let asked = Command::new(name).args(["-c", &ask]).output().ok()?;
    let said = String::from_utf8_lossy(&asked.stdout).into_owned();
    let (program, version) = said.trim().split_once('\n')?;
    Some((program.trim().into(), version.trim().to_owned()))
}

/// A folder below `target` that `fill` has filled, by whichever process came first. One that was left half-made stands
/// under another name and is made anew.
fn once(name: &str, fill: impl FnOnce(&Path)) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let folder = target.join(format!("clients-{name}"));
    let lock = File::create(target.join("clients.lock")).unwrap();
    lock.lock().unwrap();
    if !folder.is_dir() {
        let part = target.join("clients.part");
        if part.exists() {
            fs::remove_dir_all(&part).unwrap();
        }
        fs::create_dir(&part).unwrap();
        fill(&part);
        fs::rename(&part, &folder).unwrap();
    }
    folder
}

/// Where the lists are the same, so is what is installed, on one kind of machine.
fn marked(lists: &[&str]) -> String {
    let mut hasher = DefaultHasher::new();
    (lists, std::env::consts::OS, std::env::consts::ARCH).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn must_end(mut program: Command, advice: &str) {
    let ended = program.stdin(Stdio::null()).output();
    let why = match &ended {
        Ok(Output { status, .. }) if status.success() => return,
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    panic!("{advice}\n{why}");
}

#[test]
fn the_interface_and_the_matrix_have_the_same_node_postgres() {
    let interface = include_str!("../../../ui/package.json");
    let interface: serde_json::Value = serde_json::from_str(interface).unwrap();
    assert_eq!(interface["devDependencies"]["pg"], npm_version("pg"));
}
