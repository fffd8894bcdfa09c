//! What states and faults of the sandbox are called.

use super::view::{FaultKind, SandboxStatus, ServerState};

app::words! {
    SandboxStatus {
        Stopped: "Stopped",
        Starting: "Starting",
        Running: "Running",
        Stopping: "Stopping",
        Failed: "Failed",
    }
    ServerState {
        Suspended: "Suspended",
        Starting: "Starting",
        Running: "Active",
        Stopping: "Suspending",
        Failed: "Failed",
    }
    FaultKind {
        RateLimited: "Too many requests",
        ServerError: "Server error",
        Unavailable: "Unavailable",
        Slow: "Slow reply",
        Cut: "Cut reply",
        Garbage: "Garbage",
    }
}
