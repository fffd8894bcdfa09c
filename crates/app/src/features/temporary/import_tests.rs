use super::*;
use crate::model::profile::CUSTOM;
use crate::tools::options;

const ID: &str = "01999999-0000-7000-8000-000000000001";

fn service(address: &str) -> InstantService {
    InstantService {
        profile: &CUSTOM,
        label: address.to_owned(),
        account_id: None,
        url: options::address(address).unwrap(),
    }
}

fn secrets(id: &str) -> RowSecrets {
    RowSecrets {
        id: api::DatabaseId::parse(id).unwrap(),
        claim_url: None,
        connection: None,
        project_id: Some("misty-meadow-00000001".to_owned()),
        created_at: None,
        updated_at: None,
        expires_at: None,
        status: api::DatabaseStatus::Unclaimed,
    }
}

fn row(service: &InstantService) -> TemporaryDatabase {
    let now = chrono::DateTime::UNIX_EPOCH;
    let mut row = TemporaryDatabase {
        id: "row".to_owned(),
        name: "one".to_owned(),
        service: service.profile.service,
        service_label: service.label.clone(),
        origin: service.origin(),
        account_id: None,
        state: TemporaryState::Unknown,
        created_at: now,
        updated_at: None,
        expires_at: None,
        reference: String::new(),
        logical_replication: false,
        project_id: None,
        endpoint: None,
        before_claim: false,
        secret_storage: SecretStorage::Memory,
        env: None,
        seed: None,
        saved: None,
        checked_at: None,
        check_error: None,
        claim_opened_at: None,
        warned: None,
    };
    refresh::apply(&mut row, &secrets(ID));
    row
}

#[test]
fn a_project_of_another_service_is_another_database() {
    let (one, other) = (
        service("https://one.example.com"),
        service("https://other.example.com"),
    );
    let there = row(&one);
    assert!(is_same(&there, None, &one, &secrets(ID)));
    assert!(!is_same(&there, None, &other, &secrets(ID)));
}

#[test]
fn an_id_that_is_at_hand_decides() {
    let one = service("https://one.example.com");
    let another = ID.replace("0001", "0002");
    let there = row(&one);
    assert!(is_same(&there, Some(&secrets(ID)), &one, &secrets(ID)));
    assert!(!is_same(
        &there,
        Some(&secrets(&another)),
        &one,
        &secrets(ID)
    ));
}
