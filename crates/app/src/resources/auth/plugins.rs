//! What else people can do where they sign in on a branch.

use std::future::Future;

use api::Reply;
use api::resource::auth::{self as wire, BranchAuth};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use specta::Type;

use super::sign_in_mutations::{Plugin, SignInMutation};
use crate::Error;
use crate::base::{check, ids};
use crate::core::operation::operation;
use crate::platform::Platform;
use crate::platform::mutation::{self, Answer};
use crate::view::PluginView;

/// What is changed of one plugin.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(tag = "plugin", content = "edit", rename_all = "camelCase")]
pub enum PluginEdit {
    /// Sign-in by a link that is mailed.
    MagicLink(MagicLinkEdit),
    /// Sign-in by a code that is sent to a phone.
    PhoneNumber(PhoneNumberEdit),
    /// Organizations that users form.
    Organizations(OrganizationsEdit),
}

/// What is changed of the sign-in by a link; what is `None` stays.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct MagicLinkEdit {
    /// Whether there is such a sign-in.
    pub enabled: Option<bool>,
    /// Minutes until a link expires, 5 to 1,440.
    pub expires_in: Option<u32>,
    /// Whether nobody new can sign up by one.
    pub disable_sign_up: Option<bool>,
}

/// What is changed of the sign-in by a phone; what is `None` stays.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct PhoneNumberEdit {
    /// Whether there is such a sign-in.
    pub enabled: Option<bool>,
    /// Seconds until a code expires, 60 to 600.
    pub expires_in: Option<u32>,
}

/// What is changed of the organizations that users form; what is `None` stays.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct OrganizationsEdit {
    /// Whether they can.
    pub enabled: Option<bool>,
    /// How many organizations a user may make, 1 or more.
    pub organization_limit: Option<u32>,
    /// How many members an organization may have, 1 or more.
    pub membership_limit: Option<u32>,
    /// What whoever makes an organization is in it: `owner` or `admin`.
    pub creator_role: Option<String>,
    /// Whether invitations are mailed.
    pub mail_invitations: Option<bool>,
}

/// Changes one plugin of a branch
/// (`PATCH /projects/{project_id}/branches/{branch_id}/auth/plugins/magic-link`, `…/phone-number` or `…/organization`).
///
/// # Errors
/// As every mutation, and [`crate::view::ErrorCode::Invalid`] where nothing would change or a number is out of its bounds.
#[operation(Page, Change, sign_in_update_plugin, text)]
pub async fn update_plugin(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    edit: PluginEdit,
) -> Result<PluginView, Error> {
    let change = Change {
        app,
        account_id,
        project_id,
        branch_id,
    };
    match edit {
        PluginEdit::MagicLink(edit) => {
            check::within(edit.expires_in, "lifetime of a link", 5, 1440)?;
            let wanted = wire::UpdateMagicLink {
                enabled: edit.enabled,
                expires_in: edit.expires_in,
                disable_sign_up: edit.disable_sign_up,
            };
            let send = async move |auth: BranchAuth, wanted| auth.update_magic_link(&wanted).await;
            let changed: wire::MagicLink = change.of(Plugin::MagicLink, wanted, send).await?;
            Ok(PluginView::MagicLink((&changed).into()))
        }
        PluginEdit::PhoneNumber(edit) => {
            check::within(edit.expires_in, "lifetime of a code", 60, 600)?;
            let wanted = wire::UpdatePhoneNumber {
                enabled: edit.enabled,
                otp_expires_in: edit.expires_in,
            };
            let send =
                async move |auth: BranchAuth, wanted| auth.update_phone_number(&wanted).await;
            let changed: wire::PhoneNumber = change.of(Plugin::PhoneNumber, wanted, send).await?;
            Ok(PluginView::PhoneNumber((&changed).into()))
        }
        PluginEdit::Organizations(edit) => {
            check::within(edit.organization_limit, "number of organizations", 1, LIMIT)?;
            check::within(edit.membership_limit, "number of members", 1, LIMIT)?;
            let wanted = wire::UpdateOrganizationPlugin {
                enabled: edit.enabled,
                organization_limit: edit.organization_limit,
                membership_limit: edit.membership_limit,
                creator_role: edit.creator_role,
                send_invitation_email: edit.mail_invitations,
            };
            let send =
                async move |auth: BranchAuth, wanted| auth.update_organization(&wanted).await;
            let changed: wire::OrganizationPlugin =
                change.of(Plugin::Organizations, wanted, send).await?;
            Ok(PluginView::Organizations((&changed).into()))
        }
    }
}

pub(super) fn nothing_to_change() -> Error {
    Error::invalid("Nothing to change").hint("Change something first.")
}

/// The platform gives no upper bound; this is what every number of it fits into.
const LIMIT: u32 = i32::MAX.unsigned_abs();

/// Where a change goes.
struct Change<'a> {
    app: &'a Platform,
    account_id: &'a str,
    project_id: &'a str,
    branch_id: &'a str,
}

impl Change<'_> {
    async fn of<U, T, F>(
        self,
        plugin: Plugin,
        wanted: U,
        send: impl FnOnce(BranchAuth, U) -> F,
    ) -> Result<T, Error>
    where
        U: Serialize,
        T: Answer<Value>,
        F: Future<Output = Result<Reply<T>, api::Error>> + Send + 'static,
    {
        let project = ids::project(self.project_id)?;
        let branch = ids::branch(self.branch_id)?;
        let expected = serde_json::to_value(&wanted).unwrap_or_default();
        if expected == json!({}) {
            return Err(nothing_to_change());
        }
        let mutation = SignInMutation::Plugin {
            project: project.to_string(),
            branch: branch.to_string(),
            plugin,
            expected,
        };
        let send = |api: api::Management| send(api.auth(&project).of_branch(&branch), wanted);
        mutation::run(self.app, self.account_id, mutation, send).await
    }
}
