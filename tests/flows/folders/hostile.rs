//! Env files that nobody wrote with Plinth in mind, and what cannot be written.

use std::path::Path;

use app::folders;
use app::view::{ErrorCode, FolderState, FolderStep};
use futures::future::join_all;
use plinth_tests::is_thorough;

use super::{SEED, add, databases, ensure, project, seeded, state, unasked};
use crate::product::ProductFixture;

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_written_is_found_before_a_database_is_made() {
    let product = ProductFixture::without_servers().await;
    let app = &product.app;
    let refused = async |name: &str, prepare: &dyn Fn(&Path)| {
        let folder = project(&product, name, &[]);
        prepare(&folder);
        let made = add(app, &folder, unasked()).await;
        let error = ensure(app, &made.id).await.expect_err(name);
        (made.state, error.code(), error.to_string())
    };
    let (state, code, words) = refused("utf16", &|it| {
        std::fs::write(it.join(".env"), b"\xff\xfeA\0").unwrap();
    })
    .await;
    assert_eq!(
        (state, code),
        (FolderState::EnvUnusable, ErrorCode::File),
        "{words}"
    );
    let (state, _, words) = refused("folder", &|it| {
        std::fs::create_dir(it.join(".env")).unwrap();
    })
    .await;
    assert_eq!(state, FolderState::EnvUnusable, "{words}");
    let (state, _, words) = refused("large", &|it| {
        std::fs::write(it.join(".env"), vec![b'\n'; 1 << 21]).unwrap();
    })
    .await;
    assert_eq!(state, FolderState::EnvUnusable, "{words}");
    for (name, target) in [
        ("dangling", "none"),
        ("outside", "../outside.env"),
        ("loop", ".env"),
    ] {
        std::fs::write(product.path().join("outside.env"), "OUT=1\n").unwrap();
        let link = |it: &Path| std::os::unix::fs::symlink(target, it.join(".env")).unwrap();
        let (state, _, words) = refused(name, &link).await;
        assert_eq!(state, FolderState::EnvUnusable, "{name}: {words}");
    }
    // The SQL file is refused, or is not there.
    for (name, path) in [("meta", "seed.sql"), ("missing", "none.sql")] {
        let folder = project(
            &product,
            name,
            &[("seed.sql", "\\connect other\n"), ("none.sql", "")],
        );
        let made = add(app, &folder, seeded(path)).await;
        std::fs::remove_file(folder.join("none.sql")).unwrap();
        ensure(app, &made.id).await.expect_err(name);
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "{name}");
    }
    assert_eq!(databases(app).await, 0);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_foreign_byte_of_random_env_files_stays() {
    const AT_ONCE: u64 = 10;
    let files = if is_thorough() { 10_000 } else { 100 };
    let product = ProductFixture::without_servers().await;
    let seeds = |first| (first..files).step_by(usize::try_from(AT_ONCE).unwrap());
    join_all((0..AT_ONCE).map(|first| fill_random_files(&product, first, seeds(first)))).await;
    assert_eq!(databases(&product.app).await, 10, "one for each folder");
    product.stop().await;
}

/// One folder whose env file is another one each time: the first gets a database, the others the same one.
async fn fill_random_files(
    product: &ProductFixture,
    number: u64,
    seeds: impl Iterator<Item = u64>,
) {
    let app = &product.app;
    let folder = project(product, &format!("shop-{number}"), &[]);
    let made = add(app, &folder, unasked()).await;
    let mut expected = FolderStep::Create;
    for seed in seeds {
        let old = generated(&mut Random(seed));
        std::fs::write(folder.join(".env"), &old).unwrap();
        let shown = format!("seed {seed}: {:?}", String::from_utf8_lossy(&old));
        assert_eq!(state(app, &made.id).await, FolderState::Absent, "{shown}");
        let done = ensure(app, &made.id).await.expect(&shown);
        assert_eq!(done.step, expected, "{shown}");
        expected = FolderStep::Write;
        let new = std::fs::read(folder.join(".env")).unwrap();
        must_have_kept(&old, &new, &shown);
        assert!(value_of(&new).starts_with(b"postgresql://"), "{shown}");
    }
}

/// Nobody, not even the superuser, makes a file there.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_in_which_no_file_can_be_made_gets_no_database() {
    let product = ProductFixture::without_servers().await;
    let made = add(&product.app, Path::new("/proc/sys"), unasked()).await;
    assert_eq!(made.state, FolderState::Absent);
    let error = ensure(&product.app, &made.id).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::File);
    assert_eq!(databases(&product.app).await, 0);
    product.stop().await;
}

