//! Locks around small state that is never held across a wait.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks. A thread that panicked while it held the lock left whole values behind, as every change here is one
/// assignment, so going on is safe.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
