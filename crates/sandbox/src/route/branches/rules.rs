use axum::http::StatusCode;
use chrono::{DateTime, Utc};

use crate::config::Config;
use crate::platform_text;
use crate::reply::Failure;
use crate::route::body::invalid;
use crate::route::text;
use crate::state::{Branch, PlatformState};

/// `field` is what the request calls it.
pub fn check_name(field: &str, name: &str) -> Result<(), Failure> {
    text::check(field, name, 256)
}

pub fn check_annotation(field: &str, count: usize) -> Result<(), Failure> {
    const MOST: usize = 50;
    match count <= MOST {
        true => Ok(()),
        false => Err(invalid(format!(
            "{field} must have at most {MOST} properties"
        ))),
    }
}

/// Among the branches that are not deleted.
pub fn must_be_new(state: &PlatformState, project_id: &str, name: &str) -> Result<(), Failure> {
    if state.is_used(project_id, name) {
        let message = platform_text::branch_exists(name);
        return Err(Failure::new(StatusCode::CONFLICT, message).code("BRANCH_ALREADY_EXISTS"));
    }
    Ok(())
}

pub fn must_have_room(
    state: &PlatformState,
    project_id: &str,
    config: &Config,
) -> Result<(), Failure> {
    let most = config.branches_limit;
    match most.is_some_and(|most| state.branches_of(project_id).count() >= most) {
        true => Err(unprocessable(platform_text::BRANCHES_LIMIT).code("BRANCHES_LIMIT_EXCEEDED")),
        false => Ok(()),
    }
}

/// Default and protected branches stay.
pub fn check_may_expire(is_default: bool, is_protected: bool) -> Result<(), Failure> {
    let (who, code) = if is_default {
        ("Default", "DEFAULT_BRANCH_EXPIRATION_NOT_ALLOWED")
    } else if is_protected {
        ("Protected", "PROTECTED_BRANCH_EXPIRATION_NOT_ALLOWED")
    } else {
        return Ok(());
    };
    let message = platform_text::cannot_expire(who);
    Err(Failure::new(StatusCode::BAD_REQUEST, message).code(code))
}

/// The branch with its end, counted from now, or with none.
pub fn expiring(
    branch: Branch,
    expires_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<Branch, Failure> {
    if expires_at.is_some_and(|at| at <= now) {
        return Err(invalid("expires_at must be in the future"));
    }
    if expires_at.is_some() {
        check_may_expire(branch.default, branch.protected)?;
    }
    Ok(Branch {
        expires_at,
        ttl_interval_seconds: expires_at.map(|at| (at - now).num_seconds()),
        ..branch
    })
}

/// The first branch of a project, or one restored from a snapshot, which may replace it. One that was made with a schema
/// only has no parent either.
pub fn is_root(branch: &Branch) -> bool {
    branch.parent_id.is_none() && branch.init_source.is_none()
}

pub fn unprocessable(message: &str) -> Failure {
    Failure::new(StatusCode::UNPROCESSABLE_ENTITY, message)
}