/// A file system without room for one more env file; only the superuser can make one.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_noticed_before_a_database_is_made() {
    use testkit::small_disk::SmallDisk;
    let product = ProductFixture::without_servers().await;
    let folder = project(&product, "full", &[]);
    if let Some(_disk) = SmallDisk::over(&folder, 64) {
        std::fs::write(folder.join(".env"), "A=1\n").unwrap();
        let made = add(&product.app, &folder, unasked()).await;
        // Less than a page is left.
        std::fs::write(folder.join("filler"), vec![0; 52 * 1024]).unwrap();
        let error = ensure(&product.app, &made.id).await.unwrap_err();
        let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
        assert_eq!(error.code(), ErrorCode::File, "{error}");
        assert!(error.to_string().contains("disk space"), "{error}");
        assert_eq!(left.len(), 2, "{left:?}");
        assert_eq!(databases(&product.app).await, 0);
    }
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seed_outside_of_the_folder_stays_the_one_that_was_agreed_to() {
    let product = ProductFixture::without_servers().await;
    let app = &product.app;
    let folder = project(&product, "shop", &[("seed.sql", SEED)]);
    let outside = project(&product, "data", &[("one.sql", SEED), ("two.sql", SEED)]);
    let link = outside.join("link.sql");
    std::os::unix::fs::symlink("one.sql", &link).unwrap();
    let path = folder.to_str().unwrap();
    let asked = folders::seed_file(app, path, &seeded("../data/link.sql"))
        .await
        .unwrap();
    assert_eq!(asked, Some(outside.join("one.sql")));
    assert_eq!(
        folders::seed_file(app, path, &seeded("seed.sql"))
            .await
            .unwrap(),
        Some(folder.join("seed.sql"))
    );

    let made = add(app, &folder, seeded("../data/link.sql")).await;
    let step = async || {
        let plan = folders::plan(app, &made.id, app::view::FolderEnsureOptions::default()).await;
        plan.map(|it| it.step)
    };
    assert_eq!(step().await.unwrap(), FolderStep::Create);
    std::fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink("two.sql", &link).unwrap();
    assert_eq!(step().await.unwrap_err().code(), ErrorCode::File);
    product.stop().await;
}

/// Every foreign byte stays. A last line without an ending gets one, and a blank line goes before what is appended.
fn must_have_kept(old: &[u8], new: &[u8], shown: &str) {
    let (old, new) = (without_block(old), without_block(new));
    let added = new.strip_prefix(old.as_slice()).expect(shown);
    let is_complete = old.is_empty() || old.ends_with(b"\n");
    let most = if is_complete { 1 } else { 2 };
    let ends: Vec<_> = added.split_inclusive(|byte| *byte == b'\n').collect();
    let is_kept = ends.len() <= most
        && ends
            .iter()
            .all(|end| [b"\n".as_slice(), b"\r\n"].contains(end));
    assert!(is_kept, "{shown}: {added:?} was added");
}

/// What a file has besides the lines of a database.
fn without_block(bytes: &[u8]) -> Vec<u8> {
    const OWN: [&str; 4] = [
        "# Temporary database, expires at",
        "# Claim it to keep it:",
        "DATABASE_URL_DIRECT=",
        "VITE_POSTGRES_CLAIM_URL=",
    ];
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let is_own = |line: &&[u8]| {
        let has = |part: &str| line.windows(part.len()).any(|it| it == part.as_bytes());
        OWN.iter().any(|start| line.starts_with(start.as_bytes())) || has("DATABASE_URL=")
    };
    lines
        .filter(|line| !is_own(line))
        .flatten()
        .copied()
        .collect()
}

fn value_of(bytes: &[u8]) -> Vec<u8> {
    let mark = b"DATABASE_URL=";
    let at = bytes
        .windows(mark.len())
        .rposition(|it| it == mark)
        .expect("no variable");
    let rest = &bytes[at + mark.len()..];
    rest.iter()
        .copied()
        .skip_while(|byte| b"'\"`".contains(byte))
        .collect()
}

/// Files as people have them, and now and then bytes that no person wrote.
fn generated(random: &mut Random) -> Vec<u8> {
    const LINES: &[&[u8]] = &[
        b"",
        b"# a comment",
        b"PORT=3000",
        b"export TOKEN='a b'  # kept",
        b"NAME=\"two words\"",
        b"  INDENTED = yes",
        b"COLON: value",
        b"OPEN=\"never closed",
        b"TWO='first\nsecond'",
        b"\xef\xbb\xbfMARK=1",
        b"\xff\xc3\x28\x00=binary",
        b"=nothing",
        b"DATABASE=1",
        b"MY_DATABASE_URL_2=postgres://me:p@mine/db",
    ];
    const EMPTY: &[&[u8]] = &[
        b"DATABASE_URL=",
        b"export DATABASE_URL=''",
        b"DATABASE_URL=\"\"",
    ];
    let mut lines: Vec<Vec<u8>> = (0..random.below(9))
        .map(|_| match random.below(4) {
            0 => (0..random.below(12))
                .map(|_| u8::try_from(random.below(256)).unwrap())
                .filter(|byte| !b"\r\n'\"`".contains(byte))
                .collect(),
            _ => LINES[random.below(LINES.len())].to_vec(),
        })
        .collect();
    if random.below(3) == 0 {
        lines.insert(0, EMPTY[random.below(EMPTY.len())].to_vec());
    }
    let mut bytes = Vec::new();
    let count = lines.len();
    for (index, line) in lines.into_iter().enumerate() {
        bytes.extend(line);
        if index + 1 < count || random.below(3) > 0 {
            bytes.extend([b"\n".as_slice(), b"\r\n"][random.below(2)]);
        }
    }
    // UTF-16 is refused, and tested by itself.
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        bytes[0] = b'A';
    }
    bytes
}

/// The same numbers for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let high = usize::try_from(self.0 >> 33).unwrap();
        high % end
    }
}
