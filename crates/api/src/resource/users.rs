//! The account that a key belongs to.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::organizations::{Organization, transfer_of};
use super::{lenient, whole};
use crate::call::Call;
use crate::{Error, Management, OrgId, ProjectId, Reply, UserId};

/// The caller's own account (`GET /users/me`). Only the id is always there.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct User {
    /// A UUID.
    pub id: UserId,
    /// First name, or the whole.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub name: String,
    /// Last name, where it is kept apart.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub last_name: String,
    /// The address they log in with.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub email: String,
    /// What they were called before addresses were used for that.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub login: Option<String>,
    /// Address of a picture.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub image: Option<String>,
    /// The plan.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub plan: Option<String>,
    /// How many projects the account may have.
    pub projects_limit: Option<i64>,
    /// How many branches each project may have.
    pub branches_limit: Option<i64>,
    /// The largest size of a compute, in compute units.
    pub max_autoscaling_limit: Option<f64>,
    /// Seconds in which computes may be active in a period; 0 is no limit.
    pub active_seconds_limit: Option<i64>,
    /// Seconds of work, counted with the size of the computes, in a period; 0 is no limit.
    pub compute_seconds_limit: Option<i64>,
    /// The accounts elsewhere that they can log in with.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub auth_accounts: Vec<AuthAccount>,
    /// Who pays, as far as it says whether the account can be used.
    pub billing_account: Option<BillingAccount>,
}

/// Who pays for an account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct BillingAccount {
    /// Whether it can be used.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub state: Option<BillingState>,
    /// What is paid for, such as `launch_v3`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub subscription_type: Option<String>,
    /// What may be spent in a month, in cents of a dollar; `None` is no limit.
    pub spending_limit_cents: Option<i64>,
    /// When its limits last began anew.
    #[serde(default, deserialize_with = "lenient::time")]
    pub quota_reset_at_last: Option<DateTime<Utc>>,
}

open_enum! {
    /// Whether an account that pays can be used.
    pub enum BillingState {
        /// It can.
        Active = "active",
        /// It cannot until something is paid.
        Suspended = "suspended",
        /// It was switched off.
        Deactivated = "deactivated",
        /// It is gone.
        Deleted = "deleted",
    }
}

/// An account elsewhere that somebody can log in with.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AuthAccount {
    /// Who keeps it, such as `github`.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub provider: String,
    /// Its address.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub email: String,
    /// Its name.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub name: String,
}

/// What the platform knows of the caller.
#[derive(Debug, Clone)]
pub struct Users {
    management: Management,
}

impl Management {
    /// What the platform knows of the caller.
    #[must_use]
    pub fn users(&self) -> Users {
        Users {
            management: self.clone(),
        }
    }
}

impl Users {
    /// The caller's account (`GET /users/me`). An organization's key gets an error with `is_not_found`.
    pub async fn me(&self) -> Result<Reply<User>, Error> {
        let call = Call::get("look up the account", "/users/me", &[]);
        self.management.fetch(call).await
    }

    /// The organizations that the caller belongs to (`GET /users/me/organizations`).
    pub async fn my_organizations(&self) -> Result<Reply<Vec<Organization>>, Error> {
        let call = Call::get("list the organizations", "/users/me/organizations", &[]);
        whole(&self.management, call).await
    }

    /// Moves the caller's own projects, 1 to 400, to an organization (`POST /users/me/projects/transfer`). All of them
    /// go, or none. The platform has deprecated it: its projects belong to organizations.
    pub async fn transfer_projects(
        &self,
        to: &OrgId,
        projects: &[ProjectId],
    ) -> Result<Reply<()>, Error> {
        let call = Call::post("move the projects", "/users/me/projects/transfer", &[]);
        let call = transfer_of(call, to, projects);
        self.management.fetch_empty(call).await
    }
}
