//! The line of help of each argument whose declaration has none: the same argument means the same everywhere.

use clap::Command;

use crate::tree;

/// Gives the command, and all below it, the missing lines.
pub fn described(command: Command) -> Command {
    tree::each(command, &|command, noun| {
        command.mut_args(|arg| match (arg.get_help(), arg.get_long_help()) {
            (None, None) => match line(noun, arg.get_id().as_str()) {
                Some(line) => arg.help(line),
                None => arg,
            },
            _ => arg,
        })
    })
}

fn line(noun: &str, id: &str) -> Option<&'static str> {
    Some(match (noun, id) {
        ("branches" | "snapshots" | "auth", "branch") => {
            "The branch by its name or id; otherwise the default one, where it may be left out"
        }
        ("branches", "protected") => "Protect it from being deleted",
        ("branches" | "computes" | "snapshots", "name") => "Its name",
        ("computes", "id") | ("sandbox", "compute") => "The compute by its name or id",
        ("databases", "name") => "The database's name",
        ("databases", "owner") => "The role that owns it from then on",
        ("roles", "name") => "The role's name",
        ("snapshots", "snapshot") => "The snapshot by its name or id",
        ("snapshots", "month") => "The month, 1 to 12",
        ("projects", "id") => "The project by its id, or by its name where that is unique",
        ("projects" | "orgs", "email") => "The person's email address",
        ("orgs", "remove") => "Spend without a limit",
        ("keys", "id") => "The rotation by its id, as `plinth keys rotations` shows it",
        ("operations", "id") => "The operation by its id",
        ("accounts", "name") => "Its name here",
        ("accounts", "color") => "Its color in the window",
        ("orgs", "role") => "The role, which decides what they may do",
        ("sandbox", "kind") => "How requests fail",
        ("sandbox", "target") => "Which requests fail",
        ("sandbox", "times") => "How many requests fail",
        ("accounts" | "keys", "org_id") => "The organization by its id; otherwise one's own",
        ("folders", "folder" | "folders") => {
            "The folder; otherwise the current one, where it may be left out"
        }
        ("sandbox", "id") => "The data's id, as `plinth sandbox quarantine` shows it",
        ("auth", "provider") => {
            "The provider's id; otherwise that of the only integration, where it may be left out"
        }
        ("auth", "domain" | "domains") => {
            "An address with its scheme, such as https://shop.example.com"
        }
        ("auth", "email") => "The user's email address",
        ("auth", "name") => "The user's name",
        ("auth", "roles") => "The roles that the user has from then on",
        ("auth", "host") => "The mail server's host name",
        ("auth", "port") => "The mail server's port",
        ("auth", "username") => "The name to sign in to the mail server with",
        ("auth", "sender_email") => "The address that mail comes from",
        ("auth", "sender_name") => "The name that mail comes from",
        ("auth", "new_secret") => "Read a new client secret from standard input",
        (_, "more" | "psql") => "Arguments that psql gets as they are",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use clap::Command;

    use crate::arguments::Arguments;

    fn undescribed(command: &Command, path: &str, found: &mut Vec<String>) {
        let path = format!("{path} {}", command.get_name());
        for arg in command.get_arguments() {
            if arg.get_help().is_none() && arg.get_long_help().is_none() {
                found.push(format!("{path}: {}", arg.get_id()));
            }
        }
        for below in command.get_subcommands() {
            undescribed(below, &path, found);
        }
    }

    #[test]
    fn each_argument_has_a_line_of_help() {
        let mut found = Vec::new();
        undescribed(&Arguments::whole(), "", &mut found);
        assert!(found.is_empty(), "{found:#?}");
    }
}
