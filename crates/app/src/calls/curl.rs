//! A request as a command of curl.

use api::{BodyPart, RequestText};

use super::shell;
use crate::platform::Profile;

/// The command, and the variables of the shell that it needs besides the key's.
pub(crate) fn curl(request: &RequestText, profile: &Profile) -> (String, Vec<String>) {
    let mut command = format!("curl -X {}", request.method);
    if request.url.contains(['[', ']', '{', '}']) {
        // Curl would take these for a pattern.
        command.push_str(" --globoff");
    }
    command.push(' ');
    command.push_str(&shell::quoted(&request.url));
    more(&mut command, "-H 'Accept: application/json'");
    let key = profile.key_variable;
    more(
        &mut command,
        &format!("-H \"Authorization: Bearer ${key}\""),
    );
    let mut variables = Vec::new();
    if !request.body.is_empty() {
        more(&mut command, "-H 'Content-Type: application/json'");
        let body = body(&request.body, &mut variables);
        more(&mut command, &format!("-d {body}"));
    }
    (command, variables)
}

fn more(command: &mut String, option: &str) {
    command.push_str(" \\\n  ");
    command.push_str(option);
}

/// Quoted pieces and variables without a blank between them are one word.
fn body(parts: &[BodyPart], variables: &mut Vec<String>) -> String {
    let mut word = String::new();
    for part in parts {
        match part {
            BodyPart::Text(text) => word.push_str(&shell::quoted(text)),
            BodyPart::Secret { field } => {
                let variable = variable(field);
                word.push_str(&format!("\"${variable}\""));
                if !variables.contains(&variable) {
                    variables.push(variable);
                }
            }
        }
    }
    word
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
    use crate::platform::NEON;

    #[test]
    fn a_body_is_one_word_with_its_secrets_as_variables() {
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
        let expected = r#"curl -X PATCH 'https://console.neon.tech/api/v2/projects/p/auth/email_server' \
  -H 'Accept: application/json' \
  -H "Authorization: Bearer $NEON_API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"sender_name":"it'\''s me","password":"'"$PASSWORD"'"}'"#;
        assert_eq!(command, expected);
        assert_eq!(variables, ["PASSWORD"]);
    }

    #[test]
    fn what_curl_takes_for_a_pattern_is_taken_as_it_is() {
        let request = RequestText {
            method: "GET",
            url: "http://[::1]:4000/api/v2/projects".to_owned(),
            body: Vec::new(),
        };
        let (command, variables) = curl(&request, &NEON);
        let expected = r#"curl -X GET --globoff 'http://[::1]:4000/api/v2/projects' \
  -H 'Accept: application/json' \
  -H "Authorization: Bearer $NEON_API_KEY""#;
        assert_eq!(command, expected);
        assert!(variables.is_empty());
    }
}
