//! How an auth integration lets people sign in. The plugins and the webhook are only kept and given back.

use serde::{Deserialize, Serialize};

/// Integrations of earlier versions have none of it stored, and so what a new one has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AuthSettings {
    /// What people read in mails. None is the project's name.
    pub name: Option<String>,
    pub allow_localhost: bool,
    pub email_and_password: EmailAndPassword,
    pub organization: OrganizationPlugin,
    pub magic_link: MagicLinkPlugin,
    pub phone_number: PhoneNumberPlugin,
    pub webhook: Webhook,
}

impl Default for AuthSettings {
    fn default() -> Self {
        Self {
            name: None,
            allow_localhost: true,
            email_and_password: EmailAndPassword::default(),
            organization: OrganizationPlugin::default(),
            magic_link: MagicLinkPlugin::default(),
            phone_number: PhoneNumberPlugin::default(),
            webhook: Webhook::default(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EmailAndPassword {
    pub enabled: bool,
    pub email_verification_method: String,
    pub require_email_verification: bool,
    pub auto_sign_in_after_verification: bool,
    pub send_verification_email_on_sign_up: bool,
    pub send_verification_email_on_sign_in: bool,
    pub disable_sign_up: bool,
}

impl Default for EmailAndPassword {
    fn default() -> Self {
        Self {
            enabled: true,
            email_verification_method: "otp".to_owned(),
            require_email_verification: false,
            auto_sign_in_after_verification: true,
            send_verification_email_on_sign_up: false,
            send_verification_email_on_sign_in: false,
            disable_sign_up: false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrganizationPlugin {
    pub enabled: bool,
    pub organization_limit: i32,
    pub membership_limit: i32,
    pub creator_role: String,
    pub send_invitation_email: bool,
}

impl Default for OrganizationPlugin {
    fn default() -> Self {
        Self {
            enabled: true,
            organization_limit: 10,
            membership_limit: 100,
            creator_role: "owner".to_owned(),
            send_invitation_email: false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MagicLinkPlugin {
    pub enabled: bool,
    /// In minutes.
    pub expires_in: i32,
    pub disable_sign_up: bool,
}

impl Default for MagicLinkPlugin {
    fn default() -> Self {
        Self {
            enabled: false,
            expires_in: 5,
            disable_sign_up: false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PhoneNumberPlugin {
    pub enabled: bool,
    /// In seconds.
    pub otp_expires_in: i32,
}

impl Default for PhoneNumberPlugin {
    fn default() -> Self {
        Self {
            enabled: false,
            otp_expires_in: 300,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Webhook {
    pub enabled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook_url: Option<String>,
    pub enabled_events: Vec<String>,
    pub timeout_seconds: i32,
}

impl Default for Webhook {
    fn default() -> Self {
        Self {
            enabled: false,
            webhook_url: None,
            enabled_events: Vec::new(),
            timeout_seconds: 5,
        }
    }
}
