//! What a package leaves when it is removed.

use std::collections::BTreeSet;

use super::root::HOME;
use crate::error::{Error, Result};
use crate::steps::Outcome;

/// The folder of the test's own screen, and what apt makes whenever it has read its lists.
const OF_OTHERS: [&str; 3] = [
    "/tmp/.X11-unix",
    "/var/cache/apt/pkgcache.bin",
    "/var/cache/apt/srcpkgcache.bin",
];

/// Nothing but the person's data, which must still be there.
pub fn look(before: &BTreeSet<String>, after: &BTreeSet<String>) -> Result<Outcome> {
    let (of_person, left): (Vec<&str>, Vec<&str>) = more(before, after).partition(is_in_home);
    if !left.is_empty() {
        return Err(Error::new("the package leaves files behind").hint(left.join("\n")));
    }
    let gone: Vec<&str> = more(after, before).collect();
    if !gone.is_empty() {
        return Err(Error::new("files of others went with the package").hint(gone.join("\n")));
    }
    if of_person.is_empty() {
        return Err(Error::new("the person's data went with the package"));
    }
    Ok(Outcome::Done(format!("{} of the person", of_person.len())))
}

/// What only the second has.
fn more<'a>(
    less: &'a BTreeSet<String>,
    more: &'a BTreeSet<String>,
) -> impl Iterator<Item = &'a str> {
    let others = more.difference(less).map(String::as_str);
    others.filter(|path| !OF_OTHERS.contains(path))
}

fn is_in_home(path: &&str) -> bool {
    path.strip_prefix(HOME)
        .is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look_at(before: &[&str], after: &[&str]) -> String {
        let set = |paths: &[&str]| paths.iter().map(|&it| it.to_owned()).collect();
        match look(&set(before), &set(after)) {
            Ok(outcome) => format!("{outcome:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn only_data_of_the_person_may_be_left() {
        let data = format!("{HOME}/.local/share/plinth/store");
        let said = look_at(&["/etc", OF_OTHERS[1]], &["/etc", OF_OTHERS[0], &data]);
        assert_eq!(said, "Done(\"1 of the person\")");
        for left in ["/etc/plinth", &format!("{HOME}2/plinth")] {
            let said = look_at(&["/etc"], &["/etc", left, &data]);
            assert_eq!(said, format!("the package leaves files behind\n  → {left}"));
        }
    }

    #[test]
    fn neither_files_of_others_nor_the_persons_data_may_go() {
        let said = look_at(&["/etc", "/usr"], &["/usr", &format!("{HOME}/x")]);
        assert_eq!(said, "files of others went with the package\n  → /etc");
        let said = look_at(&["/etc"], &["/etc"]);
        assert_eq!(said, "the person's data went with the package");
    }
}
