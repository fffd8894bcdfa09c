use app::AccountRemove;
use app::accounts::{
    AccountBudget, AccountCheck, AccountChoose, AccountConnect, AccountEdit, AccountList,
    AccountRecheck, AccountReplaceKey, ConnectAccount, EditAccount, NewAccount,
};
use app::organizations::OrganizationList;
use app::regions::RegionList;
use app::users::UserMe;
use app::view::{
    AccountColour, AccountView, BudgetView, OrganizationView, PlatformKind, RegionView, UserView,
};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Subcommand};

use crate::ask;
use crate::columns::{Column, column, plain, time, word};
use crate::failure::{Done, Failure};
use crate::paths::absolute;
use crate::request::{Request, print_one};
use crate::session::Session;
use crate::task::Task;
use crate::{account, key};

const COLUMNS: &[Column<AccountView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("State", |it| word("accountStates", &it.state)),
    column("Key", |it| word("keyKinds", &it.key_kind)),
    column("Host", |it| plain(&it.host)),
    column("Shown", |it| plain(&it.is_current)),
    column("Production", |it| plain(&it.is_production)),
    column("Read-only", |it| plain(&it.is_read_only)),
];
const ONE: &[Column<AccountView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("State", |it| word("accountStates", &it.state)),
    column("Problem", |it| {
        plain(&it.problem.as_ref().map(|it| &it.message))
    }),
    column("Key", |it| word("keyKinds", &it.key_kind)),
    column("Owner", |it| plain(&it.owner)),
    column("Management API", |it| plain(&it.base_url)),
    column("Instant service", |it| plain(&it.instant_url)),
    column("Shown", |it| plain(&it.is_current)),
    column("Production", |it| plain(&it.is_production)),
    column("Read-only", |it| plain(&it.is_read_only)),
    column("Added", |it| time(&it.added_at)),
];
const BUDGET: &[Column<BudgetView>] = &[
    column("Requests in the last minute", |it| plain(&it.last_minute)),
    column("A minute may have", |it| plain(&it.per_minute)),
    column("Waiting", |it| plain(&it.waiting)),
];
const ORGANIZATIONS: &[Column<OrganizationView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Plan", |it| plain(&it.plan)),
    column("Created", |it| time(&it.created_at)),
];
const REGIONS: &[Column<RegionView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Default", |it| plain(&it.is_default)),
];
const USER: &[Column<UserView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Email", |it| plain(&it.email)),
    column("Plan", |it| plain(&it.plan)),
    column("Projects", |it| plain(&it.projects_limit)),
    column("Branches each", |it| plain(&it.branches_limit)),
    column("Largest compute", |it| plain(&it.largest_cu)),
];

#[derive(Subcommand)]
pub enum Verb {
    /// List all accounts
    List,
    /// Show the chosen account
    Get,
    /// Connect an account. Its key is read from standard input or PLINTH_API_KEY
    Add(Add),
    /// Show this account from now on, in the window too
    Use {
        // Not `account`: that is the option of all commands.
        /// Its name or id
        #[arg(value_name = "ACCOUNT")]
        wanted: String,
    },
    /// Change the chosen account
    Update(Update),
    /// Give the chosen account another key, read from standard input
    ReplaceKey,
    /// Ask whether the key is good now
    Check,
    /// Remove the chosen account with its key; nothing is deleted on the platform
    Remove,
    /// Show how many requests its key has sent, of how many it may
    Budget,
    /// Show whose key it is, with the limits of the plan
    Me,
    /// List its organizations
    Organizations,
    /// List the regions for new projects
    Regions {
        #[arg(long, value_name = "ID")]
        org_id: Option<String>,
    },
}

#[derive(Args)]
pub struct Add {
    /// Its name here
    #[arg(long, default_value = "")]
    name: String,
    /// Management API address of another platform than the hosted one
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Address of that platform's instant service
    #[arg(long, value_name = "URL", requires = "base_url")]
    instant_url: Option<String>,
    /// Color in the window [default: red for production, else the next free one]
    #[arg(long, alias = "colour", value_parser = color())]
    color: Option<AccountColour>,
    /// Mark it as production
    #[arg(long)]
    production: bool,
    /// Refuse all changes
    #[arg(long)]
    read_only: bool,
}

