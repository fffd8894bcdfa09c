//! What `pg_dump` wrote, less what is the sandbox's own and what differs from run to run.

use crate::postgres::own_roles::is_own_role;

/// In how many lines its beginning says by which word it ends.
const HEAD: usize = 8;

/// Two databases of the same schema have the same text.
pub fn cleaned(dump: &str) -> String {
    let mut lines = Vec::new();
    let mut token: Option<&str> = None;
    let mut skips_blank = false;
    // What ends a line within a function stays as it is.
    for line in dump.split('\n') {
        if std::mem::take(&mut skips_blank) && line.is_empty() {
            continue;
        }
        let is_token = match (token, restriction(line)) {
            (None, Some(Restriction::Begins(found))) if lines.len() < HEAD => {
                token = Some(found);
                true
            }
            (Some(begun), Some(Restriction::Ends(found))) => found == begun,
            _ => false,
        };
        if is_token || is_about_own_role(line) {
            skips_blank = true;
            continue;
        }
        lines.push(without_own_owner(line));
    }
    let text = lines.join("\n");
    text.trim_end_matches('\n').to_owned() + "\n"
}

enum Restriction<'a> {
    Begins(&'a str),
    Ends(&'a str),
}

/// Since 17.6 a dump says by a random word which commands psql takes. People cannot know it, so what ends with the same
/// word is no line of theirs.
fn restriction(line: &str) -> Option<Restriction<'_>> {
    let begins = line.strip_prefix("\\restrict ").map(Restriction::Begins);
    begins.or_else(|| line.strip_prefix("\\unrestrict ").map(Restriction::Ends))
}

/// Such as `ALTER TABLE public.t OWNER TO plinth_heir;`
fn is_about_own_role(line: &str) -> bool {
    let Some(line) = line.strip_suffix(';') else {
        return false;
    };
    let named = |begins: &[&str], before: &str| {
        let is_one = begins.iter().any(|begin| line.starts_with(begin));
        is_one
            .then(|| line.rsplit_once(before))
            .flatten()
            .map(|(_, role)| role)
    };
    let role = named(&["ALTER "], " OWNER TO ")
        .or_else(|| named(&["GRANT "], " TO "))
        .or_else(|| named(&["REVOKE "], " FROM "));
    role.is_some_and(is_own_role)
}

/// The comment above each thing says whose it is.
fn without_own_owner(line: &str) -> String {
    if line.starts_with("-- Name: ")
        && let Some((before, owner)) = line.rsplit_once("; Owner: ")
        && is_own_role(owner)
    {
        return format!("{before}; Owner: -");
    }
    line.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_from_run_to_run_is_left_out() {
        let dump = |token: &str| {
            format!(
                "--\n-- PostgreSQL database dump\n--\n\n\\restrict {token}\n\n-- Dumped from database version 17.11\n\n\
                 CREATE FUNCTION public.f() RETURNS text\n    AS $$\n\\restrict mine\n\\unrestrict other\n$$;\n\n\n\
                 --\n-- PostgreSQL database dump complete\n--\n\n\\unrestrict {token}\n\n"
            )
        };
        let text = cleaned(&dump("one"));
        assert_eq!(text, cleaned(&dump("another")));
        assert!(text.starts_with("--\n-- PostgreSQL database dump\n--\n\n-- Dumped from"));
        assert!(text.contains("$$\n\\restrict mine\n\\unrestrict other\n$$;"));
        assert!(text.ends_with("dump complete\n--\n"), "{text}");
    }

    #[test]
    fn the_sandbox_s_own_roles_are_left_out_and_nobody_else_s() {
        let dump = "-- Name: t; Type: TABLE; Schema: public; Owner: plinth_heir\n--\n\nCREATE TABLE public.t (\n    n integer\n);\n\n\n\
                    ALTER TABLE public.t OWNER TO plinth_heir;\n\n\
                    GRANT SELECT ON TABLE public.t TO plinth_schema_dump;\nGRANT SELECT ON TABLE public.t TO ana;\n\
                    ALTER TABLE public.u OWNER TO plinth;\n";
        assert_eq!(
            cleaned(dump),
            "-- Name: t; Type: TABLE; Schema: public; Owner: -\n--\n\nCREATE TABLE public.t (\n    n integer\n);\n\n\n\
             GRANT SELECT ON TABLE public.t TO ana;\nALTER TABLE public.u OWNER TO plinth;\n"
        );
    }
}
