//! What must be found nowhere: when a window quits, everything that it heard, holds and wrote is looked through for every
//! secret that is known by then.
//!
//! Known is what lies in the test's keychain, and what a test noted. What the person typed may be in the one call that takes
//! it, and what was shown on purpose in the reply that shows it; the memory of the page is looked through for all others.

use std::collections::BTreeSet;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use serde_json::Value;

use super::process;

/// The commands that take a secret, which somebody typed.
const TAKE: [&str; 9] = [
    "account_connect",
    "account_replace_key",
    "temporary_import_link",
    "oauth_add",
    "oauth_update",
    "email_update",
    "email_probe",
    "email_test",
    "transfer_request_accept",
];

/// The commands that show one on purpose.
const SHOW: [&str; 2] = ["connect_reveal", "role_reveal_password"];

/// Shorter texts are found by chance.
const SHORTEST: usize = 12;

static NOTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// A secret that a test knows of, besides those in its keychain.
pub fn note(secret: &str) {
    assert!(
        secret.len() >= SHORTEST,
        "a secret of {} bytes",
        secret.len()
    );
    NOTED.lock().unwrap().insert(secret.to_owned());
}

/// Records what the page says and hears: each call with its reply, and each event. Of the last calls it keeps when they
/// began, how long they took and with which error they ended.
pub const RECORD_TRAFFIC: &str = r"
    if (window.__traffic) return;
    const exchanges = (window.__traffic = []);
    const calls = (window.__calls = []);
    const fetched = window.fetch.bind(window);
    window.fetch = async (input, init) => {
        const address = String(input.url ?? input);
        const name = decodeURIComponent(address.split('/').pop());
        const call = { name, at: Math.round(performance.now()), took: null };
        if (address.startsWith('ipc:') && calls.push(call) > 60) calls.shift();
        const reply = await fetched(input, init);
        call.took = Math.round(performance.now()) - call.at;
        if (address.startsWith('ipc:')) {
            const request = typeof init?.body === 'string' ? init.body : '';
            if (reply.headers.get('Tauri-Response') === 'error') {
                reply.clone().json().then(({ code }) => (call.code = code), () => {});
            }
            reply.clone().text().then((answered) => exchanges.push([name, request, answered]));
        }
        return reply;
    };
    const { invoke, transformCallback } = window.__TAURI_INTERNALS__;
    const handler = transformCallback((event) => exchanges.push(['event', '', JSON.stringify(event.payload)]));
    invoke('plugin:event|listen', { event: 'core-event', target: { kind: 'Any' }, handler });";

/// One call with its reply.
#[derive(Debug)]
pub struct Exchange {
    command: String,
    request: String,
    answered: String,
}

impl Exchange {
    pub fn all(exchanges: &Value) -> Vec<Self> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let all = exchanges.as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter()
            .map(|each| Self {
                command: text(&each[0]),
                request: text(&each[1]),
                answered: text(&each[2]),
            })
            .collect()
    }
}

/// Every secret that is known now. `keychain`: what `secret-tool` says of it.
pub fn known(keychain: &str) -> BTreeSet<String> {
    let mut known = NOTED.lock().unwrap().clone();
    for line in keychain.lines() {
        if let Some(secret) = line.strip_prefix("secret = ") {
            match serde_json::from_str::<Value>(secret) {
                Ok(Value::Object(record)) => FIELDS
                    .iter()
                    .filter_map(|field| record.get(*field)?.as_str())
                    .for_each(|secret| take(secret, &mut known)),
                _ => take(secret, &mut known),
            }
        }
    }
    known
}

/// What of an entry's record is a secret: it keeps times beside them.
const FIELDS: [&str; 3] = ["id", "claim_url", "connection_string"];

/// A text, and the password in it when it is a connection string.
fn take(text: &str, known: &mut BTreeSet<String>) {
    if text.len() >= SHORTEST {
        known.insert(text.to_owned());
    }
    let password = url::Url::parse(text).ok().and_then(|url| {
        let password = url.password()?.to_owned();
        (password.len() >= SHORTEST).then_some(password)
    });
    known.extend(password);
}

/// What of the secrets went over to the page or came from it where none may. Says the command, never the secret.
pub fn in_traffic(known: &BTreeSet<String>, exchanges: &[Exchange]) -> Vec<String> {
    let mut found = Vec::new();
    for each in exchanges {
        let command = each.command.as_str();
        let in_request = !TAKE.contains(&command) && holds(&each.request, known);
        let in_reply = !SHOW.contains(&command) && holds(&each.answered, known);
        if in_request || in_reply {
            let side = if in_request { "arguments" } else { "reply" };
            found.push(format!("in the {side} of `{command}`"));
        }
    }
    found
}

