//! One file a command, and the table the command line is read by.

mod advisories;
mod bench;
mod build;
mod bundle;
mod check;
mod codegen;
mod icons;
mod run;
mod screenshots;
mod setup;
mod test;

use crate::args::{Command, Opt};

const fn switch(name: &'static str, about: &'static str) -> Opt {
    Opt {
        name,
        value: None,
        about,
    }
}

const fn value(name: &'static str, what: &'static str, about: &'static str) -> Opt {
    Opt {
        name,
        value: Some(what),
        about,
    }
}

pub static COMMANDS: &[Command] = &[
    Command {
        name: "run",
        about: "Sets up what is missing, builds the app and opens its window",
        options: &[switch("--dev", "serve the interface with hot reload")],
        rest: Some("the app"),
        run: run::run,
    },
    Command {
        name: "test",
        about: "Sets up what is missing, checks, and runs all tests",
        options: &[
            value(
                "--only",
                "PART",
                "checks, rust, ui or desktop; may be given more than once",
            ),
            switch(
                "--skip-desktop",
                "leave out the tests that drive the window",
            ),
            switch(
                "--thorough",
                "cut replies at every byte and carry out a thousand plans, where else a sample does",
            ),
        ],
        rest: None,
        run: test::run,
    },
    Command {
        name: "check",
        about: "Format, lints, types, generated code, architecture rules (walls), sizes, documents, licences",
        options: &[value(
            "--only",
            "PART",
            "fmt, walls, docs, biome, tsc, deny, clippy or codegen; may be given more than once",
        )],
        rest: None,
        run: check::run,
    },
    Command {
        name: "bench",
        about: "Measures each figure beside its floor",
        options: &[
            value(
                "--only",
                "ROW",
                "paint, memory, start, feel, cost, cold, warm, sync, branch, compute, disk, list or requests; may be given more than once",
            ),
            value("--runs", "N", "runs of each row (10)"),
            value(
                "--settle",
                "SECONDS",
                "how long a window stands before its memory is read (60)",
            ),
            value(
                "--span",
                "SECONDS",
                "how long the processor is looked at, idle and with operations watched (300)",
            ),
            switch(
                "--debug",
                "measure the development build instead of the release",
            ),
        ],
        rest: None,
        run: bench::run,
    },
    Command {
        name: "bundle",
        about: "Builds the installer with PostgreSQL inside",
        options: &[
            value(
                "--targets",
                "LIST",
                "deb, rpm, dmg, nsis; separated by commas (this system's own)",
            ),
            switch("--without-postgres", "leave PostgreSQL out"),
        ],
        rest: None,
        run: bundle::run,
    },
    Command {
        name: "codegen",
        about: "Writes the interface's types from the commands declared in Rust",
        options: &[switch("--check", "only compare with what is committed")],
        rest: None,
        run: codegen::run,
    },
    Command {
        name: "icons",
        about: "Makes the icon sets from icons/icon.svg",
        options: &[],
        rest: None,
        run: icons::run,
    },
    Command {
        name: "screenshots",
        about: "Takes the pictures of the README from the real window",
        options: &[value("--into", "DIR", "where to put them (docs/pictures)")],
        rest: None,
        run: screenshots::run,
    },
    Command {
        name: "advisories",
        about: "Asks what is known of the dependencies' security holes",
        options: &[],
        rest: None,
        run: advisories::run,
    },
    Command {
        name: "setup",
        about: "Only sets up what is missing, as the tests need it",
        options: &[switch("--build", "only what a build needs")],
        rest: None,
        run: setup::run,
    },
];
