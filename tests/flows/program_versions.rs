//! The versions of PostgreSQL's client programs that may be started.

use app::connect::ProgramVersion;

/// The sandbox knows none of the product's crates, and has a table of its own.
#[test]
fn the_client_and_the_sandbox_start_the_same_versions() {
    let releases = (9..21).flat_map(|major| (0..30).map(move |minor| format!("{major}.{minor}")));
    let early = [
        "17beta1", "18beta3", "18rc1", "18devel", "19devel", "19beta1",
    ]
    .map(str::to_owned);
    for version in releases.chain(early) {
        let printed = format!("psql (PostgreSQL) {version} (Debian {version}-1)\n");
        let read = ProgramVersion::printed(&printed).unwrap();
        let of_sandbox = sandbox::client_has_known_holes(&version);
        assert_eq!(read.has_known_holes(), of_sandbox, "{version}");
    }
    for (least, before) in [
        ("13.22", "13.21"),
        ("14.19", "14.18"),
        ("15.14", "15.13"),
        ("16.10", "16.9"),
        ("17.6", "17.5"),
        ("18.0", "18rc1"),
    ] {
        assert!(!sandbox::client_has_known_holes(least), "{least}");
        assert!(sandbox::client_has_known_holes(before), "{before}");
        let read = ProgramVersion::printed(&format!("psql (PostgreSQL) {before}")).unwrap();
        assert_eq!(read.least(), least);
    }
}
