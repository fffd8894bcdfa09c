use crate::reply::Failure;
use crate::route::body::invalid;
use crate::state::MemberRole;

/// Those that the platform has for organizations of other plans.
const OF_OTHER_PLANS: [&str; 3] = ["editor", "viewer", "collaborator"];

/// A role that members of the sandbox's organizations can have.
pub fn role(field: &str, text: &str) -> Result<MemberRole, Failure> {
    match text {
        "admin" => Ok(MemberRole::Admin),
        "member" => Ok(MemberRole::Member),
        other if OF_OTHER_PLANS.contains(&other) => Err(invalid(format!(
            "{field}: organizations of the sandbox have the roles admin and member"
        ))),
        _ => Err(invalid(format!(
            "decode application/json: invalid: {field} (it must be admin or member)"
        ))),
    }
}
