//! The certificate authority of an account's servers: read from a file once, kept, and named to who connects.

use std::path::PathBuf;

use app::Clock;
use app::accounts::{self, ConnectAccount, EditAccount};
use app::view::{AccountView, CertificatesView, ErrorCode, PlatformKind};
use chrono::{DateTime, Datelike as _, TimeDelta, Utc};
use rcgen::{CertificateParams, DnType, KeyPair, date_time_ymd};

use super::connect_account::{ME, all, named, request, whole};
use super::core_fixture::CoreFixture;
use super::identity_platform;

struct Made {
    pem: String,
    der: Vec<u8>,
    key: String,
}

fn made(name: &str, from: DateTime<Utc>, until: DateTime<Utc>) -> Made {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, name);
    let day = |at: DateTime<Utc>| {
        let (month, day) = (at.month().try_into().unwrap(), at.day().try_into().unwrap());
        date_time_ymd(at.year(), month, day)
    };
    (params.not_before, params.not_after) = (day(from), day(until));
    let certificate = params.self_signed(&key).unwrap();
    Made {
        pem: certificate.pem(),
        der: certificate.der().to_vec(),
        key: key.serialize_pem(),
    }
}

struct Files {
    folder: tempfile::TempDir,
    now: DateTime<Utc>,
}

impl Files {
    fn new(core: &CoreFixture) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            now: core.clock.now(),
        }
    }

    fn good(&self, name: &str) -> Made {
        let year = TimeDelta::days(365);
        made(name, self.now - year, self.now + year)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Option<String> {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        Some(path.to_str().unwrap().to_owned())
    }
}

async fn one(core: &CoreFixture, id: &str) -> AccountView {
    let all = all(core).await.into_iter();
    all.into_iter().find(|it| it.id == id).unwrap()
}

async fn edited(core: &CoreFixture, id: &str, ca_file: &str) -> Option<CertificatesView> {
    let edit = EditAccount {
        ca_file: Some(ca_file.to_owned()),
        ..EditAccount::default()
    };
    accounts::edit(&core.app, id, edit).await.unwrap().ca
}

fn laid_out(core: &CoreFixture) -> Vec<PathBuf> {
    let folder = core.folder.path().join("certificates");
    let files = std::fs::read_dir(folder).unwrap();
    files.map(|it| it.unwrap().path()).collect()
}

#[tokio::test]
async fn it_is_read_once_and_kept_without_anything_else_of_the_file() {
    let mut core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let files = Files::new(&core);
    let (first, second) = (files.good("First CA"), files.good("Second CA"));
    let text = format!(
        "Our authority\n{}\r\n{}{}",
        first.pem, second.key, second.pem
    );
    let wanted = ConnectAccount {
        ca_file: files.write("ca.pem", text),
        ..request(&identity_platform, "napi_mine")
    };
    let account = accounts::connect(&core.app, wanted).await.unwrap();
    let ca = account.ca.clone().unwrap();
    assert_eq!((&*ca.subject, ca.count), ("CN=First CA", 2));
    assert_eq!(
        (ca.expires_at.date_naive() - files.now.date_naive()).num_days(),
        365
    );
    let kept = std::fs::read_to_string(&ca.path).unwrap();
    assert_eq!(kept.matches("BEGIN CERTIFICATE").count(), 2);
    assert!(!kept.contains("PRIVATE KEY") && !kept.contains("Our authority"));

    // The file that was chosen may go, and so may the one that was laid out.
    drop(files);
    std::fs::remove_file(&ca.path).unwrap();
    core.restart().await;
    assert_eq!(one(&core, &account.id).await.ca, Some(ca.clone()));
    assert_eq!(std::fs::read_to_string(&ca.path).unwrap(), kept);
    let store = std::fs::read(core.folder.path().join("plinth.db")).unwrap();
    let is_stored = |text: &str| store.windows(text.len()).any(|it| it == text.as_bytes());
    assert!(!is_stored("PRIVATE KEY"));
}

