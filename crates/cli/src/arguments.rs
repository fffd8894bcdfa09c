//! What can be typed.

use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use clap_complete::Shell;

use crate::failure::{Done, EXIT_CODES};
use crate::help::described;
use crate::key;
use crate::noun::{
    accounts, advisors, agent, auth, branches, computes, connect, databases, folders, history,
    keychain, keys, network, operations, organizations, projects, roles, run, sandbox, set_context,
    snapshots, sql, tables, temporary,
};
use crate::options::Options;

/// Managed Postgres from the shell: the same accounts, projects and temporary databases as in Plinth's window.
#[derive(Parser)]
#[command(
    name = "plinth",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    after_long_help = exit_codes()
)]
pub struct Arguments {
    #[command(flatten)]
    pub options: Options,
    #[command(subcommand)]
    pub noun: Noun,
}

impl Arguments {
    /// The command line with a line of help for each argument, and its aliases: each `list` is `ls`, each `delete` or `remove` is
    /// `rm`.
    pub fn whole() -> Command {
        described(aliased(Self::command()))
    }

    /// Reads what was typed, and which of it is not of the environment.
    pub fn read(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut read = Self::from_arg_matches(matches)?;
        let is_typed = |name: &str| matches.value_source(name) == Some(ValueSource::CommandLine);
        read.options.is_timeout_typed = is_typed("timeout");
        read.options.is_account_typed = is_typed("account");
        read.options.is_api_url_typed = is_typed("api_url");
        read.options.is_address_typed = read.options.is_api_url_typed || is_typed("ca_file");
        Ok(read)
    }
}

fn aliased(command: Command) -> Command {
    let has_delete = command.find_subcommand("delete").is_some();
    command.mut_subcommands(|below| {
        let below = aliased(below);
        match below.get_name() {
            "list" => below.visible_alias("ls"),
            "delete" => below.visible_alias("rm"),
            "remove" if !has_delete => below.visible_alias("rm"),
            _ => below,
        }
    })
}

fn exit_codes() -> String {
    let lines = EXIT_CODES.map(|(code, words)| format!("  {code:>3}  {words}\n"));
    format!("Exit codes:\n{}", lines.concat())
}

#[derive(Subcommand)]
pub enum Noun {
    /// Accounts: a platform's address with a key in the keychain
    #[command(subcommand, visible_alias = "account")]
    Accounts(accounts::Verb),
    /// Projects
    #[command(subcommand, visible_alias = "project")]
    Projects(projects::Verb),
    /// Branches of a project
    #[command(visible_alias = "branch")]
    Branches(branches::Branches),
    /// Computes of a project
    #[command(visible_alias = "compute")]
    Computes(computes::Computes),
    /// Databases of a branch
    #[command(visible_alias = "database")]
    Databases(databases::Databases),
    /// Roles of a branch
    #[command(visible_alias = "role")]
    Roles(roles::Roles),
    /// Snapshots of branches, and the branches restored from them
    #[command(visible_alias = "snapshot")]
    Snapshots(snapshots::Snapshots),
    /// Security and performance issues of a database, as the platform finds them
    #[command(visible_alias = "advisor")]
    Advisors(advisors::Advisors),
    /// Operations: what the platform works on
    #[command(subcommand, visible_alias = "operation")]
    Operations(operations::Verb),
    /// Auth of a project: integrations, users, domains, OAuth providers, the email server
    Auth(auth::Auth),
    /// Organizations: members, invitations, the spending limit
    #[command(visible_alias = "org")]
    Orgs(organizations::Organizations),
    /// API keys
    #[command(subcommand, visible_alias = "key")]
    Keys(keys::Verb),
    /// Temporary databases, which need no account
    #[command(subcommand)]
    Temp(temporary::Verb),
    /// Project folders, which get a database into their env file
    #[command(subcommand, visible_alias = "folder")]
    Folders(folders::Verb),
    /// Run a command with its project folder's database: `plinth run -- npm run dev`
    Run(run::Run),
    /// The platform on this machine
    #[command(subcommand)]
    Sandbox(sandbox::Verb),
    /// Run SQL: the statements of an option, a file or standard input
    Sql(sql::Sql),
    /// Tables of a database
    #[command(visible_alias = "table")]
    Tables(tables::Tables),
    /// Connection strings, a check of the connection, psql
    Connect(connect::Connect),
    /// Write a project into the folder's context file, so that commands there are about it
    SetContext(set_context::SetContext),
    /// What was done here
    #[command(subcommand)]
    History(history::Verb),
    /// Which hosts Plinth contacts
    #[command(subcommand)]
    Network(network::Verb),
    /// The system's keychain, which keeps keys and connection strings
    #[command(subcommand)]
    Keychain(keychain::Verb),
    /// Keep Plinth running without a window, with the sandbox in it
    Agent(agent::Agent),
    /// Print the completion of a shell
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Print the manual page
    Man {
        /// Write a page of each command into this folder
        #[arg(long, value_name = "FOLDER")]
        into: Option<PathBuf>,
    },
}

