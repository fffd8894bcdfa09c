//! A request as a command of curl.

use api::{BodyPart, RequestText, SECRET_PART};

use super::shell;
use crate::model::profile::Profile;

/// The command, and the variables of the shell that it needs besides the key's.
///
/// Every user of a machine can read the arguments of a program. So the key, and a body that has secrets, go to curl as lines
/// of a configuration that the shell itself writes.
pub(crate) fn curl(request: &RequestText, profile: &Profile) -> (String, Vec<String>) {
    let mut arguments = vec![format!("${}", profile.key_variable)];
    let mut lines = r#"header = "Authorization: Bearer %s"\n"#.to_owned();
    let mut variables = Vec::new();
    let is_secret = |part: &BodyPart| matches!(part, BodyPart::Secret { .. });
    let holds_secret = request.body.iter().any(is_secret);
    let parts = request.url.split_once(SECRET_PART);
    if let Some((before, after)) = parts {
        let (before, after) = (shell::format_of(before), shell::format_of(after));
        lines.push_str(&format!(r#"url = "{before}%s{after}"\n"#));
        arguments.push("$SECRET".to_owned());
        variables.push("SECRET".to_owned());
    }
    if holds_secret {
        lines.push_str(&data(&request.body, &mut arguments, &mut variables));
    }
    let arguments: String = arguments
        .iter()
        .map(|word| format!(" \"{word}\""))
        .collect();
    let mut command = format!(
        "printf '{lines}'{arguments} |\n  curl -K - -X {}",
        request.method
    );
    if parts.is_none() {
        if request.url.contains(['[', ']', '{', '}']) {
            // Curl would take these for a pattern.
            command.push_str(" --globoff");
        }
        command.push(' ');
        command.push_str(&shell::quoted(&request.url));
    }
    more(&mut command, "-H 'Accept: application/json'");
    if !request.body.is_empty() {
        more(&mut command, "-H 'Content-Type: application/json'");
    }
    if !request.body.is_empty() && !holds_secret {
        more(&mut command, &format!("-d {}", plain(&request.body)));
    }
    (command, variables)
}

fn more(command: &mut String, option: &str) {
    command.push_str(" \\\n  ");
    command.push_str(option);
}

/// The body as a line of curl's configuration, in which a backslash and a quotation mark take one before them.
fn data(parts: &[BodyPart], arguments: &mut Vec<String>, variables: &mut Vec<String>) -> String {
    let mut line = r#"data = ""#.to_owned();
    for part in parts {
        match part {
            BodyPart::Text(text) => {
                let escaped = text.replace('\\', r"\\").replace('"', r#"\""#);
                line.push_str(&shell::format_of(&escaped));
            }
            BodyPart::Secret { field } => {
                let variable = variable(field);
                line.push_str("%s");
                // What is in the variable is written for JSON already, and once more for curl's configuration.
                arguments.push(format!(
                    r#"$(printf '%s' "${variable}" | sed 's/[\\"]/\\&/g')"#
                ));
                if !variables.contains(&variable) {
                    variables.push(variable);
                }
            }
        }
    }
    line.push_str(r#""\n"#);
    line
}

/// A body without secrets as one word.
fn plain(parts: &[BodyPart]) -> String {
    let texts = parts.iter().map(|part| match part {
        BodyPart::Text(text) => text.as_str(),
        BodyPart::Secret { .. } => "",
    });
    shell::quoted(&texts.collect::<String>())
}

/// `client_secret` is `CLIENT_SECRET`.
fn variable(field: &str) -> String {
    let letters = field.chars().map(|c| match c {
        c if c.is_ascii_alphanumeric() => c.to_ascii_uppercase(),
        _ => '_',
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::profile::NEON;

    #[test]
    fn neither_the_key_nor_a_secret_of_the_body_is_among_the_arguments() {
        let text = |text: &str| BodyPart::Text(text.to_owned());
        let request = RequestText {
            method: "PATCH",
            url: "https://console.neon.tech/api/v2/projects/p/auth/email_server".to_owned(),
            body: vec![
                text("{\"sender_name\":\"it's me\",\"password\":\""),
                BodyPart::Secret {
                    field: "password".to_owned(),
                },
                text("\"}"),
            ],
        };
        let (command, variables) = curl(&request, &NEON);
        let expected = r#"printf 'header = "Authorization: Bearer %s"\ndata = "{\\"sender_name\\":\\"it'\''s me\\",\\"password\\":\\"%s\\"}"\n' "$NEON_API_KEY" "$(printf '%s' "$PASSWORD" | sed 's/[\\"]/\\&/g')" |
  curl -K - -X PATCH 'https://console.neon.tech/api/v2/projects/p/auth/email_server' \
  -H 'Accept: application/json' \
  -H 'Content-Type: application/json'"#;
        assert_eq!(command, expected);
        assert_eq!(variables, ["PASSWORD"]);
    }

    #[test]
    fn a_secret_of_the_address_is_not_among_the_arguments() {
        let request = RequestText {
            method: "PUT",
            url: format!(
                "https://console.neon.tech/api/v2/projects/p/transfer_requests/{SECRET_PART}"
            ),
            body: Vec::new(),
        };
        let (command, variables) = curl(&request, &NEON);
        let expected = r#"printf 'header = "Authorization: Bearer %s"\nurl = "https://console.neon.tech/api/v2/projects/p/transfer_requests/%s"\n' "$NEON_API_KEY" "$SECRET" |
  curl -K - -X PUT \
  -H 'Accept: application/json'"#;
        assert_eq!(command, expected);
        assert_eq!(variables, ["SECRET"]);
    }

    #[test]
    fn what_curl_takes_for_a_pattern_is_taken_as_it_is() {
        let request = RequestText {
            method: "GET",
            url: "http://[::1]:4000/api/v2/projects".to_owned(),
            body: Vec::new(),
        };
        let (command, variables) = curl(&request, &NEON);
        let expected = r#"printf 'header = "Authorization: Bearer %s"\n' "$NEON_API_KEY" |
  curl -K - -X GET --globoff 'http://[::1]:4000/api/v2/projects' \
  -H 'Accept: application/json'"#;
        assert_eq!(command, expected);
        assert!(variables.is_empty());
    }
}
