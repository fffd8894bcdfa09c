use api::resource::identity::{AuthMethod, Identity};
use api::resource::organizations::{Organization, OrganizationMember};
use api::resource::regions::Region;
use api::resource::users::User;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::number::{counted, text};

/// An organization.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OrganizationView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its plan, in the platform's word.
    pub plan: Option<String>,
    /// When it was made.
    pub created_at: Option<DateTime<Utc>>,
}

/// A member of an organization.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MemberView {
    /// Id of the membership.
    pub id: String,
    /// Id of the account.
    pub user_id: String,
    /// The address they log in with.
    pub email: String,
    /// What they may do, in the platform's word, such as `admin`.
    pub role: Option<String>,
    /// Since when.
    pub joined_at: Option<DateTime<Utc>>,
    /// Whether they have a second factor.
    pub has_second_factor: Option<bool>,
}

/// One page of members.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MemberPageView {
    /// The members of this page.
    pub items: Vec<MemberView>,
    /// Pass as `cursor` to get the next page; `None` at the end.
    pub next: Option<String>,
}

/// The account at the platform that a key belongs to.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UserView {
    /// Its id.
    pub id: String,
    /// First and last name.
    pub name: String,
    /// The address they log in with.
    pub email: String,
    /// The plan, in the platform's word.
    pub plan: Option<String>,
    /// How many projects it may have.
    #[specta(type = Option<u32>)]
    pub projects_limit: Option<f64>,
    /// How many branches each project may have.
    #[specta(type = Option<u32>)]
    pub branches_limit: Option<f64>,
    /// The largest size of a compute, in compute units.
    pub largest_cu: Option<f64>,
}

/// What a key is.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct IdentityView {
    /// The account or organization it belongs to.
    pub owner_id: String,
    /// Whether it belongs to an organization, or opens one project of it.
    pub is_of_organization: bool,
    /// How the caller is known, in the platform's word.
    pub method: String,
}

/// A place where projects can run.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RegionView {
    /// Its id, as the platform spells it.
    pub id: String,
    /// What it is called; the id when the platform does not say.
    pub name: String,
    /// Whether new projects run here when nothing else is said.
    pub is_default: bool,
}

/// What an account's platform is like.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PlatformView {
    /// Identifier of the auth provider that integrations are made with.
    pub auth_provider: String,
    /// Name of a project's first database when none is given.
    pub database: String,
    /// Name of the role that owns it.
    pub role: String,
    /// Schema that users are synchronised into.
    pub users_schema: String,
    /// Whether each branch has an auth integration of its own.
    pub auth_by_branch: bool,
    /// Which settings of auth have no effect there: those of magic links, phone numbers, organizations and webhooks.
    pub auth_note: Option<String>,
    /// Providers of accounts that the platform names, besides which it may take others.
    pub oauth_providers: Vec<String>,
    /// Regions that are known without asking.
    pub regions: Vec<String>,
    /// The region of a project that names none.
    pub default_region: String,
    /// Whether a personal key lists and makes projects only with the organization named.
    pub needs_organization: bool,
}

impl From<&Organization> for OrganizationView {
    fn from(organization: &Organization) -> Self {
        Self {
            id: organization.id.to_string(),
            name: organization.name.clone(),
            plan: organization.plan.clone(),
            created_at: organization.created_at,
        }
    }
}

impl From<&OrganizationMember> for MemberView {
    fn from(it: &OrganizationMember) -> Self {
        Self {
            id: it.member.id.clone(),
            user_id: it.member.user_id.to_string(),
            email: it.user.email.clone(),
            role: text(it.member.role.as_ref()),
            joined_at: it.member.joined_at,
            has_second_factor: it.user.has_mfa,
        }
    }
}

impl From<&User> for UserView {
    fn from(user: &User) -> Self {
        Self {
            id: user.id.to_string(),
            name: format!("{} {}", user.name, user.last_name)
                .trim()
                .to_owned(),
            email: user.email.clone(),
            plan: user.plan.clone(),
            projects_limit: counted(user.projects_limit),
            branches_limit: counted(user.branches_limit),
            largest_cu: user.max_autoscaling_limit,
        }
    }
}

impl From<&Identity> for IdentityView {
    fn from(identity: &Identity) -> Self {
        Self {
            owner_id: identity.account_id.clone(),
            is_of_organization: identity.auth_method == AuthMethod::ApiKeyOrg,
            method: identity.auth_method.to_string(),
        }
    }
}

impl From<&Region> for RegionView {
    fn from(region: &Region) -> Self {
        let name = if region.name.is_empty() {
            &region.region_id
        } else {
            &region.name
        };
        Self {
            id: region.region_id.clone(),
            name: name.clone(),
            is_default: region.default,
        }
    }
}
