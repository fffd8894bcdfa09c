//! The forms of the connect card.

use std::path::Path;

use app::connect::{
    DatabaseUrl, EnvBlock, EnvClaim, EnvNames, Form, FormGroup, FormId, Given, PsqlParameters,
    Sources, forms,
};
use app::view::ErrorCode;
use secrecy::ExposeSecret;

const POOLED: &str = "postgresql://neondb_owner:npg_x@ep-cool-name-12345678-pooler.c-2.us-east-2.aws.neon.tech/neondb?channel_binding=require&sslmode=require";
const DIRECT: &str = "postgresql://neondb_owner:npg_x@ep-cool-name-12345678.c-2.us-east-2.aws.neon.tech/neondb?channel_binding=require&sslmode=require";
const LOCAL: &str =
    "postgresql://svcdb_owner:npg_y@localhost:54321/svcdb?channel_binding=require&sslmode=require";
const NAMED: &str = "postgresql://svcdb_owner:npg_y@localhost:54321/svcdb?sslmode=require&channel_binding=require&sslrootcert=/my%20data/tls/pooler-ca.pem";
const CLAIM: &str = "https://neon.new/claim/0198f3a0-7c1e-7000-8000-3f5a9c2b1d4e";

fn parse(text: &str) -> DatabaseUrl {
    text.parse().unwrap()
}

fn block() -> EnvBlock {
    EnvBlock {
        claim: Some(EnvClaim {
            expires_at: "2026-11-24T05:21:00Z".parse().unwrap(),
            url: CLAIM.into(),
        }),
        pooled: POOLED.into(),
        direct: Some(DIRECT.into()),
    }
}

fn all(url: &str, ca_file: Option<&Path>) -> Vec<Form> {
    let (url, block, names) = (parse(url), block(), EnvNames::default());
    let sources = Sources {
        url: &url,
        given: Given::Both,
        ca_file,
        block: Some(&block),
        names: &names,
        sandbox: None,
    };
    forms(&sources).unwrap()
}

#[test]
fn every_form_is_whole_and_its_masked_text_tells_no_secret() {
    let found = all(POOLED, Some(Path::new("/data/it's/ca.pem")));
    let ids: Vec<_> = found.iter().map(|form| form.id).collect();
    let expected = [
        FormId::Pooled,
        FormId::Direct,
        FormId::Psql,
        FormId::Parameters,
        FormId::Env,
        FormId::Node,
        FormId::PostgresJs,
        FormId::ServerlessHttp,
        FormId::ServerlessWebSocket,
        FormId::Python,
        FormId::Asyncpg,
        FormId::Jdbc,
        FormId::Go,
        FormId::Rust,
        FormId::Dotnet,
        FormId::Ruby,
        FormId::Php,
        FormId::Prisma,
        FormId::Drizzle,
        FormId::Knex,
        FormId::Django,
        FormId::Sqlalchemy,
        FormId::Rails,
        FormId::Ca,
        FormId::ClaimLink,
    ];
    assert_eq!(ids, expected);
    let text = |id: FormId| {
        let form = found.iter().find(|form| form.id == id).unwrap();
        (form.text.expose_secret().to_owned(), form.masked.clone())
    };
    assert_eq!(
        text(FormId::Pooled),
        (POOLED.to_owned(), POOLED.replace("npg_x", "••••"))
    );
    assert_eq!(
        text(FormId::Direct),
        (DIRECT.to_owned(), DIRECT.replace("npg_x", "••••"))
    );
    assert_eq!(text(FormId::Psql).0, format!("psql \"{POOLED}\""));
    assert_eq!(
        text(FormId::Parameters).1,
        "host=ep-cool-name-12345678-pooler.c-2.us-east-2.aws.neon.tech\nport=5432\ndatabase=neondb\nuser=neondb_owner\npassword=••••\nsslmode=require\nchannel_binding=require"
    );
    let (env, masked) = text(FormId::Env);
    assert!(env.contains(&format!(
        "DATABASE_URL=\"{POOLED}\"\nDATABASE_URL_DIRECT=\"{DIRECT}\"\n"
    )));
    assert!(
        masked.ends_with(
            "DATABASE_URL=••••\nDATABASE_URL_DIRECT=••••\nPUBLIC_POSTGRES_CLAIM_URL=••••"
        )
    );
    assert!(
        text(FormId::Node)
            .0
            .contains("process.env.DATABASE_URL,\n  enableChannelBinding: true")
    );
    assert_eq!(
        text(FormId::Ca).0,
        "NODE_EXTRA_CA_CERTS=\"/data/it's/ca.pem\""
    );
    assert_eq!(text(FormId::ClaimLink).1, "https://neon.new/claim/••••");
    for form in &found {
        let shown = format!("{form:?} {} {:?}", form.masked, form.note);
        assert!(
            !shown.contains("npg_x") && !shown.contains("0198f3a0"),
            "{shown}"
        );
    }
    assert_eq!(all(LOCAL, None).len(), ids.len() - 1);
}

