//! Targets of a command that nobody named. They are printed before the command changes something there.

use std::sync::{Mutex, PoisonError};

use crate::print;

#[derive(Default)]
pub struct Defaults(Mutex<Sentences>);

#[derive(Default)]
struct Sentences {
    all: Vec<String>,
    /// How many were printed.
    printed: usize,
}

impl Defaults {
    /// Keeps a sentence that names a target. Each is kept once.
    pub fn add(&self, sentence: String) {
        let mut sentences = self.sentences();
        if !sentences.all.contains(&sentence) {
            sentences.all.push(sentence);
        }
    }

    /// Prints the sentences that were not printed yet.
    pub fn print(&self) {
        let mut sentences = self.sentences();
        for sentence in &sentences.all[sentences.printed..] {
            print::note(sentence);
        }
        sentences.printed = sentences.all.len();
    }

    fn sentences(&self) -> std::sync::MutexGuard<'_, Sentences> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