#[tokio::test]
async fn another_takes_its_place_and_it_goes_with_its_account() {
    let core = CoreFixture::new().await;
    let identity_platform =
        identity_platform::start(&[("napi_mine", ME), ("napi_other", ME)]).await;
    let files = Files::new(&core);
    let mine = accounts::connect(&core.app, named(&identity_platform, "napi_mine", "Mine")).await;
    let mine = mine.unwrap().id;
    let (first, second) = (files.good("First CA"), files.good("Second CA"));
    let path = files.write("first.pem", &first.pem).unwrap();
    let ca = edited(&core, &mine, &path).await.unwrap();
    assert_eq!(ca.subject, "CN=First CA");
    let path = files.write("second.pem", &second.pem).unwrap();
    let ca = edited(&core, &mine, &path).await.unwrap();
    assert_eq!(ca.subject, "CN=Second CA");
    assert_eq!(std::fs::read_to_string(&ca.path).unwrap(), second.pem);
    // A form sends back the path that it showed, and that is no change.
    std::fs::write(&path, "gone").unwrap();
    assert_eq!(edited(&core, &mine, &ca.path).await, Some(ca.clone()));
    // What is refused leaves what was there.
    let edit = EditAccount {
        ca_file: Some(path),
        ..EditAccount::default()
    };
    whole(accounts::edit(&core.app, &mine, edit).await.unwrap_err());
    assert_eq!(one(&core, &mine).await.ca, Some(ca.clone()));
    assert_eq!(edited(&core, &mine, "").await, None);
    assert_eq!(laid_out(&core), [] as [PathBuf; 0]);

    let wanted = ConnectAccount {
        ca_file: files.write("first.pem", &first.pem),
        ..named(&identity_platform, "napi_other", "Other")
    };
    let other = accounts::connect(&core.app, wanted).await.unwrap();
    let path = PathBuf::from(other.ca.unwrap().path);
    assert_eq!(laid_out(&core), [path]);
    app::remove_account(&core.app, &other.id).await.unwrap();
    assert_eq!(laid_out(&core), [] as [PathBuf; 0]);
}

#[tokio::test]
async fn what_is_no_authority_is_refused_before_anything_leaves() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let files = Files::new(&core);
    let year = TimeDelta::days(365);
    let good = files.good("CA");
    let past = made("CA", files.now - year * 2, files.now - year);
    let future = made("CA", files.now + year, files.now + year * 2);
    let broken = good.pem.replace('M', "?");
    let folder = files.folder.path().to_str().unwrap().to_owned();
    let cases = [
        (
            "no file",
            Some(format!("{folder}/none.pem")),
            "CA file not found",
        ),
        ("a folder", Some(folder.clone()), "The CA file is a folder"),
        (
            "part of a path",
            Some("ca.pem".to_owned()),
            "This is not a full path",
        ),
        (
            "nothing",
            files.write("empty.pem", ""),
            "The CA file contains no certificate",
        ),
        (
            "a text",
            files.write("text.pem", "PASSWORD=x"),
            "The CA file contains no certificate",
        ),
        (
            "a key",
            files.write("key.pem", &good.key),
            "The CA file contains a private key",
        ),
        (
            "a binary one",
            files.write("ca.der", &good.der),
            "The CA file is in DER format",
        ),
        (
            "half a one",
            files.write("half.pem", &good.pem[..200]),
            "Couldn't read the certificate in the CA file",
        ),
        (
            "a broken one",
            files.write("bad.pem", broken),
            "Couldn't read the certificate in the CA file",
        ),
        (
            "a former one",
            files.write("past.pem", &past.pem),
            "The certificate in the CA file expired on",
        ),
        (
            "a coming one",
            files.write("future.pem", &future.pem),
            "The certificate in the CA file is not valid before",
        ),
        (
            "a huge one",
            files.write("huge.pem", good.pem.repeat(3000)),
            "The CA file is larger than 1 MB",
        ),
    ];
    for (case, ca_file, begin) in cases {
        let wanted = ConnectAccount {
            ca_file,
            ..request(&identity_platform, "napi_mine")
        };
        let error = whole(accounts::connect(&core.app, wanted).await.unwrap_err());
        assert!(
            error.message.starts_with(begin),
            "{case}: {}",
            error.message
        );
        assert!(
            matches!(error.code, ErrorCode::Invalid | ErrorCode::File),
            "{case}: {:?}",
            error.code
        );
    }
    let neon = ConnectAccount {
        platform: PlatformKind::Neon,
        base_url: None,
        ca_file: files.write("ca.pem", &good.pem),
        ..request(&identity_platform, "napi_mine")
    };
    let error = whole(accounts::connect(&core.app, neon).await.unwrap_err());
    assert_eq!(error.code, ErrorCode::Invalid);
    assert_eq!(identity_platform.request_count(), 0);
    assert!(all(&core).await.is_empty());
}
