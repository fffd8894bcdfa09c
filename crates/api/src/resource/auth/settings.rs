//! How the auth integration of a branch lets people sign in. A field that is `None` in an update is left as it is.

use serde::{Deserialize, Serialize};

use crate::resource::email_server::EmailServer;
use crate::resource::lenient;
use crate::resource::oauth_providers::OauthProvider;

/// Sign-in with address and password.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailAndPassword {
    /// Whether there is such a sign-in.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub enabled: bool,
    /// How an address is verified.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub email_verification_method: Option<VerificationMethod>,
    /// Whether an address must be verified before its owner can sign in.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub require_email_verification: bool,
    /// Whether people are signed in once they verified their address.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub auto_sign_in_after_verification: bool,
    /// Whether a mail to verify the address is sent when somebody signs up.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub send_verification_email_on_sign_up: bool,
    /// Whether such a mail is sent when somebody signs in.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub send_verification_email_on_sign_in: bool,
    /// Whether nobody new can sign up.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub disable_sign_up: bool,
}

open_enum! {
    /// How an address is verified.
    pub enum VerificationMethod {
        /// By a link.
        Link = "link",
        /// By a code that is valid once.
        Otp = "otp",
    }
}

/// What is changed of the sign-in with address and password.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct UpdateEmailAndPassword {
    /// Whether there is such a sign-in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// How an address is verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_verification_method: Option<VerificationMethod>,
    /// Whether an address must be verified before its owner can sign in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub require_email_verification: Option<bool>,
    /// Whether people are signed in once they verified their address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_sign_in_after_verification: Option<bool>,
    /// Whether a mail to verify the address is sent when somebody signs up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send_verification_email_on_sign_up: Option<bool>,
    /// Whether such a mail is sent when somebody signs in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send_verification_email_on_sign_in: Option<bool>,
    /// Whether nobody new can sign up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disable_sign_up: Option<bool>,
}

/// Organizations that users form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrganizationPlugin {
    /// Whether they can.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub enabled: bool,
    /// How many organizations a user may make.
    pub organization_limit: Option<u32>,
    /// How many members an organization may have.
    pub membership_limit: Option<u32>,
    /// What whoever makes an organization is in it: `owner` or `admin`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub creator_role: Option<String>,
    /// Whether invitations are mailed.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub send_invitation_email: bool,
}

/// What is changed of the organizations that users form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct UpdateOrganizationPlugin {
    /// Whether they can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// How many organizations a user may make, 1 or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization_limit: Option<u32>,
    /// How many members an organization may have, 1 or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub membership_limit: Option<u32>,
    /// What whoever makes an organization is in it: `owner` or `admin`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub creator_role: Option<String>,
    /// Whether invitations are mailed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send_invitation_email: Option<bool>,
}

/// Sign-in by a link that is mailed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MagicLink {
    /// Whether there is such a sign-in.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub enabled: bool,
    /// Minutes until a link expires.
    pub expires_in: Option<u32>,
    /// Whether nobody new can sign up by one.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub disable_sign_up: bool,
}

/// What is changed of the sign-in by a link.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct UpdateMagicLink {
    /// Whether there is such a sign-in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Minutes until a link expires, 5 to 1,440.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_in: Option<u32>,
    /// Whether nobody new can sign up by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disable_sign_up: Option<bool>,
}

/// Sign-in by a code that is sent to a phone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhoneNumber {
    /// Whether there is such a sign-in.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub enabled: bool,
    /// Seconds until a code expires.
    pub otp_expires_in: Option<u32>,
}

/// What is changed of the sign-in by a phone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct UpdatePhoneNumber {
    /// Whether there is such a sign-in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Seconds until a code expires, 60 to 600.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otp_expires_in: Option<u32>,
}

/// The settings of all plugins; what a platform does not have is `None` or empty.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct AuthPlugins {
    /// Organizations that users form.
    pub organization: Option<OrganizationPlugin>,
    /// Sign-in by a link that is mailed.
    pub magic_link: Option<MagicLink>,
    /// Sign-in by a code that is sent to a phone.
    pub phone_number: Option<PhoneNumber>,
    /// The server that mail is sent through.
    pub email_provider: Option<EmailServer>,
    /// Sign-in with address and password.
    pub email_and_password: Option<EmailAndPassword>,
    /// Accounts elsewhere that users can sign in with.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub oauth_providers: Vec<OauthProvider>,
    /// Whether people may be sent back to this machine.
    pub allow_localhost: Option<bool>,
}

/// Where the integration sends events. What is `None` is not sent: the platform then takes its usual value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Webhooks {
    /// Whether events are sent.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub enabled: bool,
    /// The address that events are sent to.
    #[serde(
        default,
        deserialize_with = "lenient::filled",
        skip_serializing_if = "Option::is_none"
    )]
    pub webhook_url: Option<String>,
    /// Which events.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub enabled_events: Vec<WebhookEvent>,
    /// Seconds that the address may take to answer, 1 to 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_seconds: Option<u32>,
}

open_enum! {
    /// An event that is told of.
    pub enum WebhookEvent {
        /// A user is about to be created. The address can refuse it.
        UserBeforeCreate = "user.before_create",
        /// A user was created.
        UserCreated = "user.created",
        /// A code is to be sent.
        SendOtp = "send.otp",
        /// A link to sign in is to be sent.
        SendMagicLink = "send.magic_link",
        /// Somebody was invited into an organization.
        InvitationCreated = "organization.invitation.created",
        /// Somebody accepted an invitation into an organization.
        InvitationAccepted = "organization.invitation.accepted",
        /// A phone number was verified.
        PhoneNumberVerified = "phone_number.verified",
    }
}
