use api::resource::auth::{AuthPlugins, MagicLink, OrganizationPlugin, PhoneNumber, Webhooks};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::EmailAndPasswordView;

/// How people sign in on a branch. What the platform does not report is `None`.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SignInView {
    /// With email and password.
    pub with_password: Option<EmailAndPasswordView>,
    /// By a link that is mailed.
    pub magic_link: Option<MagicLinkView>,
    /// By a code that is sent to a phone.
    pub phone_number: Option<PhoneNumberView>,
    /// Organizations that users form.
    pub organizations: Option<OrganizationPluginView>,
    /// Whether apps of this machine may send people there without a trusted domain.
    pub allows_localhost: Option<bool>,
}

/// Sign-in by a link that is mailed.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MagicLinkView {
    /// Whether there is such a sign-in.
    pub enabled: bool,
    /// Minutes until a link expires.
    pub expires_in: Option<u32>,
    /// Whether nobody new can sign up by one.
    pub disable_sign_up: bool,
}

/// Sign-in by a code that is sent to a phone.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PhoneNumberView {
    /// Whether there is such a sign-in.
    pub enabled: bool,
    /// Seconds until a code expires.
    pub expires_in: Option<u32>,
}

/// Organizations that users form.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OrganizationPluginView {
    /// Whether they can.
    pub enabled: bool,
    /// How many organizations a user may make.
    pub organization_limit: Option<u32>,
    /// How many members an organization may have.
    pub membership_limit: Option<u32>,
    /// What whoever makes an organization is in it, in the platform's word: `owner` or `admin`.
    pub creator_role: Option<String>,
    /// Whether invitations are mailed.
    pub mail_invitations: bool,
}

/// A plugin as it is after a change.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(tag = "plugin", content = "settings", rename_all = "camelCase")]
pub enum PluginView {
    /// Sign-in by a link that is mailed.
    MagicLink(MagicLinkView),
    /// Sign-in by a code that is sent to a phone.
    PhoneNumber(PhoneNumberView),
    /// Organizations that users form.
    Organizations(OrganizationPluginView),
}

/// The webhooks of an integration: where it sends events. Set as a whole.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WebhooksView {
    /// Whether events are sent.
    pub enabled: bool,
    /// The address that events are sent to.
    pub url: Option<String>,
    /// Which events, in the platform's words.
    pub events: Vec<String>,
    /// Seconds that the address may take to answer, 1 to 10.
    pub timeout: Option<u32>,
}

impl From<&AuthPlugins> for SignInView {
    fn from(found: &AuthPlugins) -> Self {
        Self {
            with_password: found.email_and_password.as_ref().map(Into::into),
            magic_link: found.magic_link.as_ref().map(Into::into),
            phone_number: found.phone_number.as_ref().map(Into::into),
            organizations: found.organization.as_ref().map(Into::into),
            allows_localhost: found.allow_localhost,
        }
    }
}

impl From<&MagicLink> for MagicLinkView {
    fn from(found: &MagicLink) -> Self {
        Self {
            enabled: found.enabled,
            expires_in: found.expires_in,
            disable_sign_up: found.disable_sign_up,
        }
    }
}

impl From<&PhoneNumber> for PhoneNumberView {
    fn from(found: &PhoneNumber) -> Self {
        Self {
            enabled: found.enabled,
            expires_in: found.otp_expires_in,
        }
    }
}

impl From<&OrganizationPlugin> for OrganizationPluginView {
    fn from(found: &OrganizationPlugin) -> Self {
        Self {
            enabled: found.enabled,
            organization_limit: found.organization_limit,
            membership_limit: found.membership_limit,
            creator_role: found.creator_role.clone(),
            mail_invitations: found.send_invitation_email,
        }
    }
}

impl From<&Webhooks> for WebhooksView {
    fn from(found: &Webhooks) -> Self {
        Self {
            enabled: found.enabled,
            url: found.webhook_url.clone(),
            events: found
                .enabled_events
                .iter()
                .map(ToString::to_string)
                .collect(),
            timeout: found.timeout_seconds,
        }
    }
}
