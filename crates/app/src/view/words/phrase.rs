//! Actions in words: as an order, as what goes on and as what was done.

use super::action::{Action, Noun, PSQL};

impl Action {
    /// "Delete branch", as a button says it and the log keeps it.
    #[must_use]
    pub fn order(self) -> String {
        let (verb, noun) = self.parts();
        filled(verb.order, noun.one)
    }

    /// "Branch deleted".
    #[must_use]
    pub fn done(self) -> String {
        let (verb, noun) = self.parts();
        filled(verb.done, noun.one)
    }

    /// "Deleting branch".
    #[must_use]
    pub fn doing(self) -> String {
        let (verb, noun) = self.parts();
        filled(verb.doing, noun.one)
    }

    /// "Deleting", where what it is done to stands beside it.
    pub(super) fn doing_alone(self) -> String {
        self.parts().0.doing.replace("{}", "").trim().to_owned()
    }

    /// The action that the log calls so; none where another version wrote it.
    #[must_use]
    pub fn called(order: &str) -> Option<Self> {
        let is_called = |action: &Self| {
            let (verb, noun) = action.parts();
            let Some((before, after)) = verb.order.split_once("{}") else {
                return false;
            };
            let thing = order
                .strip_prefix(before)
                .and_then(|rest| rest.strip_suffix(after));
            // A thing that begins the text has a capital there.
            thing.is_some_and(|thing| thing.eq_ignore_ascii_case(noun.one))
        };
        Self::ALL.iter().copied().find(is_called)
    }

    /// "branch".
    #[must_use]
    pub fn one(self) -> &'static str {
        self.parts().1.one
    }

    /// "branches".
    #[must_use]
    pub fn many(self) -> &'static str {
        self.parts().1.many
    }

    /// "3 branches".
    #[must_use]
    pub fn things(self, count: usize) -> String {
        let Noun { one, many } = self.parts().1;
        format!("{count} {}", if count == 1 { one } else { many })
    }

    /// For any number of things.
    pub(super) fn templates(self) -> Vec<(&'static str, String)> {
        let (verb, noun) = self.parts();
        let each = [
            ("order", verb.order),
            ("doing", verb.doing),
            ("done", verb.done),
            ("one", noun.one),
            ("many", noun.many),
        ];
        each.map(|(name, word)| (name, word.to_owned())).into()
    }
}

fn filled(template: &str, thing: &str) -> String {
    let text = template.replace("{}", thing);
    let mut rest = text.chars();
    match rest.next() {
        // psql keeps its small letter.
        Some(first) if thing != PSQL.one => first.to_uppercase().chain(rest).collect(),
        _ => text,
    }
}
