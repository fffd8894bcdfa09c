//! A shell that reads what was written. Windows has none.

use std::fs;
use std::process::Command;

use envfile::Plan;

use crate::{DIRECT, LINK, POOLED, block_of};

#[test]
fn the_shell_reads_back_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(".env");
    let odd = "postgresql://r:%24a'b!c$d@h/db?a=1&b=`x`";
    for (pooled, expected) in [(POOLED, true), (odd, false)] {
        let variables = ["DATABASE_URL", "DATABASE_URL_DIRECT", "PUBLIC_KEEP_URL"];
        let block = block_of(variables, [pooled, DIRECT, LINK]);
        let plan = Plan::new(None, &block, &[]);
        assert_eq!(plan.is_ok(), expected, "{pooled}");
        if let Ok(plan) = plan {
            fs::write(&path, plan.new_bytes()).unwrap();
            let output = Command::new("sh")
                .args([
                    "-c",
                    ". ./.env; printf '%s %s' \"$DATABASE_URL\" \"$PUBLIC_KEEP_URL\"",
                ])
                .current_dir(folder.path())
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            assert_eq!(text, format!("{POOLED} {LINK}"));
        }
    }
}