impl Noun {
    /// Whether a key of the environment or of the options is for it. The others are about what is on this computer.
    pub fn is_of_account(&self) -> bool {
        use accounts::Verb;
        match self {
            Self::Accounts(Verb::List | Verb::Add(_) | Verb::Use { .. }) => false,
            Self::Temp(_) | Self::Folders(_) | Self::Sandbox(_) => false,
            Self::History(_) | Self::Network(_) | Self::Keychain(_) => false,
            Self::Agent(_) | Self::Run(_) | Self::Completions { .. } | Self::Man { .. } => false,
            Self::Connect(connect) => connect.is_of_account(),
            Self::Sql(sql) => sql.is_of_account(),
            Self::Tables(tables) => tables.is_of_account(),
            _ => true,
        }
    }

    /// Returns true if the variables of the environment that name an account or a key are for this command.
    pub fn reads_account_variables(&self) -> bool {
        self.takes_account() || matches!(self, Self::Accounts(accounts::Verb::Add(_)))
    }

    /// Returns true if the command acts as an account of the list, or on a project.
    fn takes_account(&self) -> bool {
        match self {
            Self::Temp(verb) => matches!(verb, temporary::Verb::Copy(_)),
            Self::Folders(verb) => verb.takes_account(),
            // A rotation has its account.
            Self::Keys(verb) => !verb.is_of_rotation(),
            _ => self.is_of_account(),
        }
    }

    /// Refuses an account, a key or an address that this command would ignore.
    pub fn must_take(&self, options: &Options) -> Done {
        if !self.takes_account() {
            key::account_must_not_be_typed(options)?;
        }
        match self {
            // The address and the certificates are those of the new account.
            Self::Accounts(accounts::Verb::Add(_)) => Ok(()),
            noun if noun.is_of_account() => Ok(()),
            _ => key::must_not_be_typed(options),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = include_str!("../../../docs/command-line.md");

    #[test]
    fn the_arguments_fit_together() {
        Arguments::whole().debug_assert();
    }

    #[test]
    fn lists_and_deletes_have_short_names() {
        let read = |words: &str| {
            let words = std::iter::once("plinth").chain(words.split(' '));
            let matches = Arguments::whole().try_get_matches_from(words);
            matches
                .and_then(|matches| Arguments::read(&matches))
                .is_ok()
        };
        for fits in [
            "projects ls",
            "branches rm br-1",
            "keys ls",
            "folders rm .",
            "accounts rm",
            "auth users ls",
        ] {
            assert!(read(fits), "{fits}");
        }
    }

    #[test]
    fn the_document_names_each_noun_verb_option_and_exit_code() {
        let mut command = Arguments::command();
        command.build();
        for noun in command
            .get_subcommands()
            .filter(|it| it.get_name() != "help")
        {
            let row = format!("| `{}` |", noun.get_name());
            let row = DOCUMENT.lines().find(|line| line.starts_with(&row));
            let row = row.unwrap_or_else(|| panic!("{} is missing", noun.get_name()));
            for verb in noun.get_subcommands().filter(|it| it.get_name() != "help") {
                let verb = format!("`{}`", verb.get_name());
                assert!(row.contains(&verb), "{verb} is missing in {row}");
            }
        }
        for option in command.get_arguments().filter_map(|it| it.get_long()) {
            let wanted = format!("--{option}");
            let is_named = matches!(option, "help" | "version") || DOCUMENT.contains(&wanted);
            assert!(is_named, "{wanted} is missing");
        }
        for (code, words) in EXIT_CODES {
            let row = format!("| {code} | {words} |");
            assert!(DOCUMENT.contains(&row), "{row} is missing");
        }
    }

    #[test]
    fn the_specification_s_options_are_read() {
        let read = |words: &str| {
            let words = words.split(' ').filter(|word| !word.is_empty());
            Arguments::try_parse_from(std::iter::once("plinth").chain(words)).is_ok()
        };
        for fits in [
            "projects list --context-file f --org-id o --recoverable-only --output json --api-key k",
            "projects create --context-file f --block-public-connections --block-vpc-connections --hipaa --name n \
             --region-id us-east-2 --org-id o --psql --database d --role r --set-context --cu 0.5-3 -- -c x",
            "projects update p --context-file f --block-vpc-connections=false --block-public-connections=false --hipaa --cu 2 \
             --name n",
            "projects delete p --output json",
            "projects recover p --api-key k",
            "projects get p --context-file f",
            "branches list --project-id p",
            "branches --project-id p list",
        ] {
            assert!(read(fits), "{fits}");
        }
        for unfit in [
            "projects update p",
            "projects delete",
            "projects recover",
            "projects create --hipaa=maybe",
            "projects create -- -c x",
            "projects list --output yaml",
            "",
        ] {
            assert!(!read(unfit), "{unfit}");
        }
    }
}
