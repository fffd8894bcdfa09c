//! Small programs that connect, and the settings of frameworks. They read the connection string from the environment, so
//! that nobody commits a password with them.

mod driver;
mod framework;
mod node;
mod program;

use super::form::Form;

pub(super) use program::SnippetInput;

/// All programs, drivers first.
pub(super) fn programs(input: SnippetInput<'_>) -> Vec<Form> {
    let scripts = node::all(input).into_iter().chain(driver::python(input));
    let others = driver::all(input).into_iter().chain(framework::all(input));
    // A JDBC address is a connection string in the dialect of Java, so it comes with its password.
    let jdbc = std::iter::once(driver::jdbc(input));
    let scripts = scripts.map(Form::from).chain(jdbc);
    scripts.chain(others.map(Form::from)).collect()
}
