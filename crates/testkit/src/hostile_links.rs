//! Addresses that no program may open, by the thousand: what other programs may give one that is registered for a scheme.

const UUID: &str = "0198f3a0-7c1e-7d3a-9a55-0d3f6f2b1c11";

/// Addresses that are spelled as they should be. Each becomes hostile by what is done to it.
const SOUND: &[&str] = &[
    "projects",
    "temporary",
    "settings",
    "project/misty-meadow-12345678",
    "project/misty-meadow-12345678/branch/br-misty-meadow-a1b2c3d4",
    "temporary/0198f3a0-7c1e-7d3a-9a55-0d3f6f2b1c11",
    "operation/0198f3a0-7c1e-7d3a-9a55-0d3f6f2b1c11",
];

/// In place of `plinth`.
const SCHEMES: &[&str] = &[
    "javascript",
    "JavaScript",
    "data",
    "file",
    "http",
    "https",
    "vbscript",
    "blob",
    "about",
    "tauri",
    "ipc",
    "postgresql",
    "view-source:plinth",
    "url:plinth",
    "plinth:plinth",
    "plinth2",
    "plinth-desktop",
    "xplinth",
    "",
    " plinth",
    "\tplinth",
    "\nplinth",
    "\"plinth",
    "'plinth",
    "plinth ",
    "plinth\n",
    "plin\nth",
    "plin\tth",
    "%70linth",
    "pl%69nth",
    // Letters that look like the right ones, signs that cannot be seen, and the other direction.
    "рlinth",
    "plіnth",
    "plınth",
    "PLİNTH",
    "ｐｌｉｎｔｈ",
    "plinth\u{200b}",
    "\u{feff}plinth",
    "\u{202e}plinth",
    "\u{202e}htnilp",
    "plinth\u{301}",
];

/// In place of `://`.
const BETWEEN: &[&str] = &[
    ":",
    ":/",
    ":///",
    "://///",
    "//",
    ":\\\\",
    ":/\\",
    "%3A//",
    ":%2F%2F",
    ":／／",
    "：//",
    "://.",
    "://..",
    "://../",
    "://%2e%2e/",
    "://user@",
    "://user:password@",
    "://@",
    "://localhost/",
    "://127.0.0.1/",
    "://[::1]/",
    "://evil.example/",
    "://plinth/",
    "://plinth://",
    "://javascript:",
    "://?",
    "://#",
    "://%00",
    "://\n",
    ":// ",
    "://\u{202e}",
];

/// Behind it.
const BEHIND: &[&str] = &[
    "?",
    "#",
    "?tab=settings",
    "?account=x&delete=true",
    "#/settings",
    "?key=napi_secret",
    ":80",
    ":",
    "@evil.example",
    "//",
    "/.",
    "/..",
    "/../..",
    "/../../etc/passwd",
    "/%2e%2e",
    "/%2e%2e%2fsettings",
    "%2f..%2fsettings",
    "%252e%252e",
    "%25252e",
    "\\..\\settings",
    "\\",
    "/branch",
    "/branch/",
    "/branch/..",
    "/branch/~",
    "/branch/br-1/delete",
    "/branch/br-1?delete",
    "/branch/br-1/branch/br-2",
    "/delete",
    "/delete?confirm=true",
    "/settings",
    "/operation/1",
    " ",
    "%20",
    "+",
    "\t",
    "\n",
    "\r\n",
    "\r\nSet-Cookie: a=b",
    "%0d%0a",
    "%00",
    "%2500",
    "%",
    "%zz",
    "%c0%ae",
    "%ff",
    "%u002e",
    "'",
    "\"",
    "`",
    "' OR '1'='1",
    "'; DROP TABLE projects; --",
    "\"; DELETE FROM account; --",
    " UNION SELECT password FROM pg_shadow",
    "$(touch owned)",
    "`touch owned`",
    "; touch owned",
    "| touch owned",
    "&& touch owned",
    "\" --no-sandbox \"",
    " --export-bindings x",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "&lt;script&gt;",
    "javascript:alert(1)",
    "{{7*7}}",
    "${7*7}",
    "%s%s%s%n",
    "/*",
    "*",
    ";a=b",
    ",",
    "=",
    "!",
    "é",
    "ß",
    "和",
    "😀",
    "\u{0}",
    "\u{1}",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{200b}",
    "\u{200f}",
    "\u{202e}",
    "\u{2028}",
    "\u{2066}",
    "\u{feff}",
    "\u{fffd}",
    "\u{10ffff}",
];

/// In place of an id.
const IDS: &[&str] = &[
    "",
    ".",
    "..",
    "...",
    "~",
    "-",
    "_",
    "--help/..",
    " ",
    "%2e%2e",
    "1 OR 1=1",
    "misty meadow",
    "misty-mеadow-12345678",
    "mіsty",
    "br/1",
    "a?b",
    "a#b",
    "a:b",
    "a@b",
    "a\\b",
    "a%b",
    "a\u{0}b",
    "a\nb",
    "<b>x</b>",
    "postgresql://ada:secret@db.example/shop",
    "https://evil.example/claim/1",
    "{0198f3a0-7c1e-7d3a-9a55-0d3f6f2b1c11}",
    "urn:uuid:0198f3a0-7c1e-7d3a-9a55-0d3f6f2b1c11",
];

/// All of them, always the same, each once. None is a sound one, whatever was done to it.
pub fn all() -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    for sound in SOUND {
        for scheme in SCHEMES {
            made.push(format!("{scheme}://{sound}"));
            made.extend(BEHIND.iter().map(|it| format!("{scheme}://{sound}{it}")));
        }
        for between in BETWEEN {
            made.push(format!("plinth{between}{sound}"));
            made.extend(
                BEHIND
                    .iter()
                    .map(|it| format!("plinth{between}{sound}{it}")),
            );
        }
        made.extend(BEHIND.iter().map(|it| format!("plinth://{sound}{it}")));
        made.extend(BEHIND.iter().map(|it| format!("plinth://{it}{sound}")));
        made.push(format!("plinth://{}", sound.to_uppercase()));
        made.push(format!("plinth://{}", encoded(sound)));
        made.push(format!("plinth://{}", encoded(&encoded(sound))));
        for long in [400, 5_000, 100_000] {
            made.push(format!("plinth://{sound}{}", "a".repeat(long)));
            made.push(format!("plinth://{sound}{}", "/".repeat(long)));
            made.push(format!("plinth://{sound}{}", "/../".repeat(long / 4)));
        }
    }
    for id in IDS {
        made.push(format!("plinth://project/{id}"));
        made.push(format!(
            "plinth://project/misty-meadow-12345678/branch/{id}"
        ));
        made.push(format!("plinth://operation/{id}"));
        if !id.is_empty() {
            made.push(format!("plinth://temporary/{id}"));
        }
    }
    // Ids of another shape than this program makes.
    let plain = UUID.replace('-', "");
    for id in [
        plain.as_str(),
        &UUID.to_uppercase(),
        "misty-meadow-12345678",
    ] {
        made.push(format!("plinth://temporary/{id}"));
    }
    for other in [
        "",
        "plinth",
        "plinth:",
        "plinth:/",
        "plinth://",
        "plinth:///",
        "://",
        "%u",
    ] {
        made.push(other.to_owned());
    }
    made.sort();
    made.dedup();
    made
}

/// Each byte as a browser would write one that has a meaning.
fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}