#[test]
fn the_shell_reads_the_string_as_it_is() {
    for password in ["npg_x", "a$b`c!d'e", "a%22;b"] {
        let url = POOLED.replace("npg_x", password);
        let found = all(&url, None);
        let psql = found.iter().find(|form| form.id == FormId::Psql).unwrap();
        let command = psql.text.expose_secret().replacen("psql", "printf %s", 1);
        let output = std::process::Command::new("sh")
            .args(["-c", &command])
            .output();
        assert_eq!(String::from_utf8(output.unwrap().stdout).unwrap(), url);
    }
}

fn forms_of(url: &str, given: Given, ca_file: Option<&Path>) -> Vec<Form> {
    let (url, names) = (parse(url), EnvNames::default());
    let sources = Sources {
        url: &url,
        given,
        ca_file,
        block: None,
        names: &names,
        sandbox: None,
    };
    forms(&sources).unwrap()
}

#[track_caller]
fn form(forms: &[Form], id: FormId) -> &Form {
    forms.iter().find(|form| form.id == id).unwrap()
}

#[test]
fn a_card_about_one_string_offers_that_alone() {
    for (given, url, id) in [
        (Given::Pooled, POOLED, FormId::Pooled),
        (Given::Direct, DIRECT, FormId::Direct),
    ] {
        let found = forms_of(url, given, None);
        assert_eq!((found[0].id, found[0].label), (id, "URL"));
        assert_eq!(found[0].text.expose_secret(), url);
        let strings = found
            .iter()
            .filter(|form| matches!(form.id, FormId::Pooled | FormId::Direct));
        assert_eq!(strings.count(), 1);
    }
}

#[test]
fn migrations_go_around_a_pooler_and_nowhere_else() {
    for id in [FormId::Prisma, FormId::Drizzle] {
        let text = |given, url| {
            let found = forms_of(url, given, None);
            form(&found, id).text.expose_secret().to_owned()
        };
        let pooled = text(Given::Pooled, POOLED);
        assert!(pooled.contains("DATABASE_URL_DIRECT") && pooled.contains("env.DATABASE_URL,"));
        assert!(!text(Given::Direct, DIRECT).contains("DATABASE_URL_DIRECT"));
    }
    let django = |given, url| {
        let found = forms_of(url, given, None);
        form(&found, FormId::Django).text.expose_secret().to_owned()
    };
    assert!(django(Given::Pooled, POOLED).contains("disable_server_side_cursors=True"));
    assert!(!django(Given::Direct, DIRECT).contains("disable_server_side_cursors"));
    let dotnet = forms_of(POOLED, Given::Pooled, None);
    let dotnet = form(&dotnet, FormId::Dotnet).text.expose_secret();
    assert!(dotnet.contains("NoResetOnClose = true"), "{dotnet}");
}

#[test]
fn a_jdbc_address_holds_the_password_as_java_reads_it() {
    let url = POOLED.replace("npg_x", "a%2Bb%26c%3Dd%2520e");
    let found = forms_of(&url, Given::Pooled, Some(Path::new("/data/my ca.pem")));
    let jdbc = form(&found, FormId::Jdbc);
    let host = parse(POOLED).host().to_owned();
    let address = format!("jdbc:postgresql://{host}:5432/neondb?user=neondb_owner&password=");
    assert_eq!(
        jdbc.text.expose_secret(),
        &format!("{address}a%2Bb%26c%3Dd%2520e&sslmode=require&channelBinding=require")
    );
    assert_eq!(
        jdbc.masked,
        format!("{address}••••&sslmode=require&channelBinding=require")
    );
    assert!(
        jdbc.note
            .as_ref()
            .unwrap()
            .contains("%2Fdata%2Fmy%20ca.pem")
    );
}

fn in_the_sandbox(url: &str) -> Vec<Form> {
    let (url, names) = (parse(url), EnvNames::default());
    let sources = Sources {
        url: &url,
        given: Given::Both,
        ca_file: Some(Path::new("/elsewhere/ca.pem")),
        block: None,
        names: &names,
        sandbox: Some("http://127.0.0.1:4000"),
    };
    forms(&sources).unwrap()
}

