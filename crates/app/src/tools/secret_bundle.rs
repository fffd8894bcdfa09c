//! A set of named values that the platform shows once, such as the keys of an app.

use envfile::{Block, Line, MASK, Plan};
use secrecy::SecretString;

use crate::Error;
use crate::tools::connect::EnvNames;
use crate::view::{ConnectFormView, FormGroup, FormId};

/// What is in memory together: one secret that is asked for alone, and all values as lines for an env file.
#[derive(Clone, Debug)]
pub(crate) struct SecretBundle {
    /// What it is.
    pub(crate) label: String,
    /// The form of the secret alone, and what it is called.
    pub(crate) form: (FormId, &'static str),
    /// That secret.
    pub(crate) secret: SecretString,
    /// All values in the order in which they are written.
    pub(crate) values: Vec<NamedValue>,
    /// Where public variables have a prefix of their own when nobody asks for another.
    pub(crate) own_prefix: &'static str,
    /// The prefix that was used last.
    pub(crate) prefix: String,
    /// The project that it is of.
    pub(crate) project_id: String,
}

/// A value and how a program calls it.
#[derive(Clone, Debug)]
pub(crate) struct NamedValue {
    pub(crate) name: &'static str,
    pub(crate) value: SecretString,
    /// Whether a browser may see it, so that its name comes with the prefix.
    pub(crate) is_public: bool,
}

impl SecretBundle {
    /// The values under their whole names.
    ///
    /// # Errors
    /// [`crate::view::ErrorCode::Invalid`] for a prefix that makes no names.
    pub(crate) fn values(&self, prefix: &str) -> Result<Block, Error> {
        let prefix = self.prefix_for(prefix.trim());
        let named = self.values.iter().map(|it| {
            let prefix = if it.is_public { prefix } else { "" };
            Line::variable(format!("{prefix}{}", it.name), it.value.clone())
        });
        Block::new(named).map_err(|error| {
            Error::invalid(error.to_string())
                .hint("Use letters, digits and underscores for the prefix, such as PUBLIC_.")
        })
    }

    /// The forms, masked.
    pub(crate) fn forms(&self) -> Result<Vec<ConnectFormView>, Error> {
        let (id, label) = self.form;
        let alone = ConnectFormView {
            id,
            group: FormGroup::String,
            label: label.to_owned(),
            masked: MASK.to_owned(),
            note: None,
        };
        let plan = self.plan()?;
        let lines = plan.hunks().iter().flat_map(|hunk| &hunk.lines);
        let masked: Vec<&str> = lines.map(|line| line.masked.as_str()).collect();
        let env = ConnectFormView {
            id: FormId::Env,
            group: FormGroup::String,
            label: ".env".to_owned(),
            masked: masked.join("\n"),
            note: None,
        };
        Ok(vec![alone, env])
    }

    /// One form with its secrets.
    pub(crate) fn text(&self, form: FormId) -> Result<SecretString, Error> {
        match form {
            FormId::Env => {
                let plan = self.plan()?;
                Ok(String::from_utf8_lossy(plan.new_bytes())
                    .into_owned()
                    .into())
            }
            form if form == self.form.0 => Ok(self.secret.clone()),
            _ => Err(Error::invalid("This secret isn't available in that format")),
        }
    }

    fn plan(&self) -> Result<Plan, Error> {
        Ok(Plan::new(None, &self.values(&self.prefix)?, &[])?)
    }

    /// The prefix that everybody begins with stands for none that was chosen.
    fn prefix_for<'a>(&self, requested: &'a str) -> &'a str {
        let is_chosen = !requested.is_empty() && requested != EnvNames::default().prefix();
        if is_chosen || self.own_prefix.is_empty() {
            requested
        } else {
            self.own_prefix
        }
    }
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;
    use crate::view::ErrorCode;

    fn set(own_prefix: &'static str, prefix: &str) -> SecretBundle {
        let value = |name, value: &str, is_public| NamedValue {
            name,
            value: value.into(),
            is_public,
        };
        SecretBundle {
            label: "SDK keys".to_owned(),
            form: (FormId::ServerKey, "Server key"),
            secret: "ssk_1".into(),
            values: vec![
                value("AUTH_PROJECT_ID", "p-1", true),
                value("AUTH_SECRET_SERVER_KEY", "ssk_1", false),
            ],
            own_prefix,
            prefix: prefix.to_owned(),
            project_id: "p".to_owned(),
        }
    }

    #[test]
    fn public_names_alone_have_the_prefix() {
        for (own, requested, name) in [
            ("", "", "AUTH_PROJECT_ID"),
            ("", "PUBLIC_", "PUBLIC_AUTH_PROJECT_ID"),
            ("NEXT_PUBLIC_", "", "NEXT_PUBLIC_AUTH_PROJECT_ID"),
            ("NEXT_PUBLIC_", "PUBLIC_", "NEXT_PUBLIC_AUTH_PROJECT_ID"),
            ("NEXT_PUBLIC_", " VITE_ ", "VITE_AUTH_PROJECT_ID"),
        ] {
            let values = set(own, "").values(requested).unwrap();
            assert_eq!(values.variables(), [name, "AUTH_SECRET_SERVER_KEY"]);
        }
        let error = set("", "").values("9-").unwrap_err();
        assert_eq!(error.code(), ErrorCode::Invalid);
    }

    #[test]
    fn what_is_shown_has_no_value() {
        let set = set("", "PUBLIC_");
        let forms = set.forms().unwrap();
        let ids: Vec<_> = forms.iter().map(|form| form.id).collect();
        assert_eq!(ids, [FormId::ServerKey, FormId::Env]);
        let shown = format!("{forms:?}");
        assert!(!shown.contains("ssk_1"), "{shown}");
        let env = set.text(FormId::Env).unwrap();
        assert_eq!(
            env.expose_secret(),
            "PUBLIC_AUTH_PROJECT_ID=p-1\nAUTH_SECRET_SERVER_KEY=ssk_1\n"
        );
        assert!(set.text(FormId::Password).is_err());
        assert!(!format!("{set:?}").contains("ssk_1"));
    }
}
