//! The color of a new account where nobody chose one.

use super::Accounts;
use crate::core::operation::operation;
use crate::store::Account;
use crate::view::AccountColour;

/// Colors in the order in which new accounts get them. Red marks production.
const IN_ORDER: [AccountColour; 5] = [
    AccountColour::Verdigris,
    AccountColour::Blue,
    AccountColour::Green,
    AccountColour::Amber,
    AccountColour::Grey,
];

/// Returns the color that a new account gets where nobody chooses one: red for production, else the first that no account has.
#[must_use]
#[operation(Page, Read, account_usual_colour)]
pub fn usual_colour(app: &Accounts, is_production: bool) -> AccountColour {
    usual(is_production, &app.accounts.all())
}

pub(super) fn usual(is_production: bool, accounts: &[Account]) -> AccountColour {
    if is_production {
        return AccountColour::Red;
    }
    let is_free = |colour: &AccountColour| accounts.iter().all(|it| it.colour != *colour);
    let free = IN_ORDER.into_iter().find(is_free);
    free.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::view::PlatformKind;

    fn account(colour: AccountColour) -> Account {
        let name = "Shop".to_owned();
        Account {
            colour,
            ..Account::new(
                "1".to_owned(),
                name,
                PlatformKind::Neon,
                DateTime::UNIX_EPOCH,
            )
        }
    }

    #[test]
    fn new_account_gets_the_first_free_color_and_red_for_production() {
        let mut accounts = Vec::new();
        for colour in IN_ORDER {
            assert_eq!(usual(false, &accounts), colour);
            accounts.push(account(colour));
        }
        assert_eq!(usual(false, &accounts), AccountColour::Verdigris);
        assert_eq!(usual(true, &accounts), AccountColour::Red);
    }
}
