//! What `--help` prints.

use sandbox::{RECORDED, Recorded};

pub fn help() -> String {
    let width = RECORDED.iter().map(|it| it.field.len()).max().unwrap_or(0);
    let mut text = HELP.to_owned();
    for Recorded { field, instead } in RECORDED {
        text += &format!("  {field:width$}  {instead}\n");
    }
    text
}

const HELP: &str = "\
The platform on this machine: projects and temporary databases on real PostgreSQL servers.

Usage: plinth-sandbox --data DIR [options]
       plinth-sandbox --wait URL|DIR [--timeout SECONDS]

Examples:
  plinth-sandbox --data ./data                       start, with what is in ./data
  plinth-sandbox --data ./data --live                with the names and limits of the live platform
  plinth-sandbox --config sandbox.json --port 4650   options from a file, and a port
  plinth-sandbox --wait ./data && run-my-tests       wait for it in another shell

Start:
  --data DIR              Data folder (required)
  --port PORT             HTTP port; 0 reuses the last one or picks one [0]
  --config FILE           Options from a JSON file, see below
  --clock real|manual     A manual clock moves with POST /sandbox/clock [real]
  --claims-by-anyone      Let other users of this computer claim databases (Linux)
  --bind ADDRESS          Let other machines in at this address, such as 0.0.0.0 [127.0.0.1]
  --host-name NAME        Name or address that clients use for this machine; can be repeated
  --token-file FILE       File with a token (mode 0600) that each request must bring
  --end-with-stdin        Stop when standard input ends, as that of a child does with its parent
  --seed-projects COUNT   Create this many projects without servers [0]
  --no-servers            Do not start PostgreSQL

PostgreSQL:
  --postgres BIN_DIR      Folder with `postgres` and `initdb`
  --bundled DIR           Bundled PostgreSQL: folder with `bin`, `lib`, `share`
  --allow-old-postgres    Allow PostgreSQL 17 before 17.11 (known vulnerabilities)
  --prepare-cluster       Run `initdb` once for all sandboxes, then exit

Names:                                                           usual        --live
  --database NAME         Database in new projects               svcdb        neondb
  --role NAME             Role that owns it                      svcdb_owner  neondb_owner
  --auth-provider NAME    Identifier of the auth provider        provider_one stack
  --auth-schema NAME      Schema of the synced users table       svc_auth     neon_auth
  --region ID             Region of new projects                 us-east-2    aws-us-east-1
  --organization NAME     Name of the first organization         Personal

Behavior:                                                        usual        --live
  --no-default-compute    No compute for a branch that is        off          on
                          created without `endpoints`
  --rate-limit N|off      Requests per minute for each API key   700          700
  --operation-pace MS     Minimum duration of operations         0            1000
  --branches-limit N|off  Branches per project                   off          10
  --live                  Set all names and values of this column. A single option wins over it

Limits:
  --idle-after SECONDS    Suspend servers after this long without traffic or an open
                          transaction [300]
  --max-running COUNT     Maximum number of running servers [as free memory has room for]
  --max-unclaimed COUNT   Maximum number of unclaimed temporary databases [50]
  --max-disk SIZE         Maximum disk use, such as 20GB [half of the free space]
  --purge-deleted-when-full
                          When the disk limit is reached, delete deleted projects and branches for
                          good, the first to expire first, instead of refusing [off: they can be
                          recovered]
  --max-history SIZE      Maximum disk use of a project's restore windows [2GB]

Wait:
  --wait URL|DIR          Wait until the sandbox at that address or on that data folder is ready.
                          Prints its ready line (for a URL: its addresses) and exits with 0, or 1
  --timeout SECONDS       Longest wait [60]

  -h, --help              Show this help

A config file has the long names of options as keys, and true for those without a value:
  { \"data\": \"./data\", \"live\": true, \"max-running\": 20, \"max-disk\": \"20GB\" }
Paths are relative to the file. The command line wins over the file.

When ready, it prints one line of JSON with its addresses, keys, limits, the extensions that can be
created, and its process id. The line is also in DIR/ready.json until it ends. SIGTERM or SIGINT
stops it and all its servers.

Missing: a pooler, scaling, the extensions postgis, pg_cron, hypopg and postgres_fdw, event
triggers, and publications FOR ALL TABLES or FOR TABLES IN SCHEMA: only a superuser makes these.
Pooled strings lead to the server itself, which takes 450 connections or more.

These settings of projects and computes are checked, kept and returned, but not enforced:

";

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use sandbox::Config;

    use super::*;

    #[test]
    fn it_fits_and_says_what_is_so() {
        let help = help();
        assert!(help.lines().count() <= 100);
        let widest = help.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(100), "{widest:?}");
        let usual = Config::new(PathBuf::new());
        let mut live = usual.clone();
        live.set_live();
        for (option, of) in [
            ("--database", (|it| it.names.database.clone()) as Shown),
            ("--role", |it| it.names.role.clone()),
            ("--auth-provider", |it| it.names.auth_provider.clone()),
            ("--auth-schema", |it| it.names.auth_schema.clone()),
            ("--region", |it| it.names.region.clone()),
            ("--no-default-compute", |it| off(it.compute_by_default)),
            ("--rate-limit", |it| {
                number(it.rate_limits.map(|it| it.per_minute))
            }),
            ("--operation-pace", |it| {
                it.operation_pace.as_millis().to_string()
            }),
            ("--branches-limit", |it| number(it.branches_limit)),
        ] {
            let line = help
                .lines()
                .find(|line| line.trim_start().starts_with(option));
            let words: Vec<&str> = line.unwrap().split_whitespace().collect();
            let expected = [of(&usual), of(&live)];
            assert!(words.ends_with(&[&expected[0], &expected[1]]), "{line:?}");
        }
    }

    type Shown = fn(&Config) -> String;

    fn off(off: bool) -> String {
        if off { "off" } else { "on" }.to_owned()
    }

    fn number(number: Option<usize>) -> String {
        number.map_or("off".to_owned(), |it| it.to_string())
    }
}
