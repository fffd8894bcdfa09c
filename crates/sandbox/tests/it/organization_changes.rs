//! Members, invitations and the spending limit of an organization.

use serde_json::{Value, json};

use crate::support::TestSandbox;
use crate::support::management::Management;
use crate::support::replies::{ok, refused};
use crate::support::test_sandbox::text;

const ADMINS_ONLY: &str = "only administrators of the organization may do this";

/// The id of somebody's membership.
async fn membership(caller: &Management, organization: &str, user: &str) -> String {
    let members = ok(&caller
        .get(&format!("/organizations/{organization}/members"))
        .await);
    let mut all = members["members"].as_array().unwrap().iter();
    let found = all.find(|it| it["member"]["user_id"] == user).unwrap();
    text(&found["member"], "id").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn members_are_looked_up_given_roles_and_removed() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    sandbox.joins(&ana.organization, &ben.id, "member").await;
    let members = format!("/organizations/{}/members", ana.organization);
    let one = async |user: &str| {
        let id = membership(&ana.caller, &ana.organization, user).await;
        format!("{members}/{id}")
    };
    let (of_ana, of_ben) = (one(&ana.id).await, one(&ben.id).await);
    let shown = ok(&ben.caller.get(&of_ben).await);
    assert_eq!(shown.as_object().unwrap().len(), 5, "{shown}");
    for (field, value) in [
        ("user_id", ben.id.as_str()),
        ("org_id", ana.organization.as_str()),
        ("role", "member"),
    ] {
        assert_eq!(text(&shown, field), value);
    }
    let unknown = format!("{members}/00000000-0000-4000-8000-000000000000");
    refused(&ana.caller.get(&unknown).await, 404, "member not found");
    let elsewhere = membership(&ben.caller, &ben.organization, &ben.id).await;
    refused(
        &ana.caller.get(&format!("{members}/{elsewhere}")).await,
        404,
        "member not found",
    );

    let role = |it: &str| json!({ "role": it });
    refused(
        &ben.caller.patch(&of_ben, &role("admin")).await,
        403,
        ADMINS_ONLY,
    );
    refused(&ben.caller.delete(&of_ana).await, 403, ADMINS_ONLY);
    let last = "an organization needs an administrator, and this one is the last";
    refused(&ana.caller.patch(&of_ana, &role("member")).await, 422, last);
    refused(&ana.caller.delete(&of_ana).await, 422, last);
    refused(
        &ana.caller.patch(&of_ben, &role("viewer")).await,
        400,
        "invalid request: role: organizations of the sandbox have the roles admin and member",
    );
    refused(
        &ana.caller.patch(&of_ben, &role("king")).await,
        400,
        "invalid request: decode application/json: invalid: role (it must be admin or member)",
    );
    let changed = ok(&ana.caller.patch(&of_ben, &role("admin")).await);
    assert_eq!(text(&changed, "role"), "admin");
    assert_eq!(ok(&ana.caller.get(&of_ben).await), changed);
    // Of two admins one can go, also by himself.
    let changed = ok(&ben.caller.patch(&of_ana, &role("member")).await);
    assert_eq!(text(&changed, "role"), "member");
    assert_eq!(ok(&ben.caller.delete(&of_ana).await), json!({}));
    refused(
        &ana.caller.get(&members).await,
        404,
        "organization not found",
    );
    refused(&ben.caller.delete(&of_ana).await, 404, "member not found");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_invited_with_an_account_or_before_they_have_one() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    let path = format!("/organizations/{}/invitations", ana.organization);
    assert_eq!(ok(&ana.caller.get(&path).await), json!({"invitations": []}));
    let invite = |all: Value| json!({ "invitations": all });
    let cyd = json!({"email": "cyd@example.com", "role": "admin"});
    let of_ben = json!({"email": ben.email.to_uppercase(), "role": "member"});
    refused(
        &ben.caller.post(&path, &invite(json!([cyd]))).await,
        404,
        "organization not found",
    );
    for (all, message) in [
        (json!([]), "invitations: at least one is needed"),
        (
            json!([{"email": "cyd", "role": "member"}]),
            "email: an email address is needed",
        ),
        (
            json!([cyd, {"email": "dot@example.com", "role": "editor"}]),
            "role: organizations of the sandbox have the roles admin and member",
        ),
    ] {
        refused(
            &ana.caller.post(&path, &invite(all)).await,
            400,
            &format!("invalid request: {message}"),
        );
    }
    let twice = invite(json!([cyd, {"email": "CYD@example.com", "role": "member"}]));
    refused(
        &ana.caller.post(&path, &twice).await,
        409,
        "invitation already exists; email:\"CYD@example.com\"",
    );
    // Nor can one with an account, who would be a member twice.
    let twice = invite(json!([of_ben, {"email": ben.email, "role": "admin"}]));
    refused(
        &ana.caller.post(&path, &twice).await,
        409,
        &format!("invitation already exists; email:\"{}\"", ben.email),
    );
    assert_eq!(ok(&ana.caller.get(&path).await), json!({"invitations": []}));
    let members = format!("/organizations/{}/members", ana.organization);
    let alone = ok(&ana.caller.get(&members).await);
    assert_eq!(alone["members"].as_array().unwrap().len(), 1, "{alone}");

    let both = ok(&ana.caller.post(&path, &invite(json!([cyd, of_ben]))).await);
    let mut first = both["invitations"][0].clone();
    let fields = first.as_object_mut().unwrap();
    assert!(!fields.remove("id").unwrap().as_str().unwrap().is_empty());
    assert!(
        fields
            .remove("invited_at")
            .unwrap()
            .as_str()
            .unwrap()
            .ends_with('Z')
    );
    assert_eq!(
        first,
        json!({
            "email": "cyd@example.com", "role": "admin", "org_id": ana.organization, "invited_by": ana.id,
        })
    );
    // Who has an account is a member now.
    let roles = async |caller: &Management| -> Vec<(String, String)> {
        let all = ok(&caller.get(&members).await);
        let all = all["members"].as_array().unwrap().iter();
        let role = |it: &Value| {
            let email = text(&it["user"], "email").to_owned();
            (email, text(&it["member"], "role").to_owned())
        };
        let mut all: Vec<_> = all.map(role).collect();
        all.sort();
        all
    };
    let is = |email: &str, role: &str| (email.to_owned(), role.to_owned());
    let (admin, member) = (is(&ana.email, "admin"), is(&ben.email, "member"));
    assert_eq!(roles(&ana.caller).await, [admin.clone(), member.clone()]);
    ok(&ben.caller.get(&path).await);
    refused(
        &ben.caller.post(&path, &invite(json!([cyd]))).await,
        403,
        ADMINS_ONLY,
    );
    refused(
        &ana.caller.post(&path, &invite(json!([of_ben]))).await,
        409,
        &format!(
            "member already exists; email:\"{}\"",
            ben.email.to_uppercase()
        ),
    );
    refused(
        &ana.caller.post(&path, &invite(json!([cyd]))).await,
        409,
        "invitation already exists; email:\"cyd@example.com\"",
    );

    // The other one is with the account, also after a restart.
    let sandbox = sandbox.again(|config| config.servers = false).await;
    let user = json!({"email": "Cyd@example.com"});
    sandbox.made("/sandbox/users", &user).await;
    let caller = Management::with(&sandbox, &ana.key);
    let cyd = is("Cyd@example.com", "admin");
    assert_eq!(roles(&caller).await, [cyd, admin, member]);
    let kept = ok(&caller.get(&path).await);
    assert_eq!(kept, both, "accepted ones stay in the list");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spending_limit_is_set_kept_and_deleted() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    sandbox.joins(&ana.organization, &ben.id, "member").await;
    let path = format!("/organizations/{}/billing/spending_limit", ana.organization);
    let limit = |cents: Value| json!({ "spending_limit_cents": cents });
    let put = async |caller: &Management, cents: Value| {
        let body = limit(cents).to_string();
        caller.send("PUT", &path, body.as_bytes()).await
    };
    assert_eq!(ok(&ana.caller.get(&path).await), limit(Value::Null));
    for cents in [json!(0), json!(-5)] {
        refused(
            &put(&ana.caller, cents).await,
            400,
            "invalid request: spending_limit_cents: must be 1 or more; to have no limit, delete it",
        );
    }
    let nothing = put(&ana.caller, Value::Null).await;
    assert_eq!(nothing.status, 400, "{}", nothing.body);
    refused(&put(&ben.caller, json!(5)).await, 403, ADMINS_ONLY);
    refused(&ben.caller.delete(&path).await, 403, ADMINS_ONLY);
    assert_eq!(
        ok(&put(&ana.caller, json!(5_000)).await),
        limit(json!(5_000))
    );
    assert_eq!(ok(&ben.caller.get(&path).await), limit(json!(5_000)));
    for _ in 0..2 {
        assert_eq!(ok(&ana.caller.delete(&path).await), json!({}));
        assert_eq!(ok(&ana.caller.get(&path).await), limit(Value::Null));
    }
    refused(
        &ana.caller
            .get("/organizations/org-no-such-00000000/billing/spending_limit")
            .await,
        404,
        "organization not found",
    );
    sandbox.stop().await;
}
