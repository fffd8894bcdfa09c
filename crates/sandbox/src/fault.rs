//! Faults that can be injected.

use std::mem;
use std::sync::{Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

/// What goes wrong, with which requests, how often. Parts can be combined: slow and then cut.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// A path in which `*` or `{name}` stands for one part and a final `**` for any rest.
    pub route: String,
    /// Any method when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// How many requests it hits; until it is cleared when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
    /// Which part of the requests that fit it hits, between 0 and 1; all of them when absent. The
    /// others go on to the next fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// The same seed hits the same requests, counted from its injection on; 0 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Answers with this status instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Seconds for a `Retry-After` beside the status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    /// Waits before answering, or until the faults are cleared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u64>,
    /// Closes the connection after so many bytes of the whole reply, its head included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut_at_byte: Option<usize>,
    /// Answers 200 with bytes that mean nothing.
    #[serde(default)]
    pub garbage: bool,
    /// Whether what was asked for takes place all the same. When absent: not if a status is
    /// given, otherwise yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_commit: Option<bool>,
}

impl Fault {
    /// A fault on one route that does nothing yet.
    pub fn on(route: impl Into<String>) -> Self {
        Self {
            route: route.into(),
            method: None,
            times: None,
            chance: None,
            seed: None,
            status: None,
            retry_after: None,
            delay_ms: None,
            cut_at_byte: None,
            garbage: false,
            after_commit: None,
        }
    }

    pub fn takes_place(&self) -> bool {
        self.after_commit.unwrap_or(self.status.is_none())
    }

    /// Why it makes no sense, if it does not.
    pub fn invalid_because(&self) -> Option<&'static str> {
        let effects = [
            self.status.is_some(),
            self.delay_ms.is_some(),
            self.cut_at_byte.is_some(),
            self.garbage,
        ];
        if !self.route.starts_with('/') {
            return Some("`route` is a path and starts with `/`");
        }
        if !effects.contains(&true) {
            return Some("one of `status`, `delay_ms`, `cut_at_byte` and `garbage` is needed");
        }
        if self
            .status
            .is_some_and(|status| !(200..600).contains(&status))
        {
            return Some("`status` is between 200 and 599");
        }
        if self.status.is_some() && self.garbage {
            return Some("`status` and `garbage` exclude one another");
        }
        if self.times == Some(0) {
            return Some("`times` is at least 1");
        }
        if self
            .chance
            .is_some_and(|chance| !(0.0..=1.0).contains(&chance))
        {
            return Some("`chance` is between 0 and 1");
        }
        if self.seed.is_some() && self.chance.is_none() {
            return Some("`seed` needs a `chance`");
        }
        if self.delay_ms.is_some_and(|delay| delay > 600_000) {
            return Some("`delay_ms` is at most 600000");
        }
        None
    }

    fn hits(&self, method: &str, path: &str) -> bool {
        let method_fits = self
            .method
            .as_ref()
            .is_none_or(|wanted| wanted.eq_ignore_ascii_case(method));
        method_fits && matches_route(&self.route, path)
    }
}

fn matches_route(route: &str, path: &str) -> bool {
    let mut parts = path.split('/');
    for wanted in route.split('/') {
        if wanted == "**" {
            return true;
        }
        let Some(part) = parts.next() else {
            return false;
        };
        let any = wanted == "*" || (wanted.starts_with('{') && wanted.ends_with('}'));
        if !any && wanted != part {
            return false;
        }
    }
    parts.next().is_none()
}

/// The faults in order; the first that hits a request is used.
#[derive(Debug, Default)]
pub struct Faults(Mutex<Injected>);

#[derive(Debug, Default)]
struct Injected {
    faults: Vec<ActiveFault>,
    cleared: CancellationToken,
}

/// The fault of one request.
#[derive(Debug)]
pub struct Hit {
    pub fault: Fault,
    /// When the faults were cleared, which ends its delay.
    pub cleared: CancellationToken,
}

#[derive(Debug)]
struct ActiveFault {
    fault: Fault,
    draws: StdRng,
}

impl ActiveFault {
    fn hits(&mut self, method: &str, path: &str) -> bool {
        // Drawn for each request that fits, so that the seed alone decides which of them are hit.
        self.fault.hits(method, path)
            && self
                .fault
                .chance
                .is_none_or(|chance| self.draws.random_bool(chance.clamp(0.0, 1.0)))
    }
}

