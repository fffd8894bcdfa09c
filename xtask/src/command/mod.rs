//! One file a command, and the table the command line is read by.

mod advisories;
mod announce;
mod bench;
mod build;
mod bundle;
mod check;
mod codegen;
mod icons;
mod lines;
mod other_system;
mod passed;
mod pictures;
mod run;
mod screenshots;
mod setup;
mod test;
mod types;
mod wine;

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
        about: "Set up, build and open the app",
        options: &[switch("--dev", "hot reload for the interface")],
        rest: Some("the app"),
        run: run::run,
    },
    Command {
        name: "test",
        about: "Set up, check and run all tests",
        options: &[
            value(
                "--only",
                "PART",
                "checks, rust, ui, plugins or desktop; repeatable",
            ),
            switch(
                "--again",
                "with --only rust, also run test programs that passed as they are",
            ),
            switch("--skip-desktop", "skip the desktop tests"),
            switch(
                "--thorough",
                "run the long tests in full instead of a sample of them",
            ),
        ],
        rest: None,
        run: test::run,
    },
    Command {
        name: "check",
        about: "Check formatting, lints, types, generated code, architecture rules, file sizes, documents, the voice of comments and names, and licences",
        options: &[
            value(
                "--only",
                "PART",
                "fmt, walls, docs, voice, biome, tsc, deny, clippy or codegen; repeatable",
            ),
            value(
                "--target",
                "SYSTEM",
                "windows or macos: instead check the types and lints of the code for that system; repeatable",
            ),
            switch(
                "--record",
                "with --target, note the result in docs/systems.json, which README is compared with; with --only voice, lower the numbers in xtask/voice.json",
            ),
        ],
        rest: None,
        run: check::run,
    },
    Command {
        name: "wine",
        about: "Build the command line for Windows and run its smoke test under Wine",
        options: &[switch(
            "--record",
            "note the result in docs/systems.json, which README is compared with",
        )],
        rest: None,
        run: wine::run,
    },
    Command {
        name: "bench",
        about: "Run the benchmarks, each next to its lower bound",
        options: &[
            value(
                "--only",
                "ROW",
                "paint, memory, agent, start, start-many, start-with, feel, feel-many, lists, cost, cold, warm, sync, branch, branch-1gb, past, past-1gb, history, replica, snapshot, compute, database, connections, disk, list, requests, changes or command-line; build and installers only where they are named, branch-10gb and clones there or with --thorough; repeatable",
            ),
            value("--runs", "N", "runs per benchmark (10)"),
            value(
                "--settle",
                "SECONDS",
                "seconds before a window's memory is measured (60)",
            ),
            value("--span", "SECONDS", "seconds of CPU measurement (300)"),
            switch(
                "--debug",
                "benchmark the development build instead of the release build",
            ),
            switch(
                "--check",
                "fail where a figure is worse than the recorded one by more than a tenth",
            ),
            switch(
                "--thorough",
                "also a branch of 10 GB, and branches on btrfs and XFS (as root)",
            ),
            switch("--record", "record the figures"),
            switch("--built", "with what is built already"),
        ],
        rest: None,
        run: bench::run,
    },
    Command {
        name: "bundle",
        about: "Build installers with PostgreSQL, or the archive of the sandbox alone",
        options: &[
            value(
                "--targets",
                "LIST",
                "deb, rpm, appimage, dmg, nsis, comma-separated (default: this system's); or sandbox",
            ),
            switch("--without-postgres", "build without PostgreSQL"),
            switch(
                "--try",
                "install the .deb into a bare Debian, drive it, remove it and look for what is left",
            ),
            value(
                "--updates",
                "ADDRESS",
                "where newer versions are announced, for installers that update themselves",
            ),
            value(
                "--updates-key",
                "FILE",
                "the public key; sign them with the other by `tauri signer sign --app-version VERSION FILE`",
            ),
            value("--package", "FILE", "try: this .deb instead of a new build"),
            value(
                "--suite",
                "NAME",
                "try: this release of the system instead of its own",
            ),
            value(
                "--program",
                "FILE",
                "sandbox: pack this program instead of a release build, without notices",
            ),
            value("--into", "DIR", "sandbox: output folder (.plinth/bundle)"),
        ],
        rest: None,
        run: bundle::run,
    },
    Command {
        name: "announce",
        about: "Write the announcement of the signed installers of a version, which Plinth reads when it looks for updates",
        options: &[
            value("--installers", "DIR", "where they and their signatures lie"),
            value(
                "--from",
                "ADDRESS",
                "the folder that people download them from",
            ),
            value("--notes", "TEXT", "what is new"),
            value("--published", "TIME", "when, such as 2026-11-20T10:00:00Z"),
            value("--into", "DIR", "output folder (.plinth/bundle)"),
        ],
        rest: None,
        run: announce::run,
    },
    Command {
        name: "codegen",
        about: "Generate the interface's types from the Rust commands",
        options: &[switch("--check", "only compare with the committed file")],
        rest: None,
        run: codegen::run,
    },
    Command {
        name: "icons",
        about: "Generate the icon sets from icons/icon.svg",
        options: &[],
        rest: None,
        run: icons::run,
    },
    Command {
        name: "screenshots",
        about: "Take the README screenshots from the real window",
        options: &[value("--into", "DIR", "output folder (docs/pictures)")],
        rest: None,
        run: screenshots::run,
    },
    Command {
        name: "pictures",
        about: "Compare pictures of all screens with the reference pictures",
        options: &[
            switch("--accept", "renew the reference pictures"),
            switch("--all", "at all sizes and in both themes"),
            switch("--built", "with what is built already"),
        ],
        rest: None,
        run: pictures::run,
    },
    Command {
        name: "lines",
        about: "Count lines of Rust and TypeScript by crate, code and tests apart, without blank lines, comments and generated files",
        options: &[value(
            "--at",
            "REVISION",
            "show the numbers of this revision next to those of the working tree",
        )],
        rest: None,
        run: lines::run,
    },
    Command {
        name: "advisories",
        about: "Check the dependencies for known vulnerabilities",
        options: &[],
        rest: None,
        run: advisories::run,
    },
    Command {
        name: "setup",
        about: "Set up what the tests need",
        options: &[switch("--build", "set up only what a build needs")],
        rest: None,
        run: setup::run,
    },
];
