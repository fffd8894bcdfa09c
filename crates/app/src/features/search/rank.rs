//! How well something fits what was typed.

use crate::base::fold::fold;
use crate::view::FoundKind;

/// The words that were typed, as they are compared.
#[derive(Debug)]
pub(super) struct Words {
    words: Vec<String>,
    /// All of it, with one blank between words.
    whole: String,
}

/// How well something fits; less is better. The worst of its words counts first, then all of them together.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Rank {
    worst: Fit,
    sum: u32,
    kind: u8,
    length: usize,
}

/// How well a word fits.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Fit {
    Id,
    Name,
    Begin,
    WordBegin,
    Inside,
    /// It matches the name of the project around it only.
    Around,
}

impl Words {
    pub(super) fn of(text: &str) -> Self {
        let folded = fold(text);
        let words: Vec<String> = folded.split_whitespace().map(str::to_owned).collect();
        Self {
            whole: words.join(" "),
            words,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// `None` for what does not fit. `name` and `around` are folded.
    pub(super) fn rank(
        &self,
        kind: FoundKind,
        name: &str,
        id: &str,
        around: Option<&str>,
    ) -> Option<Rank> {
        let rank = |worst, sum| Rank {
            worst,
            sum,
            kind: order(kind),
            length: name.len(),
        };
        if self.whole.eq_ignore_ascii_case(id) {
            return Some(rank(Fit::Id, 0));
        }
        if self.whole == name {
            return Some(rank(Fit::Name, 0));
        }
        let (mut worst, mut sum, mut own) = (Fit::Id, 0, false);
        for word in &self.words {
            let best = fit(name, word).into_iter().chain(fit_id(id, word)).min();
            own |= best.is_some();
            let is_around = || around.filter(|it| it.contains(word.as_str()));
            let fit = best.or_else(|| is_around().map(|_| Fit::Around))?;
            worst = worst.max(fit);
            sum += fit as u32;
        }
        own.then(|| rank(worst, sum))
    }
}

fn fit(name: &str, word: &str) -> Option<Fit> {
    let at = name.find(word)?;
    if name == word {
        return Some(Fit::Name);
    }
    if at == 0 {
        return Some(Fit::Begin);
    }
    let begins = |at: usize| {
        let before = name.get(..at).and_then(|before| before.chars().next_back());
        before.is_none_or(|letter| !letter.is_alphanumeric())
    };
    let begins_somewhere = name.match_indices(word).any(|(at, _)| begins(at));
    Some(if begins_somewhere {
        Fit::WordBegin
    } else {
        Fit::Inside
    })
}

/// Ids are of small letters, but for names of databases, which are compared as names as well.
fn fit_id(id: &str, word: &str) -> Option<Fit> {
    let fit = fit(id, word)?;
    Some(if fit == Fit::Name { Fit::Id } else { fit })
}

/// What is looked for most often comes first.
fn order(kind: FoundKind) -> u8 {
    match kind {
        FoundKind::Project => 0,
        FoundKind::Temporary => 1,
        FoundKind::Branch => 2,
        FoundKind::Database => 3,
        FoundKind::Compute => 4,
        FoundKind::Key => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What fits, the best first.
    fn found<'a>(text: &str, names: &[(&'a str, &'a str)]) -> Vec<&'a str> {
        let words = Words::of(text);
        let ranked = names.iter().filter_map(|(name, id)| {
            let rank = words.rank(FoundKind::Project, &fold(name), id, None)?;
            Some((rank, *name))
        });
        let mut ranked: Vec<_> = ranked.collect();
        ranked.sort();
        ranked.into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn the_exact_id_comes_first_then_what_begins_so_then_words_then_the_rest() {
        let names = [
            ("workshop", "p-1"),
            ("old shop", "p-2"),
            ("Shop prod", "p-3"),
            ("misty", "shop"),
            ("SHOP", "p-5"),
            ("other", "p-6"),
        ];
        let order = ["misty", "SHOP", "Shop prod", "old shop", "workshop"];
        assert_eq!(found("shop", &names), order);
    }

    #[test]
    fn every_word_has_to_fit_somewhere_in_any_order() {
        let names = [("shop prod", "p-1"), ("shop dev", "p-2"), ("łódź", "p-3")];
        assert_eq!(found("PROD shop", &names), ["shop prod"]);
        assert_eq!(found("shop p-2", &names), ["shop dev"]);
        assert_eq!(found("shop nothing", &names), [""; 0]);
        assert_eq!(found("  lodz ", &names), ["łódź"]);
    }

    #[test]
    fn what_is_in_a_project_is_found_with_its_name_beside() {
        let words = Words::of("shop main");
        let rank = |name, around| words.rank(FoundKind::Branch, name, "br-1", around);
        assert!(rank("main", Some("shop")).is_some());
        assert!(
            rank("dev", Some("shop main")).is_none(),
            "nothing of its own fits"
        );
        assert!(rank("main", None).is_none());
    }
}
