//! Small programs that connect, and the settings of frameworks. They read the connection string from the environment, so
//! that nobody commits a password with them.

mod driver;
mod framework;
mod program;

use super::form::Form;

pub(super) use program::SnippetInput;

/// All programs, drivers first.
pub(super) fn programs(input: SnippetInput<'_>) -> Vec<Form> {
    let mut forms: Vec<Form> = driver::all(input).into_iter().map(Form::from).collect();
    // A JDBC address is a connection string in the dialect of Java, so it comes with its password.
    forms.insert(2, driver::jdbc(input));
    forms.extend(framework::all(input).into_iter().map(Form::from));
    forms
}
