//! Build scripts and install scripts of dependencies run in a job of a workflow: such a job has no secret and may write
//! nothing to the repository. Where there is a secret, only one step has it.

use super::{File, Violation};

/// Programs that run code of dependencies.
const BUILDS: [&str; 7] = [
    "cargo ",
    ".ci/run",
    "npm ",
    "npx ",
    "pip ",
    "make ",
    "tauri build",
];

pub fn check(files: &[File]) -> Vec<Violation> {
    let workflows = files
        .iter()
        .filter(|file| file.path.starts_with(".github/workflows"));
    workflows.flat_map(in_workflow).collect()
}

#[derive(Debug, Default)]
struct Job<'a> {
    lines: Vec<(usize, &'a str)>,
}

impl Job<'_> {
    fn builds(&self) -> bool {
        self.lines.iter().any(|(_, line)| {
            // An action has code of its own, which is pinned.
            !line.contains("uses:")
                && !line.contains("--ignore-scripts")
                && BUILDS.iter().any(|program| line.contains(program))
        })
    }
}

fn in_workflow(file: &File) -> Vec<Violation> {
    let (mut head, mut jobs) = (Job::default(), Vec::new());
    let mut is_in_jobs = false;
    for (at, line) in file.text.lines().enumerate() {
        let code = line.split(" #").next().unwrap_or_default();
        if code.trim_start().starts_with('#') {
            continue;
        }
        let depth = code.len() - code.trim_start().len();
        if depth == 0 && !code.trim().is_empty() {
            is_in_jobs = code.trim() == "jobs:";
        } else if is_in_jobs && depth == 2 {
            jobs.push(Job::default());
        }
        let job = match (is_in_jobs, jobs.last_mut()) {
            (true, Some(job)) => job,
            _ => &mut head,
        };
        job.lines.push((at + 1, code));
    }
    let mut found = Vec::new();
    let mut say = |line: usize, what: &str| found.push(Violation::new(&file.path, line, what));
    if !head.lines.iter().any(|(_, line)| *line == "permissions:") {
        say(0, "without `permissions` every job may write");
    }
    for (line, text) in &head.lines {
        if is_write(text) {
            say(
                *line,
                "every job may write: give the permission to the job that needs it",
            );
        }
        if text.contains("secrets.") {
            say(
                *line,
                "every job has this secret: give it to the step that needs it",
            );
        }
    }
    for job in jobs {
        let builds = job.builds();
        for (line, text) in &job.lines {
            if builds && is_write(text) {
                say(*line, "a job that builds may write");
            }
            if builds && text.contains("secrets.") {
                say(*line, "a job that builds has a secret");
            }
            // The environment of a step is three levels further in.
            let depth = text.len() - text.trim_start().len();
            if !builds && text.contains("secrets.") && depth < 8 {
                say(
                    *line,
                    "every step has this secret: give it to the step that needs it",
                );
            }
        }
    }
    found
}

fn is_write(line: &str) -> bool {
    let value = line.split_once(':').map(|(_, value)| value.trim());
    matches!(value, Some("write" | "write-all"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        let file = File::made_up(".github/workflows/made-up.yml", text);
        check(&[file]).into_iter().map(|it| it.line).collect()
    }

    const HEAD: &str = "permissions:\n  contents: read\njobs:\n";

    #[test]
    fn a_job_that_builds_has_no_secret_and_writes_nothing() {
        for builds in [
            "cargo xtask bundle",
            ".ci/run",
            "npm ci",
            "cd ui && npx tauri build",
        ] {
            let job = format!(
                "{HEAD}  build:\n    permissions:\n      contents: write\n    steps:\n      - run: {builds}\n        env:\n          KEY: ${{{{ secrets.KEY }}}}\n"
            );
            assert_eq!(lines(&job), [6, 10], "{builds}");
        }
        let apart = format!(
            "{HEAD}  build:\n    steps:\n      - run: cargo build\n  sign:\n    steps:\n      - run: npm ci --ignore-scripts\n      - run: node sign.js\n        env:\n          KEY: ${{{{ secrets.KEY }}}}\n  upload:\n    permissions:\n      contents: write\n    steps:\n      - run: gh release upload\n"
        );
        assert_eq!(lines(&apart), [0; 0]);
    }

    #[test]
    fn what_is_given_to_all_jobs_or_to_all_steps_is_found() {
        let all = "permissions:\n  contents: write\nenv:\n  KEY: ${{ secrets.KEY }}\njobs:\n  sign:\n    steps:\n      - run: sign\n";
        assert_eq!(lines(all), [2, 4]);
        let steps = format!(
            "{HEAD}  sign:\n    env:\n      KEY: ${{{{ secrets.KEY }}}}\n    steps:\n      - run: sign\n"
        );
        assert_eq!(lines(&steps), [6]);
        assert_eq!(
            lines("jobs:\n  test:\n    steps:\n      - run: true\n"),
            [0]
        );
    }
}