impl Faults {
    pub fn add(&self, fault: Fault) {
        let draws = StdRng::seed_from_u64(fault.seed.unwrap_or_default());
        self.with(|injected| injected.faults.push(ActiveFault { fault, draws }));
    }

    pub fn all(&self) -> Vec<Fault> {
        self.with(|injected| injected.faults.iter().map(|it| it.fault.clone()).collect())
    }

    pub fn clear(&self) {
        self.with(mem::take).cleared.cancel();
    }

    /// The fault for this request, counted down.
    pub fn next(&self, method: &str, path: &str) -> Option<Hit> {
        self.with(|Injected { faults, cleared }| {
            let at = faults.iter_mut().position(|it| it.hits(method, path))?;
            let fault = faults[at].fault.clone();
            match &mut faults[at].fault.times {
                None => {}
                Some(0 | 1) => drop(faults.remove(at)),
                Some(times) => *times -= 1,
            }
            let cleared = cleared.clone();
            Some(Hit { fault, cleared })
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Injected) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_match_by_parts() {
        for (route, path, fits) in [
            ("/api/v1/database", "/api/v1/database", true),
            ("/api/v1/database", "/api/v1/database/1", false),
            ("/api/v1/database/{id}", "/api/v1/database/1", true),
            ("/api/v1/database/*", "/api/v1/database", false),
            ("/api/**", "/api/v1/database/1", true),
            ("/claim/**", "/api/v1", false),
        ] {
            assert_eq!(matches_route(route, path), fits, "{route} {path}");
        }
    }

    #[test]
    fn a_fault_is_used_up() {
        let faults = Faults::default();
        faults.add(Fault {
            times: Some(2),
            status: Some(503),
            ..Fault::on("/a")
        });
        assert!(faults.next("GET", "/b").is_none());
        assert!(faults.next("GET", "/a").is_some());
        assert!(faults.next("GET", "/a").is_some());
        assert!(faults.next("GET", "/a").is_none());
    }

    #[test]
    fn a_hit_learns_that_the_faults_were_cleared_also_once_it_is_used_up() {
        let faults = Faults::default();
        let once = || Fault {
            times: Some(1),
            delay_ms: Some(60_000),
            ..Fault::on("/a")
        };
        faults.add(once());
        let hit = faults.next("GET", "/a").unwrap();
        assert!(!hit.cleared.is_cancelled());
        faults.clear();
        assert!(hit.cleared.is_cancelled());

        faults.add(once());
        assert!(!faults.next("GET", "/a").unwrap().cleared.is_cancelled());
    }

    #[test]
    fn a_status_alone_keeps_the_request_from_taking_place() {
        assert!(
            !Fault {
                status: Some(503),
                ..Fault::on("/a")
            }
            .takes_place()
        );
        assert!(
            Fault {
                cut_at_byte: Some(3),
                ..Fault::on("/a")
            }
            .takes_place()
        );
        assert_eq!(
            Fault::on("/a").invalid_because(),
            Some("one of `status`, `delay_ms`, `cut_at_byte` and `garbage` is needed")
        );
    }

    #[test]
    fn a_storm_is_as_heavy_as_its_chance_and_the_same_again() {
        let storm = |seed| {
            let faults = Faults::default();
            faults.add(Fault {
                chance: Some(0.3),
                seed: Some(seed),
                status: Some(429),
                ..Fault::on("/a")
            });
            let hit = |_| faults.next("GET", "/a").is_some();
            (0..1000).map(hit).collect::<Vec<bool>>()
        };
        let hits = storm(7).into_iter().filter(|hit| *hit).count();
        assert!((250..350).contains(&hits), "{hits} of 1000");
        assert_eq!(storm(7), storm(7));
        assert_ne!(storm(7), storm(8));
    }

    #[test]
    fn what_one_fault_spares_may_be_hit_by_the_next() {
        let faults = Faults::default();
        for (chance, status) in [(0.0, 429), (1.0, 503)] {
            faults.add(Fault {
                chance: Some(chance),
                status: Some(status),
                ..Fault::on("/a")
            });
        }
        let hit = faults.next("GET", "/a").and_then(|hit| hit.fault.status);
        assert_eq!(hit, Some(503));
    }
}
