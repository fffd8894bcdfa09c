//! How people sign in on a branch, and where its auth integration sends events. A platform has these where it has auth by
//! branch.

use app::auth::{
    AuthSetWebhooks, AuthWebhooks, MagicLinkEdit, OrganizationsEdit, PhoneNumberEdit, PluginEdit,
    SignInAllowLocalhost, SignInEdit, SignInGet, SignInUpdate, SignInUpdatePlugin,
};
use app::view::{
    EmailAndPasswordView, MagicLinkView, OrganizationPluginView, PhoneNumberView, PluginView,
    SignInView, WebhooksView,
};
use clap::{ArgAction, Args, Subcommand};

use crate::columns::{Column, column, plain, record};
use crate::duration;
use crate::failure::{Done, Failure};
use crate::named;
use crate::request::Request;
use crate::session::Session;
use crate::task::Task;

const SIGN_IN: &[Column<SignInView>] = &[
    column("Email and password", |it| {
        plain(&it.with_password.as_ref().map(|it| &it.enabled))
    }),
    column("Verification", |it| {
        plain(&it.with_password.as_ref().map(|it| &it.verification_method))
    }),
    column("Verification required", |it| {
        plain(&it.with_password.as_ref().map(|it| &it.require_verification))
    }),
    column("Sign-up with a password off", |it| {
        plain(&it.with_password.as_ref().map(|it| &it.disable_sign_up))
    }),
    column("Magic link", |it| {
        plain(&it.magic_link.as_ref().map(|it| &it.enabled))
    }),
    column("Link expires after (min)", |it| {
        plain(&it.magic_link.as_ref().map(|it| &it.expires_in))
    }),
    column("Phone number", |it| {
        plain(&it.phone_number.as_ref().map(|it| &it.enabled))
    }),
    column("Code expires after (s)", |it| {
        plain(&it.phone_number.as_ref().map(|it| &it.expires_in))
    }),
    column("Organizations", |it| {
        plain(&it.organizations.as_ref().map(|it| &it.enabled))
    }),
    column("Localhost allowed", |it| plain(&it.allows_localhost)),
];
const WITH_PASSWORD: &[Column<EmailAndPasswordView>] = &[
    column("Enabled", |it| plain(&it.enabled)),
    column("Verification", |it| plain(&it.verification_method)),
    column("Verification required", |it| {
        plain(&it.require_verification)
    }),
    column("Signed in once verified", |it| plain(&it.auto_sign_in)),
    column("Message on sign-up", |it| plain(&it.mail_on_sign_up)),
    column("Message on sign-in", |it| plain(&it.mail_on_sign_in)),
    column("Sign-up off", |it| plain(&it.disable_sign_up)),
];
const MAGIC_LINK: &[Column<MagicLinkView>] = &[
    column("Enabled", |it| plain(&it.enabled)),
    column("Expires after (min)", |it| plain(&it.expires_in)),
    column("Sign-up off", |it| plain(&it.disable_sign_up)),
];
const PHONE_NUMBER: &[Column<PhoneNumberView>] = &[
    column("Enabled", |it| plain(&it.enabled)),
    column("Expires after (s)", |it| plain(&it.expires_in)),
];
const ORGANIZATIONS: &[Column<OrganizationPluginView>] = &[
    column("Enabled", |it| plain(&it.enabled)),
    column("Organizations of a user", |it| {
        plain(&it.organization_limit)
    }),
    column("Members of an organization", |it| {
        plain(&it.membership_limit)
    }),
    column("Role of the creator", |it| plain(&it.creator_role)),
    column("Invitations by email", |it| plain(&it.mail_invitations)),
];
const WEBHOOKS: &[Column<WebhooksView>] = &[
    column("Enabled", |it| plain(&it.enabled)),
    column("Address", |it| plain(&it.url)),
    column("Events", |it| plain(&it.events)),
    column("Timeout (s)", |it| plain(&it.timeout)),
];

#[derive(Subcommand)]
pub enum SignIn {
    /// Show how people sign in
    Get,
    /// Change the sign-in with email and password
    Password {
        #[command(flatten)]
        switches: Switches,
        /// How an address is verified
        #[arg(long, value_name = "HOW", value_parser = ["link", "otp"])]
        verification: Option<String>,
        /// Only who has verified their address can sign in; `=false` clears it
        #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
        require_verification: Option<bool>,
        /// Who has verified their address is signed in; `=false` clears it
        #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
        auto_sign_in: Option<bool>,
        /// Send the message that verifies an address when somebody signs up; `=false` clears it
        #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
        mail_on_sign_up: Option<bool>,
        /// Send it when somebody signs in; `=false` clears it
        #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
        mail_on_sign_in: Option<bool>,
    },
    /// Change the sign-in by a link that is mailed
    MagicLink {
        #[command(flatten)]
        switches: Switches,
        /// Until a link expires: a duration such as 30m, or minutes, 5 to 1,440
        #[arg(long, value_name = "DURATION", value_parser = duration::minutes)]
        expires_in: Option<u32>,
    },
    /// Change the sign-in by a code that is sent to a phone
    PhoneNumber {
        /// `=false` turns it off
        #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
        enabled: Option<bool>,
        /// Until a code expires: a duration such as 5m, or seconds, 60 to 600
        #[arg(long, value_name = "DURATION", value_parser = duration::seconds)]
        expires_in: Option<u32>,
    },
    /// Change the organizations that users form
    Organizations {
        /// `=false` turns them off
        #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
        enabled: Option<bool>,
        /// How many a user may make
        #[arg(long, value_name = "COUNT")]
        organizations: Option<u32>,
        /// How many members each may have
        #[arg(long, value_name = "COUNT")]
        members: Option<u32>,
        /// The role of whoever creates one
        #[arg(long, value_name = "ROLE", value_parser = ["owner", "admin"])]
        creator_role: Option<String>,
        /// Mail the invitations; `=false` clears it
        #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
        mail_invitations: Option<bool>,
    },
    /// Let apps of this machine send people to sign in without a trusted domain
    Localhost {
        /// `=false` no longer allows it
        #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", required = true, action = ArgAction::Set)]
        allowed: bool,
    },
}

