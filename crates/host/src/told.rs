//! What one of the programs of a data folder has told the person, so that no other tells it again.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// An event is told within seconds or not at all, so the last ones are enough.
const REMEMBERED: usize = 1000;

#[derive(Debug, Default)]
pub struct Told(Mutex<VecDeque<String>>);

impl Told {
    /// Whether nobody has told it yet. From now on somebody has.
    pub fn take(&self, what: String) -> bool {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if told.contains(&what) {
            return false;
        }
        if told.len() == REMEMBERED {
            told.pop_front();
        }
        told.push_back(what);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_one_tells_it() {
        let told = Told::default();
        assert!(told.take("a".to_owned()));
        assert!(!told.take("a".to_owned()));
        for number in 0..REMEMBERED {
            assert!(told.take(number.to_string()));
        }
        assert!(told.take("a".to_owned()), "it is forgotten at last");
    }
}
