//! What a person may ask of a new temporary database.

use api::InstantUrl;
use envfile::is_variable_name;

use crate::Error;
use crate::view::TemporaryOptions;

/// The longest referrer that is sent.
const LONGEST_REFERENCE: usize = 128;

/// Checks the texts of the options and gives the referrer as it is sent.
pub(crate) fn check_words(options: &TemporaryOptions) -> Result<String, Error> {
    let reference = options.reference.trim();
    if reference.is_empty() {
        return Err(Error::invalid("The referrer is empty")
            .hint("Enter where the database comes from, such as plinth."));
    }
    if reference.chars().count() > LONGEST_REFERENCE || reference.chars().any(char::is_control) {
        return Err(
            Error::invalid("The referrer is too long or contains control characters")
                .hint("Use at most 128 visible characters."),
        );
    }
    if !is_variable_name(&options.env_key) {
        return Err(Error::invalid("The key is not a valid variable name")
            .hint("Start with a letter or underscore, then use letters, digits and underscores, such as DATABASE_URL."));
    }
    if !options.env_prefix.is_empty() && !is_variable_name(&options.env_prefix) {
        return Err(Error::invalid("The prefix is not valid for a variable name")
            .hint("Start with a letter or underscore, then use letters, digits and underscores, such as PUBLIC_."));
    }
    Ok(reference.to_owned())
}

/// Checks an address that a person typed.
pub(crate) fn address(text: &str) -> Result<InstantUrl, Error> {
    InstantUrl::parse(text).map_err(|problem| {
        let words = problem.to_string();
        Error::invalid(format!("The address is not valid: {words}")).hint(problem.hint())
    })
}
