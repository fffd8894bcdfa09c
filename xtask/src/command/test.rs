//! All checks and all tests, the first failure hiding no later one.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use super::build::{self, Lints};
use super::passed::Programs;
use super::{check, codegen, pictures, types, wine};
use crate::args::Args;
use crate::error::{Error, Result};
use crate::program::Program;
use crate::project::{FEATURES, Metadata, Project, WORKSPACE};
use crate::scratch::Scratch;
use crate::setup::{self, Needs, tools};
use crate::steps::{Outcome, Steps};
use crate::systems::System;
use crate::tally::{self, Runner, Tally};

const PARTS: [&str; 5] = ["checks", "rust", "ui", PLUGINS, DESKTOP];
const PLUGINS: &str = "plugins";
const DESKTOP: &str = "desktop";
const WINDOW: &str = "desktop tests";
/// All examples together, compiled one by one: their runner has no limit for each.
const EXAMPLES_WITHIN: Duration = Duration::from_secs(15 * 60);

pub fn run(args: &Args) -> Result<bool> {
    let only = check::chosen(args, &PARTS)?;
    let is_selected = |part: &str| {
        (only.is_empty() || only.contains(&part))
            && !(part == DESKTOP && args.has("--skip-desktop"))
    };
    let project = Project::find()?;
    let mut steps = Steps::default();
    let uses_sandbox = is_selected("rust") || is_selected(PLUGINS) || is_selected(DESKTOP);
    let mut tests = Tests {
        project: &project,
        scratch: uses_sandbox.then(Scratch::new).flatten(),
        lints: Lints::Unasked,
        is_thorough: args.has("--thorough"),
        windows_programs: None,
        leaves_out_passed: only == ["rust"] && !args.has("--thorough") && !args.has("--again"),
        sum: Tally::default(),
        counted: 0,
    };
    let needs = if tests.is_thorough {
        Needs::Thorough
    } else {
        Needs::Test
    };
    setup::all(&project, needs, &mut steps)?;
    let metadata = project.metadata()?;

    // Types and dependencies are checked on one core while the tests of the interface leave some of both.
    let interface = thread::scope(|scope| {
        let sources = is_selected("checks").then(|| {
            scope.spawn(|| {
                let mut steps = Steps::default();
                check::sources(&project, &|_| true, &mut steps);
                steps
            })
        });
        let interface = steps.attempt("interface", || build::interface(&project));
        if is_selected("ui") {
            tests.ui(&mut steps);
        }
        if let Some(sources) = sources {
            let sources = sources.join();
            steps.append(sources.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        interface
    });
    let compiled = is_selected("checks") || uses_sandbox;
    if is_selected("checks")
        && interface
        && steps.attempt("build with clippy", || {
            build::everything(&project, Lints::Denied)
        })
    {
        tests.lints = Lints::Denied;
    }
    let built = tests.lints == Lints::Denied
        || (compiled
            && interface
            && if is_selected("checks") || is_selected(DESKTOP) {
                steps.attempt("build of everything", || {
                    build::everything(&project, Lints::Unasked)
                })
            } else if is_selected("rust") {
                steps.attempt("build of the tests", || {
                    build::tests_of_crates(&project, &metadata)
                })
            } else {
                steps.attempt("build of the sandbox", || build::sandbox(&project))
            });
    if is_selected("checks") {
        check::clippy(&project, &mut steps, &["--package", "xtask"]);
        if built {
            steps.attempt("generated types", || {
                codegen::compare(&project, &metadata.program("plinth-desktop"))
            });
        } else {
            steps.skip("generated types", "needs the build");
        }
    }
    if is_selected("checks") && interface && tests.is_thorough {
        for system in System::ALL {
            types::check(&project, system, &mut steps);
        }
    }
    if built && uses_sandbox {
        steps.attempt("cluster for sandboxes", || {
            build::cluster(&project, &metadata.program("plinth-sandbox"))
        });
    }
    if is_selected("rust") {
        tests.of_xtask(&mut steps);
        if tests.is_thorough {
            tests.windows_programs = wine::built(&project, &mut steps);
        }
    }
    let windows = is_selected(DESKTOP) && cfg!(target_os = "linux");
    if is_selected(DESKTOP) && !windows {
        steps.skip(WINDOW, "only on Linux: WebKit's driver");
    }
    // Together, so that the last of neither runs alone: windows wait where others compute.
    let name = match (is_selected("rust"), windows) {
        (true, true) => Some("tests of the crates and the window"),
        (true, false) => Some("tests of the crates"),
        (false, true) => Some(WINDOW),
        (false, false) => None,
    };
    match name {
        Some(name) if built => {
            tests.of_product(&metadata, &mut steps, name, is_selected("rust"), windows);
        }
        Some(name) => steps.skip(name, "need the build"),
        None => {}
    }
    if is_selected(PLUGINS) {
        if cfg!(windows) {
            steps.skip("tests of the plugin", "not on Windows: modes and links");
        } else if built {
            tests.of_the_vite_plugin(&metadata, &mut steps);
        } else {
            steps.skip("tests of the plugin", "need the build");
        }
    }

    print!("{}", steps.table());
    let sum = tests.sum;
    if !sum.names.is_empty() {
        println!("\nFailed tests:");
        for name in &sum.names {
            println!("  {name}");
        }
    }
    // A step that failed without naming a test is one more failure.
    let failed = sum.failed + steps.failed() - tests.counted;
    println!("\n{} passed, {failed} failed", sum.passed);
    Ok(failed == 0)
}

struct Tests<'a> {
    project: &'a Project,
    scratch: Option<Scratch>,
    /// How the programs and tests were built that are there.
    lints: Lints,
    is_thorough: bool,
    /// What is run under Wine.
    windows_programs: Option<wine::Built>,
    leaves_out_passed: bool,
    sum: Tally,
    /// Failed steps whose failures are in the sum already.
    counted: usize,
}

impl Tests<'_> {
    fn ui(&mut self, steps: &mut Steps) {
        let program = self
            .project
            .npm("npm")
            .args(["test", "--silent"])
            .within(Duration::from_secs(10 * 60));
        self.counted(steps, "tests of the interface", Runner::Vitest, program);
    }

    fn of_xtask(&mut self, steps: &mut Steps) {
        let program = self.nextest().args(["--package", "xtask"]);
        self.counted(steps, "tests of xtask", Runner::Nextest, program);
    }

    /// Those of the crates, those that drive the window, or both.
    fn of_product(
        &mut self,
        metadata: &Metadata,
        steps: &mut Steps,
        name: &str,
        crates: bool,
        windows: bool,
    ) {
        let mut tests = Vec::new();
        if crates {
            tests.extend(build::of_crates(metadata));
        }
        if windows {
            tests.extend(["--test", build::WINDOW_TESTS].map(String::from));
        }
        let program = self.of_workspace(metadata, &tests);
        if windows {
            self.with_pictures(steps, name, program);
        } else if self.leaves_out_passed {
            self.of_changed_programs(metadata, steps, name, program);
        } else {
            self.counted(steps, name, Runner::Nextest, program);
        }
        if crates {
            self.of_documents(steps);
        }
    }

    /// The runner of the others knows none of those that stand in documents.
    fn of_documents(&mut self, steps: &mut Steps) {
        let program = self
            .lints
            .on(build::shown_cargo(self.project))
            .args(["test", "--doc"])
            // The same packages as in the build, or their dependencies are built once more with other features.
            .args(WORKSPACE)
            .args(FEATURES)
            .within(EXAMPLES_WITHIN);
        self.counted(steps, "examples of the crates", Runner::Cargo, program);
    }

    fn of_changed_programs(
        &mut self,
        metadata: &Metadata,
        steps: &mut Steps,
        name: &str,
        program: Program,
    ) {
        let list = Program::new(tools::nextest_path(self.project))
            .dir(&self.project.root)
            .args(["nextest", "list", "--message-format", "json"])
            .args(["--list-type", "binaries-only"])
            .args(WORKSPACE)
            .args(FEATURES)
            .args(build::of_crates(metadata));
        let mut programs = None;
        steps.attempt("test programs", || {
            let found = Programs::read(self.project, metadata, list)?;
            let said = found.in_words();
            programs = Some(found);
            Ok(Outcome::Done(said))
        });
        let Some(programs) = programs else { return };
        if programs.all_passed() {
            return steps.skip(name, "all passed as they are; --again runs them");
        }
        let ok = self.counted(
            steps,
            name,
            Runner::Nextest,
            program.args(programs.others()),
        );
        steps.attempt("record of what passed", || {
            programs.note(ok)?;
            Ok(Outcome::Done(String::new()))
        });
    }

    fn of_the_vite_plugin(&mut self, metadata: &Metadata, steps: &mut Steps) {
        let program = Program::npm("npm")
            .dir(&self.project.vite_plugin())
            .args(["test", "--silent"])
            .within(Duration::from_secs(10 * 60));
        let program = build::with_places(self.in_scratch(program), self.project, metadata);
        self.counted(steps, "tests of the plugin", Runner::Vitest, program);
    }

    /// With the pictures of the window compared, where they are drawn as the ones that are kept.
    fn with_pictures(&mut self, steps: &mut Steps, name: &str, program: Program) {
        let differs = pictures::drawn_otherwise();
        let program = match (&differs, self.is_thorough) {
            (None, true) => program.env(pictures::COMPARE, "1"),
            (None, false) => program.env(pictures::COMPARE, pictures::LIST),
            (Some(_), _) => program,
        };
        pictures::forget(self.project);
        self.counted(steps, name, Runner::Nextest, program);
        match differs {
            Some(why) => steps.skip("comparison of pictures", why),
            None if self.is_thorough => {}
            None => {
                steps.attempt("comparison of pictures", || pictures::listed(self.project));
            }
        }
    }

    /// The tests of the product that are named as Cargo names them.
    fn of_workspace(&self, metadata: &Metadata, tests: &[String]) -> Program {
        let program = self
            .lints
            .on(self.nextest())
            .args(WORKSPACE)
            .args(FEATURES)
            .args(tests);
        let program = self.in_scratch(program);
        let program = if self.is_thorough {
            program
                .env("PLINTH_THOROUGH", "1")
                .env("PLINTH_ALL_SIZES", "1")
        } else {
            program
        };
        let program = match &self.windows_programs {
            Some(built) => built.on(program),
            None => program,
        };
        build::with_places(program, self.project, metadata)
    }

    fn in_scratch(&self, program: Program) -> Program {
        match &self.scratch {
            Some(Scratch(folder)) => program.env("TMPDIR", folder),
            None => program,
        }
    }

    /// As `.config/nextest.toml` says: one process a test, with a limit.
    fn nextest(&self) -> Program {
        build::shown(Program::new(tools::nextest_path(self.project)))
            .dir(&self.project.root)
            .args(["nextest", "run"])
            .args(["--test-threads", &at_once().to_string()])
    }

    fn counted(&mut self, steps: &mut Steps, name: &str, runner: Runner, program: Program) -> bool {
        let (sum, known) = (&mut self.sum, &mut self.counted);
        let log = self.project.log(&name.replace(' ', "-"));
        steps.attempt(name, || {
            let ended = program.log(log?).streamed()?;
            let tally = tally::read(runner, &ended.text);
            sum.passed += tally.passed;
            sum.failed += tally.failed;
            let of_step = tally.names.iter().map(|test| format!("{name}: {test}"));
            sum.names.extend(of_step);
            match (ended.ok, tally.passed, tally.failed) {
                (true, 0, 0) => Err(Error::new("no test ran")),
                (true, passed, _) => Ok(Outcome::Done(format!("{passed} passed"))),
                (false, _, 0) => Err(Error::new("the tests could not be run to the end")),
                (false, passed, failed) => {
                    *known += 1;
                    Err(Error::new(format!("{passed} passed, {failed} failed")))
                }
            }
        })
    }
}

/// A test waits for servers about as long as it computes.
fn at_once() -> usize {
    2 * thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