fn holds(text: &str, known: &BTreeSet<String>) -> bool {
    known.iter().any(|secret| text.contains(secret.as_str()))
}

/// The secrets that nobody typed and nobody had shown.
pub fn unseen(known: &BTreeSet<String>, exchanges: &[Exchange]) -> BTreeSet<String> {
    let seen = |secret: &str| {
        exchanges.iter().any(|each| {
            let command = each.command.as_str();
            (TAKE.contains(&command) && each.request.contains(secret))
                || (SHOW.contains(&command) && each.answered.contains(secret))
        })
    };
    known.iter().filter(|it| !seen(it)).cloned().collect()
}

/// Where the memory of the pages of a data folder's app holds one of these.
pub fn in_memory(secrets: &BTreeSet<String>, data: &Path, scratch: &Path) -> Vec<String> {
    let mut found = Vec::new();
    if secrets.is_empty() {
        return found;
    }
    let mut pages = 0;
    for pid in process::of_folder(data) {
        if !process::name(pid).starts_with("WebKitWebProc") {
            continue;
        }
        pages += 1;
        let pid = pid.as_raw_nonzero().get();
        let dump = scratch.join(format!("memory-{pid}"));
        let bytes = dump_of(pid, &dump);
        assert!(
            bytes > 1_000_000,
            "the page's memory could not be read: {bytes} bytes"
        );
        let hits = matches(secrets, &dump, scratch);
        std::fs::remove_file(&dump).unwrap();
        if hits > 0 {
            found.push(format!("{hits} times in the memory of the page"));
        }
    }
    assert!(pages > 0, "there is no page whose memory could be read");
    found
}

/// Bytes of a page of memory on the machines that the tests run on.
const PAGE: u64 = 4096;

/// What the kernel says of 512 pages none of which is there.
const NOTHING: [u8; 4096] = [0; 4096];

/// Copies what a process may write to, which is where its texts are: the pages that are there, as much more is only
/// reserved.
fn dump_of(pid: i32, dump: &Path) -> u64 {
    let regions = std::fs::read_to_string(format!("/proc/{pid}/smaps")).unwrap();
    let mut memory = std::fs::File::open(format!("/proc/{pid}/mem")).unwrap();
    let mut present = std::fs::File::open(format!("/proc/{pid}/pagemap")).unwrap();
    let mut dump = std::fs::File::create(dump).unwrap();
    let mut copied = 0;
    let mut region = None;
    for line in regions.lines() {
        if let Some(rss) = line.strip_prefix("Rss:") {
            let is_empty = rss.trim_start().starts_with("0 ");
            if let Some((from, to)) = region.take().filter(|_| !is_empty) {
                for (from, to) in runs(&mut present, from, to) {
                    copied += copy(&mut memory, from, to, &mut dump);
                }
            }
        } else if let Some(found) = writable(line) {
            region = Some(found);
        }
    }
    copied
}

/// From where to where a region goes, when its line says that it can be written to.
fn writable(line: &str) -> Option<(u64, u64)> {
    let mut words = line.split_whitespace();
    let (from, to) = words.next()?.split_once('-')?;
    let from = u64::from_str_radix(from, 16).ok()?;
    let to = u64::from_str_radix(to, 16).ok()?;
    words.next()?.starts_with("rw").then_some((from, to))
}

/// The parts of a region whose pages are there.
fn runs(present: &mut std::fs::File, from: u64, to: u64) -> Vec<(u64, u64)> {
    let pages = (to - from) / PAGE;
    let mut bits = vec![0; usize::try_from(pages * 8).unwrap()];
    if present.seek(SeekFrom::Start(from / PAGE * 8)).is_err()
        || present.read_exact(&mut bits).is_err()
    {
        return vec![(from, to)];
    }
    let mut runs: Vec<(u64, u64)> = Vec::new();
    // By far most of what is reserved is not there: such stretches are passed over as a whole.
    for (stretch, entries) in bits.chunks(NOTHING.len()).enumerate() {
        if *entries == NOTHING[..entries.len()] {
            continue;
        }
        let first = from + (stretch * NOTHING.len() / 8) as u64 * PAGE;
        for (page, entry) in entries.chunks_exact(8).enumerate() {
            // The two highest bits: in memory, or swapped out.
            if entry[7] & 0b1100_0000 == 0 {
                continue;
            }
            let start = first + page as u64 * PAGE;
            match runs.last_mut() {
                Some(last) if last.1 == start => last.1 += PAGE,
                _ => runs.push((start, start + PAGE)),
            }
        }
    }
    runs
}

