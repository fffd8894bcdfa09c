//! The faults that the panel offers, and how the sandbox gets them.

use sandbox::Fault;

use super::view::{FaultKind, FaultTarget, FaultView};

/// Every route of both APIs; the panel's own and the claim page stay whole.
const ANY: &str = "/api/**";
const SLOW_MS: u64 = 5_000;
/// Inside the body of every record, behind the head.
const CUT_AT: usize = 400;
const RETRY_AFTER_S: u64 = 2;

const TARGETS: [FaultTarget; 5] = [
    FaultTarget::Any,
    FaultTarget::Read,
    FaultTarget::Create,
    FaultTarget::Update,
    FaultTarget::Delete,
];

/// The method of these requests; none where it may be any.
fn method_of(target: FaultTarget) -> Option<&'static str> {
    match target {
        FaultTarget::Any => None,
        FaultTarget::Read => Some("GET"),
        FaultTarget::Create => Some("POST"),
        FaultTarget::Update => Some("PATCH"),
        FaultTarget::Delete => Some("DELETE"),
    }
}

/// A fault for the next so many of these requests.
pub fn of_kind(kind: FaultKind, target: FaultTarget, times: u32) -> Fault {
    let fault = Fault {
        method: method_of(target).map(str::to_owned),
        times: Some(times),
        ..Fault::on(ANY)
    };
    match kind {
        FaultKind::RateLimited => Fault {
            status: Some(429),
            retry_after: Some(RETRY_AFTER_S),
            ..fault
        },
        FaultKind::ServerError => Fault {
            status: Some(500),
            ..fault
        },
        FaultKind::Unavailable => Fault {
            status: Some(503),
            ..fault
        },
        FaultKind::Slow => Fault {
            delay_ms: Some(SLOW_MS),
            ..fault
        },
        FaultKind::Cut => Fault {
            cut_at_byte: Some(CUT_AT),
            ..fault
        },
        FaultKind::Garbage => Fault {
            garbage: true,
            ..fault
        },
    }
}

/// An injected fault as the panel shows it. One that was injected by a program may combine parts, of which the gravest
/// is shown, and may have no end.
pub fn show(at: usize, fault: &Fault) -> FaultView {
    let kind = match fault {
        Fault {
            cut_at_byte: Some(_),
            ..
        } => FaultKind::Cut,
        Fault { garbage: true, .. } => FaultKind::Garbage,
        Fault {
            status: Some(429), ..
        } => FaultKind::RateLimited,
        Fault {
            status: Some(503), ..
        } => FaultKind::Unavailable,
        Fault {
            status: Some(_), ..
        } => FaultKind::ServerError,
        Fault { .. } => FaultKind::Slow,
    };
    let method = fault.method.as_deref();
    let target = TARGETS
        .into_iter()
        .find(|target| fault.route == ANY && method_of(*target) == method);
    let route = match method {
        None => fault.route.clone(),
        Some(method) => format!("{method} {}", fault.route),
    };
    FaultView {
        id: at.to_string(),
        kind,
        target,
        route,
        times: fault.times.unwrap_or(u32::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_injected_is_shown() {
        for kind in [
            FaultKind::RateLimited,
            FaultKind::ServerError,
            FaultKind::Unavailable,
            FaultKind::Slow,
            FaultKind::Cut,
            FaultKind::Garbage,
        ] {
            for target in TARGETS {
                let fault = of_kind(kind, target, 3);
                assert_eq!(fault.invalid_because(), None);
                let shown = show(0, &fault);
                assert_eq!(
                    (shown.kind, shown.target, shown.times),
                    (kind, Some(target), 3)
                );
            }
        }
    }

    #[test]
    fn a_fault_of_a_program_is_shown_too() {
        let fault = Fault {
            method: Some("POST".to_owned()),
            status: Some(502),
            ..Fault::on("/api/v1/database")
        };
        let shown = show(4, &fault);
        assert_eq!(
            (shown.kind, shown.times),
            (FaultKind::ServerError, u32::MAX)
        );
        assert_eq!(shown.target, None);
        assert_eq!(shown.route, "POST /api/v1/database");
    }

    #[test]
    fn a_cut_create_has_taken_place() {
        assert!(of_kind(FaultKind::Cut, FaultTarget::Any, 1).takes_place());
        assert!(!of_kind(FaultKind::Unavailable, FaultTarget::Any, 1).takes_place());
    }
}
