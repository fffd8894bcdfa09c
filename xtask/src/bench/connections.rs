//! A database through the sandbox's proxy beside a server that is reached without one.

use std::fs;
use std::path::Path;
use std::time::Instant;

use super::database::{DEADLINE, Databases, Server, first_answer, milliseconds};
use super::{Goal, Measurement, median};
use crate::error::{Context, Error, Result};
use crate::program::Program;

/// 90 MB that the server makes as they are sent.
const COPY: &str = "COPY (SELECT repeat('x', 900) FROM generate_series(1, 100000)) TO STDOUT";
/// Both let nobody in without TLS and a password.
const HBA: &str =
    "hostnossl all bench 127.0.0.1/32 trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n";

/// What is measured of one connection string.
#[derive(Default)]
struct Figures {
    copies: Vec<f64>,
    latencies: Vec<f64>,
    connections: Vec<f64>,
}

impl Databases<'_> {
    /// Throughput, latency and connections.
    pub fn connections(&self) -> Result<Vec<Measurement>> {
        let data = self.scratch.path().join("connections");
        let sandbox = self.open(&data)?;
        let through = sandbox.create()?;
        first_answer(&through)?;
        let (server, direct) = self.encrypted(&data.join("tls"))?;
        let script = self.scratch.path().join("select.sql");
        fs::write(&script, "SELECT 1;\n").context("cannot write a query")?;

        let (mut proxied, mut bare) = (Figures::default(), Figures::default());
        for _ in 0..self.runs {
            self.measure(&direct, &script, &mut bare)?;
            self.measure(&through, &script, &mut proxied)?;
        }
        drop(server);
        let row = |what, unit, figures, floors, goal| {
            Ok(Measurement {
                what,
                unit,
                figure: median(figures)?,
                floor: Some(median(floors)?),
                goal,
            })
        };
        Ok(vec![
            row(
                "proxy: COPY of 90 MB",
                "ms",
                proxied.copies,
                bare.copies,
                Some(Goal::Times(1.15)),
            )?,
            row(
                "proxy: SELECT 1",
                "µs",
                proxied.latencies,
                bare.latencies,
                None,
            )?,
            row(
                "proxy: connections a second",
                "/s",
                proxied.connections,
                bare.connections,
                None,
            )?,
        ])
    }

    /// A server by hand with the sandbox's certificate, and the string that leads to it.
    fn encrypted(&self, tls: &Path) -> Result<(Server, String)> {
        let data = self.folder("floor-connections")?;
        self.initdb(&data)?;
        for name in ["leaf.pem", "leaf.key"] {
            fs::copy(tls.join(name), data.join(name))
                .context(format_args!("the sandbox has no {name}"))?;
        }
        let settings = data.join("postgresql.auto.conf");
        let on = "ssl = on\nssl_cert_file = 'leaf.pem'\nssl_key_file = 'leaf.key'\n";
        fs::write(&settings, on)
            .and_then(|()| fs::write(data.join("pg_hba.conf"), HBA))
            .context("cannot write a server's settings")?;
        self.owner.give(&data)?;
        let server = self.start(&data)?;
        Program::new("psql")
            .args([&server.url, "-XAtqc", "ALTER ROLE bench PASSWORD 'bench'"])
            .within(DEADLINE)
            .quiet()?;
        let authority = tls.join("ca.pem");
        let url = server.url.replace("bench@", "bench:bench@").replace(
            "sslmode=disable",
            &format!(
                "sslmode=require&channel_binding=require&sslrootcert={}",
                authority.display()
            ),
        );
        first_answer(&url)?;
        Ok((server, url))
    }

    fn measure(&self, url: &str, script: &Path, figures: &mut Figures) -> Result<()> {
        let started = Instant::now();
        Program::new("psql")
            .args([url, "-XAtqo", "/dev/null", "-c", COPY])
            .within(DEADLINE)
            .quiet()?;
        figures.copies.push(milliseconds(started));
        let pgbench = |more: &[&str]| {
            Program::new(self.postgres.join("bin/pgbench"))
                .args(["--no-vacuum", "--file"])
                .arg(script)
                .args(more)
                .arg(url)
                .within(DEADLINE)
                .quiet()
        };
        let said = pgbench(&["--transactions=4000"])?;
        let latency = number_after(&said, "latency average = ")?;
        figures.latencies.push(latency * 1000.0);
        let said = pgbench(&["--connect", "--client=4", "--jobs=2", "--transactions=25"])?;
        figures.connections.push(number_after(&said, "tps = ")?);
        Ok(())
    }
}

fn number_after(said: &str, name: &str) -> Result<f64> {
    let number = said
        .split_once(name)
        .and_then(|(_, rest)| rest.split_whitespace().next());
    number
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| Error::new(format!("pgbench printed no `{}`", name.trim_end())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_as_pgbench_prints_them() {
        let said = "latency average = 0.061 ms\ninitial connection time = 19.1 ms\ntps = 48.7 (without initial)\n";
        assert_eq!(number_after(said, "latency average = ").unwrap(), 0.061);
        assert_eq!(number_after(said, "tps = ").unwrap(), 48.7);
        number_after("", "tps = ").unwrap_err();
    }
}