fn copy(memory: &mut std::fs::File, from: u64, to: u64, dump: &mut std::fs::File) -> u64 {
    if memory.seek(SeekFrom::Start(from)).is_err() {
        return 0;
    }
    let mut run = Vec::new();
    // What was given back meanwhile cannot be read.
    let read = memory.take(to - from).read_to_end(&mut run);
    if read.is_err() && run.is_empty() {
        return 0;
    }
    dump.write_all(&run).unwrap();
    run.len() as u64
}

/// How often one of the secrets is in a file, as bytes or as text of two bytes a sign: without its zeros that is text of
/// one byte.
fn matches(secrets: &BTreeSet<String>, file: &Path, scratch: &Path) -> usize {
    let needles = scratch.join("needles");
    let lines: Vec<&str> = secrets.iter().map(String::as_str).collect();
    std::fs::write(&needles, lines.join("\n")).unwrap();
    let mut narrow = Command::new("tr")
        .args(["-d", "\\000"])
        .stdin(std::fs::File::open(file).unwrap())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let found = Command::new("grep")
        .env("LC_ALL", "C")
        .args(["-a", "-o", "-F", "-f"])
        .arg(&needles)
        .stdin(narrow.stdout.take().unwrap())
        .output()
        .unwrap();
    assert!(narrow.wait().unwrap().success(), "tr failed");
    assert!(
        matches!(found.status.code(), Some(0 | 1)),
        "grep failed: {found:?}"
    );
    std::fs::remove_file(&needles).unwrap();
    found.stdout.iter().filter(|byte| **byte == b'\n').count()
}

/// The files below a folder, the sandbox's own aside, that hold one of the secrets.
pub fn in_files(secrets: &BTreeSet<String>, folder: &Path, scratch: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let (Ok(entries), false) = (std::fs::read_dir(folder), secrets.is_empty()) else {
        return found;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if entry.file_name() != "sandbox" {
                found.extend(in_files(secrets, &path, scratch));
            }
        } else if path.is_file() && matches(secrets, &path, scratch) > 0 {
            found.push(format!("in {}", path.display()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exchange(command: &str, request: &str, answered: &str) -> Exchange {
        Exchange {
            command: command.to_owned(),
            request: request.to_owned(),
            answered: answered.to_owned(),
        }
    }

    #[test]
    fn the_scan_finds_what_it_is_for() {
        let secret = "zx-81-quite-secret";
        let keychain = format!(
            "label = x\nsecret = {{\"connection_string\":\"postgresql://o:{secret}@host.example/db\"}}\n"
        );
        let known: BTreeSet<_> = known(&keychain)
            .into_iter()
            .filter(|it| it.contains(secret))
            .collect();
        assert_eq!(known.len(), 2, "the string and the password in it");

        let typed = exchange("account_connect", secret, "null");
        let shown = exchange("connect_reveal", "{}", secret);
        let event = exchange("event", "", secret);
        let sent = exchange("project_create", secret, "null");
        assert_eq!(in_traffic(&known, &[typed, shown]), Vec::<String>::new());
        assert_eq!(in_traffic(&known, &[event, sent]).len(), 2);

        let only: BTreeSet<_> = [secret.to_owned()].into();
        assert_eq!(
            unseen(&only, &[exchange("connect_reveal", "{}", secret)]),
            BTreeSet::new()
        );
        assert_eq!(
            unseen(&only, &[exchange("project_get", "{}", secret)]),
            only
        );

        let folder = tempfile::tempdir().unwrap();
        let wide: Vec<u8> = secret.encode_utf16().flat_map(u16::to_le_bytes).collect();
        std::fs::create_dir(folder.path().join("logs")).unwrap();
        std::fs::write(folder.path().join("logs/a"), secret).unwrap();
        std::fs::write(folder.path().join("b"), wide).unwrap();
        std::fs::write(folder.path().join("c"), "nothing").unwrap();
        let scratch = tempfile::tempdir().unwrap();
        assert_eq!(in_files(&only, folder.path(), scratch.path()).len(), 2);

        // This very process holds the secret.
        let dump = scratch.path().join("dump");
        let own = std::process::id().cast_signed();
        assert!(dump_of(own, &dump) > 0);
        assert!(matches(&only, &dump, scratch.path()) > 0);
    }
}
