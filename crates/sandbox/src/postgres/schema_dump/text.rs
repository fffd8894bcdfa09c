//! What `pg_dump` wrote, less what is the sandbox's own and what differs from run to run.

use super::pieces::{Piece, pieces};
use crate::postgres::own_roles::is_own_role;

/// In how many lines its beginning says by which word it ends.
const HEAD: usize = 8;

/// Two databases of the same schema have the same text.
pub fn cleaned(dump: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut token: Option<&str> = None;
    let mut skips_blank = false;
    // Grants that follow each other, as many as there are at the end of the lines.
    let mut grants = 0;
    for piece in pieces(dump) {
        if std::mem::take(&mut skips_blank) && piece == Piece::Line("") {
            continue;
        }
        let is_left_out = match piece {
            Piece::Statement(statement) => is_about_own_role(statement),
            Piece::Line(line) => match (token, restriction(line)) {
                (None, Some(Restriction::Begins(found))) if lines.len() < HEAD => {
                    token = Some(found);
                    true
                }
                (Some(begun), Some(Restriction::Ends(found))) => found == begun,
                _ => false,
            },
        };
        if is_left_out {
            skips_blank = true;
            continue;
        }
        match piece {
            Piece::Statement(statement) if is_grant(statement) => grants += 1,
            _ => sort_last(&mut lines, std::mem::take(&mut grants)),
        }
        lines.push(match piece {
            Piece::Statement(statement) => statement.to_owned(),
            Piece::Line(line) => without_own_owner(line),
        });
    }
    sort_last(&mut lines, grants);
    let text = lines.join("\n");
    text.trim_end_matches('\n').to_owned() + "\n"
}

/// PostgreSQL keeps grants in the order in which they were made, which means nothing.
fn sort_last(lines: &mut [String], count: usize) {
    let (_, last) = lines.split_at_mut(lines.len().saturating_sub(count));
    last.sort();
}

/// A grant of the object's owner. Others are between `SET SESSION AUTHORIZATION` and `RESET`: they stay in their order, as
/// one may need the one before.
fn is_grant(statement: &str) -> bool {
    let of_default = statement.starts_with("ALTER DEFAULT PRIVILEGES ");
    statement.starts_with("GRANT ") || of_default && statement.contains(" GRANT ")
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
fn is_about_own_role(statement: &str) -> bool {
    let Some(statement) = statement.strip_suffix(';') else {
        return false;
    };
    let named = |begins: &[&str], before: &str| {
        let is_one = begins.iter().any(|begin| statement.starts_with(begin));
        is_one
            .then(|| statement.rsplit_once(before))
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

    #[test]
    fn a_body_that_names_a_role_of_the_sandbox_stays_whole() {
        let body = "GRANT SELECT ON till TO plinth_admin;\n\nALTER TABLE till OWNER TO plinth_admin;\n-- Name: x; Owner: plinth_admin\n";
        let dump = format!(
            "CREATE FUNCTION public.f() RETURNS void\n    AS $$\n{body}$$;\n\n\nALTER FUNCTION public.f() OWNER TO plinth_heir;\n"
        );
        let expected = format!("CREATE FUNCTION public.f() RETURNS void\n    AS $$\n{body}$$;\n");
        assert_eq!(cleaned(&dump), expected);
    }

    #[test]
    fn grants_of_one_object_are_sorted_and_nothing_else_moves() {
        let dump = "REVOKE ALL ON SCHEMA public FROM PUBLIC;\nGRANT USAGE ON SCHEMA public TO bob;\nGRANT ALL ON SCHEMA public TO ana;\n\n\n\
                    SET SESSION AUTHORIZATION bob;\nGRANT SELECT ON TABLE public.t TO eve;\nRESET SESSION AUTHORIZATION;\n\n\n\
                    GRANT SELECT ON TABLE public.a TO ana;\n";
        assert_eq!(
            cleaned(dump),
            "REVOKE ALL ON SCHEMA public FROM PUBLIC;\nGRANT ALL ON SCHEMA public TO ana;\nGRANT USAGE ON SCHEMA public TO bob;\n\n\n\
             SET SESSION AUTHORIZATION bob;\nGRANT SELECT ON TABLE public.t TO eve;\nRESET SESSION AUTHORIZATION;\n\n\n\
             GRANT SELECT ON TABLE public.a TO ana;\n"
        );
    }
}
