use envfile::{EntryKind, EnvFile, Fingerprint};

#[test]
fn reads_what_dotenv_reads() {
    let check = |text: &str, expected: &[(&str, &str)]| {
        let expected: Vec<_> = expected
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        assert_eq!(values(text), expected, "{text:?}");
        assert_eq!(EnvFile::parse(text.as_bytes()).print(), text.as_bytes());
    };
    check("A=1\nB=2", &[("A", "1"), ("B", "2")]);
    check("A=1\r\nB=2\r\n", &[("A", "1"), ("B", "2")]);
    check("\u{feff}A=1\n", &[("A", "1")]);
    check("  export A = 1  # note\n", &[("A", "1")]);
    check("export=1\nexport B\n", &[("export", "1")]);
    check(
        "A=\nB= # note\nC=\"\"\n",
        &[("A", ""), ("B", ""), ("C", "")],
    );
    check("A='x # y' # note\n", &[("A", "x # y")]);
    check(
        "A=\"one\ntwo\"\nB=`a 'b' \"c\"`\n",
        &[("A", "one\ntwo"), ("B", "a 'b' \"c\"")],
    );
    check("A=\"say \\\"hi\\\"\"\n", &[("A", "say \\\"hi\\\"")]);
    check("A='C:\\dir\\'\nB='x'\n", &[("A", "C:\\dir\\"), ("B", "x")]);
    check("A=\"open\nB=2\n", &[("A", "\"open"), ("B", "2")]);
    check("A=\"x\" y\n", &[("A", "\"x\" y")]);
    check("A: 1\nB:2\nC.d-e=3\n", &[("A", "1"), ("C.d-e", "3")]);
    check("A=a#b\nA=2\n", &[("A", "a#b"), ("A", "2")]);
    check("A=#set by setup\nB:\t#x\n", &[("A", ""), ("B", "")]);
    check("# A=1\nwhat is this\n=x\n", &[]);
    check("A=1\rB=2", &[("A", "1"), ("B", "2")]);
}

#[test]
fn a_fingerprint_survives_its_text() {
    for bytes in [None, Some(b"".as_slice()), Some(b"A=1".as_slice())] {
        let fingerprint = Fingerprint::of(bytes);
        assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
    }
    assert!("12-zz".parse::<Fingerprint>().is_err());
}

fn values(text: &str) -> Vec<(String, String)> {
    let file = EnvFile::parse(text.as_bytes());
    let mut found = Vec::new();
    for entry in file.entries() {
        if let EntryKind::Assignment(assignment) = &entry.kind {
            let text = |range| String::from_utf8_lossy(file.slice(&range)).into_owned();
            found.push((text(assignment.name.clone()), text(assignment.content())));
        }
    }
    found
}