/// Reads a color's name. The core's word for gray is `grey`.
fn color() -> impl TypedValueParser<Value = AccountColour> {
    let gray = PossibleValue::new("gray").alias("grey");
    let others = ["verdigris", "blue", "green", "amber", "red"].map(PossibleValue::new);
    let names = PossibleValuesParser::new(others.into_iter().chain([gray]));
    names.map(|name| match &*name {
        "verdigris" => AccountColour::Verdigris,
        "blue" => AccountColour::Blue,
        "green" => AccountColour::Green,
        "amber" => AccountColour::Amber,
        "red" => AccountColour::Red,
        _ => AccountColour::Grey,
    })
}

#[derive(Args)]
pub struct Update {
    #[arg(long)]
    name: Option<String>,
    #[arg(long, alias = "colour", value_parser = color())]
    color: Option<AccountColour>,
    /// Mark it as production; `=false` clears it
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
    production: Option<bool>,
    /// Refuse all changes; `=false` clears it
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
    read_only: Option<bool>,
}

impl Verb {
    pub async fn run(self, session: &Session) -> Done {
        let task = match self {
            Self::List => Request::new(AccountList {}).rows(COLUMNS),
            Self::Get => return print_one(session, session.account().await?, ONE, "").await,
            Self::Add(add) => add.task(session).await?,
            Self::Use { wanted } => {
                let all = session.run(AccountList {}).await?;
                let found = account::find(&all, &wanted)?;
                let found = found.ok_or_else(|| account::missing(&wanted))?;
                let id = found.id.clone();
                Request::new(AccountChoose { id }).one(ONE)
            }
            Self::Update(update) => {
                session.must_be_kept("the change")?;
                let edit = EditAccount {
                    name: update.name,
                    colour: update.color,
                    is_production: update.production,
                    is_read_only: update.read_only,
                    ..EditAccount::default()
                };
                let edit = AccountEdit {
                    id: session.account_id().await?.to_owned(),
                    edit,
                    key: None,
                };
                Request::new(edit).one(ONE)
            }
            Self::ReplaceKey => {
                session.must_be_kept("the new one")?;
                session.must_be_meant()?;
                let AccountView { id, name, .. } = session.account().await?.clone();
                // Before the key is read, which may come from the same terminal.
                ask::confirm(
                    &format!("Replace the key of the account {name}?"),
                    session.options.yes,
                )
                .await?;
                let key = ask::secret("API key").await?;
                Request::new(AccountReplaceKey { id, key }).one(ONE)
            }
            Self::Check => {
                let id = session.account_id().await?.to_owned();
                Request::new(AccountRecheck { id }).one(ONE)
            }
            Self::Remove => {
                session.must_be_kept("what is removed")?;
                let AccountView { id, name, .. } = session.account().await?.clone();
                Request::new(AccountRemove { id })
                    .sentence(format!(
                        "Removed {name}. Nothing was deleted on the platform."
                    ))
                    .asks(format!(
                        "Remove the account {name} and its key from this machine?"
                    ))
            }
            Self::Budget => Request::new(AccountBudget {}).one(BUDGET),
            Self::Me => Request::new(UserMe {}).one(USER),
            Self::Organizations => Request::new(OrganizationList {}).rows(ORGANIZATIONS),
            Self::Regions { org_id } => {
                let organization_id = org_id;
                Request::new(RegionList { organization_id }).rows(REGIONS)
            }
        };
        task.run(session).await
    }
}

impl Add {
    async fn task(self, session: &Session) -> Done<Task> {
        session.must_be_meant()?;
        let options = &session.options;
        if options.api_key.is_some() {
            return Err(Failure::usage(
                "A key among the arguments is not kept",
                "Leave --api-key out, and write the key to standard input or set PLINTH_API_KEY.",
            ));
        }
        key::addresses_must_be_one(options, self.base_url.as_deref())?;
        let base_url = self.base_url.or_else(|| options.api_url.clone());
        let platform = match base_url {
            Some(_) => PlatformKind::Custom,
            None => PlatformKind::Neon,
        };
        let ca_file = options.ca_file.as_deref().map(absolute).transpose()?;
        let request = NewAccount {
            name: self.name,
            platform,
            base_url,
            instant_url: self.instant_url,
            ca_file,
        };
        // A key for an account that can't be added is not asked for.
        let check = AccountCheck {
            request: request.clone(),
        };
        session.run(check).await?;
        let key = match key::of_environment()? {
            Some(key) => key,
            None => ask::secret("API key").await?,
        };
        let request = ConnectAccount {
            name: request.name,
            platform,
            base_url: request.base_url,
            instant_url: request.instant_url,
            ca_file: request.ca_file,
            key: key.into(),
            colour: self.color,
            is_production: self.production,
            is_read_only: self.read_only,
        };
        Ok(Request::new(AccountConnect { request }).one(ONE))
    }
}
