//! How people sign in on a branch, and where its auth integration sends events. A platform has these where it has auth by
//! branch.

use clap::{ArgAction, Args, Subcommand};
use serde_json::{Value, json};

use super::with;
use crate::failure::{Done, Failure};
use crate::named;
use crate::session::Session;
use crate::table::{Column, text};
use crate::task::Task;

const SIGN_IN: &[Column] = &[
    text("Email and password", "withPassword.enabled"),
    text("Verification", "withPassword.verificationMethod"),
    text("Verification required", "withPassword.requireVerification"),
    text("Sign-up with a password off", "withPassword.disableSignUp"),
    text("Magic link", "magicLink.enabled"),
    text("Link expires after (min)", "magicLink.expiresIn"),
    text("Phone number", "phoneNumber.enabled"),
    text("Code expires after (s)", "phoneNumber.expiresIn"),
    text("Organizations", "organizations.enabled"),
    text("Localhost allowed", "allowsLocalhost"),
];
const WITH_PASSWORD: &[Column] = &[
    text("Enabled", "enabled"),
    text("Verification", "verificationMethod"),
    text("Verification required", "requireVerification"),
    text("Signed in once verified", "autoSignIn"),
    text("Message on sign-up", "mailOnSignUp"),
    text("Message on sign-in", "mailOnSignIn"),
    text("Sign-up off", "disableSignUp"),
];
const MAGIC_LINK: &[Column] = &[
    text("Enabled", "settings.enabled"),
    text("Expires after (min)", "settings.expiresIn"),
    text("Sign-up off", "settings.disableSignUp"),
];
const PHONE_NUMBER: &[Column] = &[
    text("Enabled", "settings.enabled"),
    text("Expires after (s)", "settings.expiresIn"),
];
const ORGANIZATIONS: &[Column] = &[
    text("Enabled", "settings.enabled"),
    text("Organizations of a user", "settings.organizationLimit"),
    text("Members of an organization", "settings.membershipLimit"),
    text("Role of the creator", "settings.creatorRole"),
    text("Invitations by email", "settings.mailInvitations"),
];
const WEBHOOKS: &[Column] = &[
    text("Enabled", "enabled"),
    text("Address", "url"),
    text("Events", "events"),
    text("Timeout (s)", "timeout"),
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
        /// Until a link expires, 5 to 1,440
        #[arg(long, value_name = "MINUTES")]
        expires_in: Option<u32>,
    },
    /// Change the sign-in by a code that is sent to a phone
    PhoneNumber {
        /// `=false` turns it off
        #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
        enabled: Option<bool>,
        /// Until a code expires, 60 to 600
        #[arg(long, value_name = "SECONDS")]
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
    pub fn task(self, project: &str, branch: &str) -> Task {
        let plugin = |name: &str, edit: Value, columns| {
            let edit = json!({ "plugin": name, "edit": edit });
            let args = with(project, json!({ "branchId": branch, "edit": edit }));
            let task = Task::new("sign_in_update_plugin", args);
            task.call("updateSignInPlugin").one(columns)
        };
        match self {
            Self::Get => {
                let task = Task::new("sign_in_get", with(project, json!({ "branchId": branch })));
                task.call("getSignIn").one(SIGN_IN)
            }
            Self::Password {
                switches,
                verification,
                require_verification,
                auto_sign_in,
                mail_on_sign_up,
                mail_on_sign_in,
            } => {
                let edit = json!({
                    "enabled": switches.enabled,
                    "verificationMethod": verification,
                    "requireVerification": require_verification,
                    "autoSignIn": auto_sign_in,
                    "mailOnSignUp": mail_on_sign_up,
                    "mailOnSignIn": mail_on_sign_in,
                    "disableSignUp": switches.disable_sign_up,
                });
                let args = with(project, json!({ "branchId": branch, "edit": edit }));
                let task = Task::new("sign_in_update", args);
                task.call("updateSignIn").one(WITH_PASSWORD)
            }
            Self::MagicLink {
                switches,
                expires_in,
            } => {
                let edit = json!({
                    "enabled": switches.enabled,
                    "expiresIn": expires_in,
                    "disableSignUp": switches.disable_sign_up,
                });
                plugin("magicLink", edit, MAGIC_LINK)
            }
            Self::PhoneNumber {
                enabled,
                expires_in,
            } => {
                let edit = json!({ "enabled": enabled, "expiresIn": expires_in });
                plugin("phoneNumber", edit, PHONE_NUMBER)
            }
            Self::Organizations {
                enabled,
                organizations,
                members,
                creator_role,
                mail_invitations,
            } => {
                let edit = json!({
                    "enabled": enabled,
                    "organizationLimit": organizations,
                    "membershipLimit": members,
                    "creatorRole": creator_role,
                    "mailInvitations": mail_invitations,
                });
                plugin("organizations", edit, ORGANIZATIONS)
            }
            Self::Localhost { allowed } => {
                let args = with(project, json!({ "branchId": branch, "allow": allowed }));
                let task = Task::new("sign_in_allow_localhost", args).call("allowLocalhost");
                task.said(match allowed {
                    true => "Apps of this machine can send people to sign in.",
                    false => "Apps of this machine can no longer send people to sign in.",
                })
            }
        }
    }
}

impl Webhooks {
    pub fn task(self, project: &str, branch: &str) -> Task {
        let set = |wanted: Value| {
            let args = with(project, json!({ "branchId": branch, "wanted": wanted }));
            let task = Task::new("auth_set_webhooks", args);
            task.call("setAuthWebhooks").one(WEBHOOKS)
        };
        match self {
            Self::Get => {
                let args = with(project, json!({ "branchId": branch }));
                let task = Task::new("auth_webhooks", args);
                task.call("getAuthWebhooks").one(WEBHOOKS)
            }
            Self::Set {
                url,
                events,
                answer_within,
                disabled,
            } => set(json!({
                "enabled": !disabled, "url": url, "events": events, "timeout": answer_within,
            })),
            Self::Remove => {
                let none = json!({ "enabled": false, "url": null, "events": [], "timeout": null });
                set(none).asks("Remove the webhooks? No event is sent then.")
            }
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
    if session.account().await?["profile"]["authByBranch"] == true {
        let message = "Each branch has its own auth here, and its role is the database's owner";
        return Err(Failure::usage(message, "Leave --role out."));
    }
    Ok(())
}

/// Refuses what is about one branch's auth where the project has one for all.
pub async fn must_be_by_branch(session: &Session, hint: &str) -> Done {
    if session.account().await?["profile"]["authByBranch"] == false {
        let message = "This platform has one auth integration for the whole project";
        return Err(Failure::usage(message, hint));
    }
    Ok(())
}
