use proptest::prelude::*;
use testkit::hostile_links;

use super::*;

const UUID: &str = "0198f3a0-7c1e-7d3a-9a55-0d3f6f2b1c11";

#[test]
fn each_place_has_its_address() {
    let long = "a".repeat(128);
    let both = format!("project/{long}/branch/{long}");
    let (temporary, operation) = (format!("temporary/{UUID}"), format!("operation/{UUID}"));
    for place in [
        "projects",
        "temporary",
        "history",
        "folders",
        "keys",
        "sandbox",
        "settings",
        "project/misty-meadow-12345678",
        "project/misty-meadow-12345678/branch/br-misty-meadow-a1b2c3d4",
        &both,
        &temporary,
        &operation,
    ] {
        let sound = format!("plinth://{place}");
        let link = parse(&sound).unwrap_or_else(|| panic!("{sound} is refused"));
        assert_eq!(address(&link), sound);
        for same in [format!("PLINTH://{place}"), format!("plinth://{place}/")] {
            assert_eq!(parse(&same).as_ref(), Some(&link), "{same}");
        }
    }
    let project = parse("plinth://project/p-1/branch/br-1").unwrap();
    let expected = DeepLink::Project {
        project_id: "p-1".to_owned(),
        branch_id: Some("br-1".to_owned()),
    };
    assert_eq!(project, expected);
}

#[test]
fn no_hostile_address_names_a_place() {
    let all = hostile_links::all();
    assert!(all.len() > 20_000, "only {} were made", all.len());
    for hostile in all {
        assert_eq!(parse(&hostile), None, "{hostile:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_096))]

    /// Whatever is read says what it names by every one of its bytes: nothing of it is skipped, decoded or folded.
    #[test]
    fn what_is_read_is_the_whole_address(
        text in "[pP]linth://((project|operation)/[a-z0-9._~-]{1,9}(/branch/[a-z0-9._~-]{1,9})?|settings|keys)\\PC{0,2}",
    ) {
        if let Some(link) = parse(&text) {
            let sound = text.replacen("Plinth", "plinth", 1);
            prop_assert_eq!(address(&link), sound.strip_suffix('/').unwrap_or(&sound));
        }
    }

    #[test]
    fn no_text_is_too_odd_to_be_looked_at(text in any::<String>(), bytes in any::<Vec<u8>>()) {
        prop_assert_eq!(parse(&text), None);
        prop_assert_eq!(parse(&String::from_utf8_lossy(&bytes)), None);
        let _ = parse(&format!("plinth://{text}"));
    }

    /// An id of any other sign than those of ids is refused wherever one may stand.
    #[test]
    fn an_id_holds_no_sign_that_means_something(id in "[a-z0-9]{1,8}[^A-Za-z0-9_.~/-][a-z0-9]{1,8}") {
        for place in ["project/", "project/p-1/branch/", "operation/", "temporary/"] {
            let text = format!("plinth://{place}{id}");
            prop_assert_eq!(parse(&text), None);
        }
    }
}
