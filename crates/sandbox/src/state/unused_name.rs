//! Names for branches that nobody has named.

use super::model::PlatformState;

/// With what is added to it, a name is no longer than one may be.
const LONGEST: usize = 230;

impl PlatformState {
    /// A branch's name that no other has, such as `main (old)` or `main (old 2)`.
    pub fn unused_name(&self, project_id: &str, name: &str, what: &str) -> String {
        let base: String = name.chars().take(LONGEST).collect();
        let mut number = 1;
        loop {
            let name = match number {
                1 => format!("{base} ({what})"),
                _ => format!("{base} ({what} {number})"),
            };
            if !self.is_used(project_id, &name) {
                return name;
            }
            number += 1;
        }
    }

    pub fn is_used(&self, project_id: &str, name: &str) -> bool {
        self.branches_of(project_id).any(|it| it.name == name)
    }
}
