//! What states and faults of the sandbox are called.

use super::view::{FaultKind, FaultTarget, SandboxStatus, ServerState};

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
        RateLimited: "Too many requests" => "429 with Retry-After",
        ServerError: "Server error" => "500",
        Unavailable: "Unavailable" => "503",
        Slow: "Slow response" => "Delayed by 5 seconds",
        Cut: "Truncated response" => "Cut off halfway, after the change was made",
        Garbage: "Invalid response" => "Not JSON",
    }
    FaultTarget {
        Any: "Any request" => "Background reads included",
        Read: "Reads" => "GET",
        Create: "Creates and actions" => "POST",
        Update: "Updates" => "PATCH",
        Delete: "Deletes" => "DELETE",
    }
}
