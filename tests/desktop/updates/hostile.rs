//! Announcements that nobody sane would make, by the thousand.

use serde_json::{Value, json};

use super::image::Packed;
use super::releases::{Key, whole};
use super::{package, start};

/// Asks `count` times, tries to install what comes from `host`, and gives what came of each.
const ASK: &str = "const [count, host, done] = arguments;
    const invoke = (name) => window.__TAURI_INTERNALS__.invoke(name).then((ok) => ({ ok }), (error) => ({ error }));
    const ask = async () => {
        const all = [];
        for (let each = 0; each < count; each += 1) {
            const checked = await invoke('updates_check');
            const release = checked.ok?.release ?? null;
            const installed = release?.host === host ? await invoke('updates_install') : null;
            all.push({ release, error: checked.error ?? null, installed });
        }
        return all;
    };
    ask().then(done);";

/// In place of each value of an announcement.
fn odd_values() -> Vec<Value> {
    let texts = [
        "",
        " ",
        "v9.9.9",
        "9",
        "9.9",
        "9.9.9.9",
        "09.9.9",
        "-1.0.0",
        "9.9.9-",
        "9.9.9+",
        "9.9.9+meta",
        "9.9.9-rc.1",
        "9.9.9\n",
        "9.9.9\u{0}",
        "\u{202e}9.9.9",
        "९.९.९",
        "99999999999999999999.0.0",
        "1e9.0.0",
        "../../etc/passwd",
        "$(id)",
        "<script>alert(1)</script>",
        "%00",
        "2026-13-45T99:99:99Z",
        "0000-00-00",
        "untrusted comment: minisign",
        "====",
        "ünïcödé",
    ];
    let long = [
        "9".repeat(5_000),
        "x".repeat(100_000),
        format!("9.9.9-{}", "a".repeat(5_000)),
    ];
    let others = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1e300),
        json!([]),
        json!({}),
        json!([[[[{}]]]]),
        json!({ "url": null, "signature": null }),
    ];
    let texts = texts.into_iter().map(|it| json!(it));
    texts
        .chain(long.into_iter().map(|it| json!(it)))
        .chain(others)
        .collect()
}

/// Addresses that no package may come from.
const ADDRESSES: [&str; 27] = [
    "http://updates.example.test/p",
    "HTTP://updates.example.test/p",
    "//updates.example.test/p",
    "ftp://updates.example.test/p",
    "file:///etc/passwd",
    "file://localhost/etc/passwd",
    "javascript:alert(1)",
    "data:application/octet-stream,x",
    "blob:null/x",
    "tauri://localhost/x",
    "plinth://project/x",
    "unix:///run/x",
    "about:blank",
    "https://",
    "https://:443/p",
    "https://user@updates.example.test/p",
    "https://user:word@updates.example.test/p",
    "https://updates.example.test/p?x=1",
    "https://updates.example.test/p#x",
    "http://localhost.updates.example.test/p",
    "http://127.0.0.1.updates.example.test/p",
    "http://0.0.0.0/p",
    "http://[::]/p",
    "http://169.254.169.254/latest",
    "http://10.0.0.1/p",
    "http://[fe80::1]/p",
    "not an address",
];

/// What no announcement is.
fn odd_texts() -> Vec<Vec<u8>> {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let mut texts: Vec<Vec<u8>> = [
        "",
        " ",
        "null",
        "true",
        "0",
        "[]",
        "{}",
        "\"9.9.9\"",
        "<!doctype html><title>Sign in</title>",
        "{\"version\":\"9.9.9\"}",
        "{\"version\":\"9.9.9\",\"platforms\":{}}",
        "{\"version\":\"9.9.9\",\"url\":\"https://a.test/p\"}",
        "NaN",
        "[1e999]",
        "{'version':'9.9.9'}",
    ]
    .into_iter()
    .map(|it| it.as_bytes().to_vec())
    .collect();
    texts.extend([nested(100), nested(10_000), "{\"a\":".repeat(50_000)].map(String::into_bytes));
    texts.push(vec![0; 4_096]);
    texts.push(vec![0xff; 4_096]);
    texts.push(b"\xff\xfe{\0}\0".to_vec());
    // Larger than any announcement is read.
    texts.push(format!("\"{}\"", "x".repeat(300 * 1024)).into_bytes());
    texts
}