#[derive(Args)]
pub struct Switches {
    /// `=false` turns it off
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
    enabled: Option<bool>,
    /// Nobody new can sign up; `=false` clears it
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
    disable_sign_up: Option<bool>,
}

#[derive(Subcommand)]
pub enum Webhooks {
    /// Show where events are sent
    Get,
    /// Set all of it: what is not named is empty
    Set {
        /// The address that events are sent to
        #[arg(long)]
        url: String,
        /// Which events, with commas between them
        #[arg(long, value_delimiter = ',', required_unless_present = "disabled")]
        events: Vec<String>,
        /// How long the address may take to answer, 1 to 10
        #[arg(long, value_name = "SECONDS")]
        answer_within: Option<u32>,
        /// Keep the address, and send nothing
        #[arg(long)]
        disabled: bool,
    },
    /// Send no events, and forget the address
    Remove,
}

impl SignIn {
    pub fn task(self, project_id: String, branch_id: String) -> Task {
        let edit = match self {
            Self::Get => {
                return Request::new(SignInGet {
                    project_id,
                    branch_id,
                })
                .one(SIGN_IN);
            }
            Self::Password {
                switches,
                verification,
                require_verification,
                auto_sign_in,
                mail_on_sign_up,
                mail_on_sign_in,
            } => {
                let edit = SignInEdit {
                    enabled: switches.enabled,
                    verification_method: verification,
                    require_verification,
                    auto_sign_in,
                    mail_on_sign_up,
                    mail_on_sign_in,
                    disable_sign_up: switches.disable_sign_up,
                };
                return Request::new(SignInUpdate {
                    project_id,
                    branch_id,
                    edit,
                })
                .one(WITH_PASSWORD);
            }
            Self::Localhost { allowed } => {
                return Request::new(SignInAllowLocalhost {
                    project_id,
                    branch_id,
                    allow: allowed,
                })
                .sentence(match allowed {
                    true => "Apps of this machine can send people to sign in.",
                    false => "Apps of this machine can no longer send people to sign in.",
                });
            }
            Self::MagicLink {
                switches,
                expires_in,
            } => PluginEdit::MagicLink(MagicLinkEdit {
                enabled: switches.enabled,
                expires_in,
                disable_sign_up: switches.disable_sign_up,
            }),
            Self::PhoneNumber {
                enabled,
                expires_in,
            } => PluginEdit::PhoneNumber(PhoneNumberEdit {
                enabled,
                expires_in,
            }),
            Self::Organizations {
                enabled,
                organizations,
                members,
                creator_role,
                mail_invitations,
            } => PluginEdit::Organizations(OrganizationsEdit {
                enabled,
                organization_limit: organizations,
                membership_limit: members,
                creator_role,
                mail_invitations,
            }),
        };
        Request::new(SignInUpdatePlugin {
            project_id,
            branch_id,
            edit,
        })
        .shown(|plugin| match plugin {
            PluginView::MagicLink(settings) => record(MAGIC_LINK, settings),
            PluginView::PhoneNumber(settings) => record(PHONE_NUMBER, settings),
            PluginView::Organizations(settings) => record(ORGANIZATIONS, settings),
        })
    }
}

impl Webhooks {
    pub fn task(self, project_id: String, branch_id: String) -> Task {
        let (wanted, question) = match self {
            Self::Get => {
                return Request::new(AuthWebhooks {
                    project_id,
                    branch_id,
                })
                .one(WEBHOOKS);
            }
            Self::Set {
                url,
                events,
                answer_within,
                disabled,
            } => {
                let wanted = WebhooksView {
                    enabled: !disabled,
                    url: Some(url),
                    events,
                    timeout: answer_within,
                };
                (wanted, None)
            }
            Self::Remove => {
                let question = "Remove the webhooks? No event is sent then.";
                (WebhooksView::default(), Some(question))
            }
        };
        let task = Request::new(AuthSetWebhooks {
            project_id,
            branch_id,
            wanted,
        })
        .one(WEBHOOKS);
        match question {
            Some(question) => task.asks(question),
            None => task,
        }
    }
}

/// A branch that has its own auth, by its name or id; otherwise the default one.
pub async fn branch(session: &Session, project: &str, named: Option<&str>) -> Done<String> {
    must_be_by_branch(session, "Set it at the platform.").await?;
    named::branch(session, project, named).await
}

/// Refuses a role for the auth of a branch, which is the database's owner there.
pub async fn must_be_by_project(session: &Session) -> Done {
    if session.account().await?.profile.auth_by_branch {
        let message = "Each branch has its own auth here, and its role is the database's owner";
        return Err(Failure::usage(message, "Leave --role out."));
    }
    Ok(())
}

/// Refuses what is about one branch's auth where the project has one for all.
pub async fn must_be_by_branch(session: &Session, hint: &str) -> Done {
    if !session.account().await?.profile.auth_by_branch {
        let message = "This platform has one auth integration for the whole project";
        return Err(Failure::usage(message, hint));
    }
    Ok(())
}