#[test]
fn nobody_is_sent_for_a_ca_file_that_the_string_names() {
    let found = in_the_sandbox(NAMED);
    for form in &found {
        let note = form.note.clone().unwrap_or_default();
        assert!(!note.contains("elsewhere"), "{:?}: {note}", form.id);
        let text = form.text.expose_secret();
        assert!(
            form.id == FormId::Ca || !text.contains("elsewhere"),
            "{:?}: {text}",
            form.id
        );
    }
    let text = |id| form(&found, id).text.expose_secret();
    assert!(text(FormId::Jdbc).ends_with(
        "&sslmode=verify-full&channelBinding=require&sslrootcert=%2Fmy%20data%2Ftls%2Fpooler-ca.pem"
    ));
    assert!(
        text(FormId::Parameters)
            .ends_with("channel_binding=require\nsslrootcert=/my data/tls/pooler-ca.pem")
    );
    assert!(text(FormId::Dotnet).contains(r#"RootCertificate = "/my data/tls/pooler-ca.pem","#));
    assert!(text(FormId::Rust).contains("pem_file_iter(file)"));
    // The same string without the file is checked with the one of the account.
    let unnamed = in_the_sandbox(LOCAL);
    for id in [FormId::Node, FormId::Psql, FormId::Rust, FormId::Jdbc] {
        let note = form(&unnamed, id).note.clone().unwrap();
        assert!(note.contains("elsewhere"), "{id:?}: {note}");
    }
    assert!(
        !form(&unnamed, FormId::Rust)
            .text
            .expose_secret()
            .contains("pem_file_iter")
    );
}

#[test]
fn the_serverless_driver_is_led_to_the_sandbox_and_nowhere_else() {
    let sandbox = in_the_sandbox(NAMED);
    let text = |forms: &[Form], id| form(forms, id).text.expose_secret().to_owned();
    let http = text(&sandbox, FormId::ServerlessHttp);
    assert!(http.contains(r#"neonConfig.fetchEndpoint = "http://127.0.0.1:4000/sql";"#));
    let socket = text(&sandbox, FormId::ServerlessWebSocket);
    for line in [
        r#"neonConfig.wsProxy = "127.0.0.1:4000/v2";"#,
        "neonConfig.useSecureWebSocket = false;",
        r#"url.searchParams.delete("sslrootcert");"#,
        "connectionString: url.href",
    ] {
        assert!(socket.contains(line), "{line}: {socket}");
    }
    let live = forms_of(POOLED, Given::Pooled, None);
    let http = text(&live, FormId::ServerlessHttp);
    let socket = text(&live, FormId::ServerlessWebSocket);
    assert!(!http.contains("neonConfig"), "{http}");
    assert!(
        !socket.contains("Proxy") && !socket.contains("Secure"),
        "{socket}"
    );
    assert!(socket.contains("connectionString: process.env.DATABASE_URL }"));
}

#[test]
fn no_program_but_the_jdbc_address_holds_the_password() {
    let found = forms_of(POOLED, Given::Pooled, None);
    let programs = found.iter().filter(|form| form.group != FormGroup::String);
    let programs: Vec<_> = programs.filter(|form| form.id != FormId::Jdbc).collect();
    assert_eq!(programs.len(), 17);
    for program in programs {
        let text = program.text.expose_secret();
        assert!(!text.contains("npg_x") && *text == program.masked);
    }
}

#[test]
fn a_string_without_a_password_is_shown_as_it_is() {
    let url = POOLED.replace(":npg_x", "");
    let found = forms_of(&url, Given::Pooled, None);
    assert_eq!(form(&found, FormId::Pooled).masked, url);
    let parameters = &form(&found, FormId::Parameters).masked;
    assert!(!parameters.contains("password"), "{parameters}");
    let jdbc = form(&found, FormId::Jdbc).text.expose_secret();
    assert!(jdbc.contains("user=neondb_owner&sslmode"), "{jdbc}");
}

#[test]
fn a_masked_text_tells_nothing_of_a_password_with_special_characters() {
    for password in [
        "p%40ss%3Aw%2Ford",
        "%24%28id%29%60x%60",
        "a%22b%27c%5Cd",
        "%E2%82%AC%20%F0%9F%90%98",
    ] {
        let url = POOLED.replace("npg_x", password);
        let decoded = parse(&url).password().unwrap().expose_secret().to_owned();
        for form in forms_of(&url, Given::Both, None) {
            let shown = format!("{form:?} {} {:?}", form.masked, form.note);
            assert!(
                !shown.contains(password) && !shown.contains(&decoded),
                "{shown}"
            );
        }
    }
}

#[test]
fn psql_verifies_the_server_whatever_the_string_says() {
    let of = |sslmode: &str| {
        let url = POOLED.replace("sslmode=require", sslmode);
        PsqlParameters::of(&parse(&url), None)
    };
    for sslmode in [
        "",
        "sslmode=prefer",
        "sslmode=require",
        "sslmode=verify-ca",
        "sslmode=verify-full",
        "sslmode=disable&sslmode=require",
    ] {
        let parameters = of(sslmode).unwrap();
        assert_eq!(parameters.sslmode, "verify-full", "{sslmode}");
        assert_eq!(parameters.channel_binding, "require", "{sslmode}");
    }
    for mode in ["disable", "allow"] {
        for sslmode in [
            format!("sslmode={mode}"),
            format!("sslmode=require&sslmode={mode}"),
        ] {
            let refused = of(&sslmode).unwrap_err();
            assert_eq!(refused.code(), ErrorCode::Invalid, "{sslmode}");
            assert!(
                refused.to_string().contains(&format!("sslmode={mode}")),
                "{refused}"
            );
        }
    }
}
