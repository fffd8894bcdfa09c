use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::config::ClockMode;

/// How many moves of the clock are remembered: a time before them counts as if none had been before.
const MOST_SHIFTS: usize = 1_000;

/// One move of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shift {
    /// By the system's clock.
    pub at: DateTime<Utc>,
    from_ms: i64,
    to_ms: i64,
}

/// The sandbox's time: the system's clock, plus an offset when it is moved by hand.
#[derive(Debug)]
pub struct Clock {
    mode: ClockMode,
    offset_ms: AtomicI64,
    shifts: Mutex<Vec<Shift>>,
    moved: watch::Sender<()>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClockError {
    #[error("the clock follows the system clock and can't be moved")]
    Real,
    #[error("the clock can only move forward")]
    Backward,
    #[error("the time is out of range")]
    OutOfRange,
    #[error("couldn't save the new time")]
    CommitFailed,
}

impl ClockError {
    pub fn hint(self) -> &'static str {
        match self {
            Self::Real => "Start the sandbox with a manual clock to move it.",
            Self::Backward => "Use a time after the sandbox's current time.",
            Self::OutOfRange => "Use a time before the year 9000.",
            Self::CommitFailed => "Check that the data folder is writable.",
        }
    }
}

impl Clock {
    pub fn new(mode: ClockMode, offset: TimeDelta) -> Self {
        let offset = match mode {
            ClockMode::Real => TimeDelta::zero(),
            ClockMode::Manual => offset,
        };
        Self {
            mode,
            offset_ms: AtomicI64::new(offset.num_milliseconds()),
            shifts: Mutex::default(),
            moved: watch::Sender::new(()),
        }
    }

    /// With the moves that it made in former runs.
    pub fn with_shifts(self, shifts: Vec<Shift>) -> Self {
        *self.seen_shifts() = shifts;
        self
    }

    /// The last moves, the oldest first.
    pub fn shifts(&self) -> Vec<Shift> {
        self.seen_shifts().clone()
    }

    pub fn forget_shifts(&self) {
        self.seen_shifts().clear();
    }

    /// What the system's clock showed when this one showed that.
    pub fn system_time(&self, shown: DateTime<Utc>) -> DateTime<Utc> {
        for shift in self.seen_shifts().iter() {
            let was = shown - TimeDelta::milliseconds(shift.from_ms);
            if was < shift.at {
                return was;
            }
            // Nothing happened in what was left out.
            if shown < shift.at + TimeDelta::milliseconds(shift.to_ms) {
                return shift.at;
            }
        }
        shown - self.offset()
    }

    /// What this one showed when the system's clock did.
    pub fn shown(&self, system: DateTime<Utc>) -> DateTime<Utc> {
        let shifts = self.seen_shifts();
        let next = shifts.iter().find(|it| system < it.at);
        system + next.map_or(self.offset(), |it| TimeDelta::milliseconds(it.from_ms))
    }

    fn seen_shifts(&self) -> MutexGuard<'_, Vec<Shift>> {
        self.shifts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn mode(&self) -> ClockMode {
        self.mode
    }

    /// Whole milliseconds, the finest step that any reply shows.
    pub fn now(&self) -> DateTime<Utc> {
        (Utc::now() + self.offset()).trunc_subsecs(3)
    }

    pub fn offset(&self) -> TimeDelta {
        TimeDelta::milliseconds(self.offset_ms.load(Ordering::SeqCst))
    }

    /// The offset that shows the given time now.
    pub fn offset_for(&self, to: DateTime<Utc>) -> Result<TimeDelta, ClockError> {
        if self.mode == ClockMode::Real {
            return Err(ClockError::Real);
        }
        if to < self.now() {
            return Err(ClockError::Backward);
        }
        if to.timestamp() > 220_000_000_000 {
            return Err(ClockError::OutOfRange);
        }
        Ok(to - Utc::now())
    }

    pub fn offset_after(&self, by: Duration) -> Result<TimeDelta, ClockError> {
        let by = TimeDelta::from_std(by).map_err(|_| ClockError::OutOfRange)?;
        let to = self
            .now()
            .checked_add_signed(by)
            .ok_or(ClockError::OutOfRange)?;
        self.offset_for(to)?;
        Ok(self.offset() + by)
    }

    pub fn apply(&self, offset: TimeDelta) {
        let to_ms = offset.num_milliseconds();
        let from_ms = self.offset_ms.swap(to_ms, Ordering::SeqCst);
        let mut shifts = self.seen_shifts();
        let too_many = (shifts.len() + 1).saturating_sub(MOST_SHIFTS);
        shifts.drain(..too_many);
        shifts.push(Shift {
            at: Utc::now(),
            from_ms,
            to_ms,
        });
        drop(shifts);
        self.moved.send_replace(());
    }

    /// Tells each move of the clock.
    pub fn moves(&self) -> watch::Receiver<()> {
        self.moved.subscribe()
    }
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`, as the `Date` header has it.
pub fn http_date(at: DateTime<Utc>) -> String {
    at.format("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

/// RFC 3339 with milliseconds and `Z`.
pub fn millis(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_real_clock_refuses_to_be_moved() {
        let clock = Clock::new(ClockMode::Real, TimeDelta::hours(5));
        assert_eq!(clock.offset(), TimeDelta::zero());
        assert_eq!(
            clock.offset_after(Duration::from_secs(1)),
            Err(ClockError::Real)
        );
    }

    #[test]
    fn a_manual_clock_moves_forward_only() {
        let clock = Clock::new(ClockMode::Manual, TimeDelta::zero());
        let before = clock.now();
        clock.apply(clock.offset_after(Duration::from_secs(72 * 3600)).unwrap());
        assert!(clock.now() - before >= TimeDelta::hours(72));
        assert_eq!(clock.offset_for(before), Err(ClockError::Backward));
    }

    #[test]
    fn a_time_shown_before_a_move_was_that_of_the_system_then() {
        let clock = Clock::new(ClockMode::Manual, TimeDelta::zero());
        let before = clock.now();
        std::thread::sleep(Duration::from_millis(5));
        clock.apply(TimeDelta::hours(24));
        std::thread::sleep(Duration::from_millis(5));
        let between = clock.now();
        clock.apply(TimeDelta::hours(72));
        std::thread::sleep(Duration::from_millis(5));
        let after = clock.now();
        for (shown, offset) in [(before, 0), (between, 24), (after, 72)] {
            let system = shown - TimeDelta::hours(offset);
            assert_eq!(clock.system_time(shown), system);
            assert_eq!(clock.shown(system), shown);
        }
        // What was left out is the moment of the move.
        let left_out = before + TimeDelta::hours(12);
        assert_eq!(clock.system_time(left_out), clock.shifts()[0].at);
    }

    #[test]
    fn dates_are_written_as_the_header_wants_them() {
        let at = DateTime::from_timestamp(784_111_777, 0).unwrap();
        assert_eq!(http_date(at), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(millis(at), "1994-11-06T08:49:37.000Z");
    }
}
