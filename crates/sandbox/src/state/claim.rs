//! The claim of a temporary database: begun, given back or confirmed.

use chrono::{DateTime, Utc};

use super::people::Organization;
use super::project::Project;
use super::record::Record;
use super::temporary::{ClaimStatus, Temporary, never};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    AlreadyClaimed,
    NotBegun,
}

impl Temporary {
    pub fn begin(&self, now: DateTime<Utc>) -> Result<Vec<Record>, Refusal> {
        match self.status {
            ClaimStatus::Claimed => Err(Refusal::AlreadyClaimed),
            ClaimStatus::Claiming => Ok(Vec::new()),
            ClaimStatus::Unclaimed => Ok(vec![Record::Temporary(Self {
                status: ClaimStatus::Claiming,
                claiming_since: Some(now),
                updated_at: now,
                ..self.clone()
            })]),
        }
    }

    pub fn release_claim(&self, now: DateTime<Utc>) -> Result<Vec<Record>, Refusal> {
        match self.status {
            ClaimStatus::Claimed => Err(Refusal::AlreadyClaimed),
            ClaimStatus::Unclaimed => Ok(Vec::new()),
            ClaimStatus::Claiming => Ok(vec![Record::Temporary(Self {
                status: ClaimStatus::Unclaimed,
                claiming_since: None,
                updated_at: now,
                ..self.clone()
            })]),
        }
    }

    /// The project goes to the organization, as one of the user who claimed it.
    pub fn confirm(
        &self,
        project: &Project,
        organization: &Organization,
        claimed_by: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<Vec<Record>, Refusal> {
        match self.status {
            ClaimStatus::Claimed => Err(Refusal::AlreadyClaimed),
            ClaimStatus::Unclaimed => Err(Refusal::NotBegun),
            ClaimStatus::Claiming => Ok(vec![
                Record::Temporary(Self {
                    status: ClaimStatus::Claimed,
                    claiming_since: None,
                    updated_at: now,
                    expires_at: never(),
                    ..self.clone()
                }),
                Record::Project(Project {
                    organization_id: Some(organization.id.clone()),
                    creator_id: claimed_by.map(str::to_owned),
                    updated_at: now,
                    ..project.clone()
                }),
            ]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Secret;
    use crate::state::temporary::{Due, LIFETIME};

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + minutes * 60, 0).unwrap()
    }

    fn fresh() -> Temporary {
        Temporary {
            id: uuid::Uuid::nil(),
            project_id: "plain-field-00000001".into(),
            referrer: "tests".into(),
            status: ClaimStatus::Unclaimed,
            claim_token: Secret::new("token"),
            claiming_since: None,
            created_at: at(0),
            updated_at: at(0),
            expires_at: at(0) + LIFETIME,
            making: false,
        }
    }

    fn after(records: &[Record]) -> Temporary {
        match records {
            [Record::Temporary(it), ..] => it.clone(),
            other => panic!("no temporary in {other:?}"),
        }
    }

    #[test]
    fn an_unclaimed_one_expires_at_72_hours_and_not_before() {
        assert_eq!(fresh().due(at(72 * 60 - 1)), Due::Nothing);
        assert_eq!(fresh().due(at(72 * 60)), Due::Expire);
    }

    #[test]
    fn an_abandoned_claim_goes_back_after_a_quarter_of_an_hour() {
        let claiming = after(&fresh().begin(at(10)).unwrap());
        assert_eq!(claiming.due(at(24)), Due::Nothing);
        assert_eq!(claiming.due(at(25)), Due::ReleaseClaim);
        let back = after(&claiming.release_claim(at(25)).unwrap());
        assert_eq!(
            (back.status, back.claiming_since),
            (ClaimStatus::Unclaimed, None)
        );
    }

    #[test]
    fn a_claim_in_progress_outlasts_the_expiry_until_it_is_abandoned() {
        let claiming = after(&fresh().begin(at(72 * 60 - 5)).unwrap());
        assert_eq!(claiming.due(at(72 * 60)), Due::Nothing);
        assert_eq!(claiming.due(at(72 * 60 + 10)), Due::Expire);
    }

    #[test]
    fn a_claimed_one_never_expires() {
        let project: Project = serde_json::from_value(serde_json::json!({
            "id": "plain-field-00000001", "name": "plain-field",
            "created_at": at(0), "updated_at": at(0),
        }))
        .unwrap();
        let id = "org-plain-field-00000001".into();
        let organization = Organization::new(id, "Personal".into(), at(0));
        let refused = fresh().confirm(&project, &organization, None, at(1));
        assert_eq!(refused.unwrap_err(), Refusal::NotBegun);
        let claiming = after(&fresh().begin(at(1)).unwrap());
        let records = claiming
            .confirm(&project, &organization, Some("user"), at(2))
            .unwrap();
        let claimed = after(&records);
        assert_eq!(claimed.status, ClaimStatus::Claimed);
        assert_eq!(claimed.due(at(1_000_000)), Due::Nothing);
        assert_eq!(claimed.begin(at(3)).unwrap_err(), Refusal::AlreadyClaimed);
        assert!(
            matches!(&records[1], Record::Project(p) if p.organization_id.as_deref() == Some("org-plain-field-00000001")
                && p.creator_id.as_deref() == Some("user"))
        );
    }
}