/// Everything that is done to a sound announcement.
fn all(sound: &Value) -> Vec<Vec<u8>> {
    let text = sound.to_string().into_bytes();
    let mut all: Vec<Vec<u8>> = (0..text.len()).map(|end| text[..end].to_vec()).collect();
    for place in (0..text.len()).step_by(2) {
        let mut changed = text.clone();
        changed[place] ^= 1 << (place % 7);
        all.push(changed);
    }
    let system = sound["platforms"]
        .as_object()
        .unwrap()
        .keys()
        .next()
        .unwrap();
    let of_package = |name: &str| format!("/platforms/{system}/{name}");
    let fields = ["/version", "/notes", "/pub_date", "/platforms"].map(str::to_owned);
    let fields = fields.into_iter().chain([
        format!("/platforms/{system}"),
        of_package("url"),
        of_package("signature"),
    ]);
    for field in fields {
        for odd in odd_values() {
            let mut changed = sound.clone();
            *changed.pointer_mut(&field).unwrap() = odd;
            all.push(changed.to_string().into_bytes());
        }
    }
    for address in ADDRESSES {
        let mut changed = sound.clone();
        *changed.pointer_mut(&of_package("url")).unwrap() = json!(address);
        all.push(changed.to_string().into_bytes());
    }
    all.extend(odd_texts());
    all
}

/// Where an announcement that can be read would have its package from.
fn address(announcement: &[u8]) -> String {
    let announced: Value = serde_json::from_slice(announcement).unwrap_or_default();
    let platforms = announced["platforms"].as_object();
    let package = platforms.and_then(|it| it.values().next());
    let address = package.and_then(|it| it["url"].as_str());
    address.unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn announcements_by_the_thousand_install_nothing_and_none_stops_the_window() {
    let (mut desktop, releases, image) = start("update-hostile", Packed::AppImage).await;
    let before = image.bytes();
    let newer = package(&desktop, "newer");
    // So whatever is taken for an update, it is nobody's.
    let stranger = Key::make(&desktop.path().join("stranger"));
    let sound = releases.announcement("9.9.9", &stranger.sign(&newer, "9.9.9"));
    releases.hand_out(whole(&std::fs::read(&newer).unwrap()));
    let announcements = all(&sound);
    assert!(announcements.len() > 1_000, "{}", announcements.len());
    releases.announce_in_turn(&announcements);
    let window = desktop.open().await;
    window.eventually("settings_get", json!({})).await;

    let own = releases
        .server
        .url
        .strip_prefix("http://")
        .unwrap()
        .to_owned();
    let mut results = Vec::new();
    // A script has half a minute.
    for part in announcements.chunks(200) {
        let asked = vec![json!(part.len()), json!(own)];
        let part = window.wait_for(ASK, asked, "to have asked for each").await;
        results.extend(part.as_array().unwrap().clone());
    }
    assert_eq!(results.len(), announcements.len());
    let (mut offered, mut tried) = (0, 0);
    for (result, announcement) in results.iter().zip(&announcements) {
        let announced = announcement;
        let announced = String::from_utf8_lossy(&announced[..announced.len().min(600)]);
        let (release, error) = (&result["release"], &result["error"]);
        if !error.is_null() {
            let said = |of: &str| error[of].as_str().is_some_and(|it| !it.is_empty());
            assert!(
                said("message") && said("hint") && said("code"),
                "{error}: {announced}"
            );
        }
        if release.is_null() {
            continue;
        }
        offered += 1;
        let host = release["host"].as_str().unwrap();
        let address = address(announcement);
        assert!(
            host == own || !ADDRESSES.contains(&&*address),
            "{address}: {announced}"
        );
        assert!(
            release["version"].as_str().unwrap().len() <= 64,
            "{announced}"
        );
        if host == own {
            tried += 1;
            assert!(result["installed"]["error"].is_object(), "{announced}");
        }
    }
    assert!(
        offered > 50 && tried > 50,
        "{offered} were offered, {tried} tried"
    );
    assert!(image.bytes() == before);
    assert_eq!(image.beside(), ["Plinth.AppImage"]);
    desktop.quit(window).await;
}
