use super::*;
use crate::features::folders::look::{EnvLook, Value};
use crate::model::folder::{FolderRecord, WrittenString};
use crate::view::{ConnectionRequest, FolderSettings};

const OWN: &str = "postgres://a:••••@h/d";

/// A folder in this state, with Plinth's own value or none.
fn look(state: FolderState, is_branch: bool, is_usable: bool, has_value: bool) -> Look {
    let source = match is_branch {
        true => FolderSource::Branch {
            account_id: "a".to_owned(),
            project_id: "p".to_owned(),
            request: ConnectionRequest::default(),
        },
        false => FolderSource::Temporary { service: None },
    };
    let value = Value {
        file: "/shop/.env".into(),
        line: 1,
        text: "postgres://a:p@h/d".to_owned().into(),
        masked: Some(OWN.to_owned()),
    };
    let written = WrittenString {
        temporary_id: None,
        masked: OWN.to_owned(),
        expires_at: None,
    };
    Look {
        record: FolderRecord {
            id: "f".to_owned(),
            path: "/shop".to_owned(),
            added_at: DateTime::UNIX_EPOCH,
            settings: FolderSettings {
                source,
                ..FolderSettings::default()
            },
            outside_seed: None,
            written: Some(written),
            former: Vec::new(),
            pending: None,
            problem: None,
        },
        state,
        problem: None,
        env: EnvLook {
            value: has_value.then_some(value),
            ..EnvLook::default()
        },
        row: None,
        is_usable,
        expires_at: None,
    }
}

fn step(look: &Look, replace: bool) -> Result<FolderStep, ErrorCode> {
    let ensure = FolderEnsureOptions {
        replace,
        production: false,
    };
    next_step(look, ensure).map_err(|error| error.code())
}

#[test]
fn a_branch_is_written_and_nothing_is_made_for_it() {
    for state in [
        FolderState::Absent,
        FolderState::Unfinished,
        FolderState::Unclear,
    ] {
        for replace in [false, true] {
            let step = step(&look(state, true, false, false), replace);
            assert_eq!(step, Ok(FolderStep::Write), "{state:?}");
        }
    }
    for state in [
        FolderState::Filled,
        FolderState::Expiring,
        FolderState::Expired,
        FolderState::Claimed,
    ] {
        let look = look(state, true, false, true);
        assert_eq!(step(&look, false), Ok(FolderStep::Nothing), "{state:?}");
        assert_eq!(step(&look, true), Ok(FolderStep::Write), "{state:?}");
    }
}

#[test]
fn only_a_database_of_the_chosen_service_that_lives_is_written() {
    let unfinished = |is_usable, has_value| {
        let look = look(FolderState::Unfinished, false, is_usable, has_value);
        step(&look, false)
    };
    assert_eq!(unfinished(true, false), Ok(FolderStep::Write));
    assert_eq!(unfinished(false, false), Ok(FolderStep::Create));
    assert_eq!(unfinished(false, true), Ok(FolderStep::Replace));
    let unclear = look(FolderState::Unclear, false, false, false);
    assert_eq!(step(&unclear, false), Err(ErrorCode::MaybeCreated));
    assert_eq!(step(&unclear, true), Ok(FolderStep::Create));
    let filled = look(FolderState::Filled, false, true, true);
    assert_eq!(step(&filled, true), Ok(FolderStep::Replace));
}
