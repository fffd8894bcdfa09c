//! What a server says when it refuses, as a person gets to read it.

use crate::instant_fixture::{InstantFixture, id, in_time, say};
use crate::literals::ID;

#[tokio::test]
async fn the_documented_refusals_are_known() {
    let fixture = InstantFixture::new([say(
        "400 Bad Request",
        "",
        r#"{"message":"Database not found"}"#,
    )])
    .await;
    let error = in_time(fixture.client.get(&id())).await.unwrap_err();
    assert!(error.is_not_found());
    assert_eq!(error.attempts(), 1);

    let table = [
        ("404 Not Found", "", true),
        ("400 Bad Request", r#"{"error":"Database not found"}"#, true),
        (
            "400 Bad Request",
            r#"{"error":{"message":"Database not found"}}"#,
            true,
        ),
        ("400 Bad Request", "Database not found", true),
        (
            "400 Bad Request",
            r#"{"message":"Missing referrer"}"#,
            false,
        ),
        ("400 Bad Request", "", false),
        (
            "403 Forbidden",
            r#"{"message":"Database not found"}"#,
            false,
        ),
    ];
    for (status, body, not_found) in table {
        let fixture = InstantFixture::new([say(status, "", body)]).await;
        let error = in_time(fixture.client.get(&id())).await.unwrap_err();
        assert_eq!(error.is_not_found(), not_found, "{status} {body}");
    }
}

#[tokio::test]
async fn message_code_and_hint_come_in_any_of_their_shapes() {
    // body, message, code, hint
    let table = [
        (
            r#"{"message":"Missing referrer","hint":"Add a ref."}"#,
            Some("Missing referrer"),
            None,
            Some("Add a ref."),
        ),
        (
            r#"{"error":"No","code":"NOPE"}"#,
            Some("No"),
            Some("NOPE"),
            None,
        ),
        (
            r#"{"error":{"message":"No","code":"NOPE","hint":"Ask."}}"#,
            Some("No"),
            Some("NOPE"),
            Some("Ask."),
        ),
        (
            r#"{"message":"Both","error":"Bad Request"}"#,
            Some("Both"),
            None,
            None,
        ),
        (r#"{"message":"No","code":""}"#, Some("No"), None, None),
        (r#"{"message":7,"code":null,"hint":[]}"#, None, None, None),
        (r#""just a text""#, Some("just a text"), None, None),
        ("plain words", Some("plain words"), None, None),
        ("<html><body>no</body></html>", None, None, None),
        ("", None, None, None),
    ];
    for (body, message, code, hint) in table {
        let fixture = InstantFixture::new([say("418 Teapot", "", body)]).await;
        let error = in_time(fixture.client.get(&id())).await.unwrap_err();
        assert_eq!(
            (error.server_message(), error.code(), error.hint()),
            (message, code, hint),
            "{body}"
        );
    }
}

#[tokio::test]
async fn a_403_has_the_words_of_the_service_and_blames_the_key_only_without_any() {
    // body, what is said, hint
    let table = [
        (
            r#"{"code":"PROJECTS_LIMIT_EXCEEDED","message":"projects limit exceeded"}"#,
            "the platform denied permission (403): projects limit exceeded",
            None,
        ),
        (
            r#"{"message":"not on this plan","hint":"Upgrade."}"#,
            "the platform denied permission (403): not on this plan",
            Some("Upgrade."),
        ),
        (
            "",
            "the platform denied permission (403)",
            Some("Check that the key has permission to do this."),
        ),
    ];
    for (body, said, hint) in table {
        let fixture = InstantFixture::new([say("403 Forbidden", "", body)]).await;
        let error = in_time(fixture.client.get(&id())).await.unwrap_err();
        assert!(error.to_string().ends_with(said), "{error}");
        assert_eq!(error.hint(), hint, "{body}");
        assert!(error.is_forbidden() && !error.is_unauthorized());
    }
    let fixture = InstantFixture::new([say("401 Unauthorized", "", "")]).await;
    let error = in_time(fixture.client.get(&id())).await.unwrap_err();
    assert!(error.hint().unwrap().contains("the key is correct"));
}

#[tokio::test]
async fn what_the_server_says_is_one_bounded_line() {
    let long = "x".repeat(5000);
    // The ids below are quoted back by the server.
    let table = [
        (
            r#"{"message":"a\u0000b\u001b[31mc\nd\u202ee\u200bf"}"#.to_owned(),
            "ab[31mc def".to_owned(),
        ),
        (
            format!(r#"{{"message":"no database {ID} here"}}"#),
            "no database … here".to_owned(),
        ),
        (
            format!(r#"{{"message":"{long}"}}"#),
            format!("{}…", "x".repeat(300)),
        ),
    ];
    for (body, message) in table {
        let fixture = InstantFixture::new([say("400 Bad Request", "", &body)]).await;
        let error = in_time(fixture.client.get(&id())).await.unwrap_err();
        assert_eq!(error.server_message(), Some(message.as_str()), "{body}");
        assert!(!error.to_string().chars().any(char::is_control));
    }
}

#[tokio::test]
async fn a_record_of_another_shape_is_reported_with_where_it_differs() {
    let table = [
        (
            r#"{"id":"x","status":"UNCLAIMED","expires_at":"tomorrow"}"#,
            "expires_at",
        ),
        (
            r#"{"id":"x","status":"UNCLAIMED","connection_string":{"secret":"hush"}}"#,
            "connection_string",
        ),
        (r#"{"id":{"secret":"hush"},"status":"UNCLAIMED"}"#, "id"),
        (r#"{"id":"x"}"#, "."),
        ("hush", "."),
    ];
    for (body, path) in table {
        let fixture = InstantFixture::new([say("200 OK", "", body)]).await;
        let error = in_time(fixture.client.get(&id())).await.unwrap_err();
        assert!(error.is_decode(), "{body}");
        assert_eq!(error.json_path(), Some(path), "{body}");
        let printed = format!("{error} {error:?}");
        assert!(
            !printed.contains("hush") && !printed.contains("tomorrow"),
            "{printed}"
        );
    }
}
