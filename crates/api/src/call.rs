//! A call of the Management API as the files of `resource` describe it, before it is a request.

use secrecy::SecretString;
use serde::Serialize;

use crate::address::Address;
use crate::decode::KnownField;
use crate::error::Kind;
use crate::id::ProjectId;
use crate::request::{Method, Request};

/// One call. Its method and template, such as `/projects/{project_id}/branches`, are the route, which has a rate limit of
/// its own.
#[derive(Clone)]
pub(crate) struct Call {
    method: Method,
    purpose: &'static str,
    template: &'static str,
    args: Vec<String>,
    query: Vec<(&'static str, String)>,
    body: Body,
    project: Option<ProjectId>,
    if_lost: &'static str,
    secrets: Vec<SecretString>,
    known_fields: Vec<KnownField>,
    /// The name of a required part that is missing: the call is then never sent.
    lacks: Option<&'static str>,
}

#[derive(Clone)]
enum Body {
    None,
    Json(Vec<u8>),
    Unwritable,
}

/// What the rate limit for each route counts by, such as `GET /projects/{project_id}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Route(pub(crate) Method, pub(crate) &'static str);

impl Call {
    /// `purpose` continues "could not …"; `args` fill the `{…}` of the template in order.
    pub(crate) fn get(purpose: &'static str, template: &'static str, args: &[&str]) -> Self {
        Self::new(Method::Get, purpose, template, args)
    }

    pub(crate) fn post(purpose: &'static str, template: &'static str, args: &[&str]) -> Self {
        Self::new(Method::Post, purpose, template, args)
    }

    pub(crate) fn put(purpose: &'static str, template: &'static str, args: &[&str]) -> Self {
        Self::new(Method::Put, purpose, template, args)
    }

    pub(crate) fn patch(purpose: &'static str, template: &'static str, args: &[&str]) -> Self {
        Self::new(Method::Patch, purpose, template, args)
    }

    pub(crate) fn delete(purpose: &'static str, template: &'static str, args: &[&str]) -> Self {
        Self::new(Method::Delete, purpose, template, args)
    }

    fn new(method: Method, purpose: &'static str, template: &'static str, args: &[&str]) -> Self {
        Self {
            method,
            purpose,
            template,
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            query: Vec::new(),
            body: Body::None,
            project: None,
            if_lost: "",
            secrets: Vec::new(),
            known_fields: Vec::new(),
            lacks: None,
        }
    }

    #[expect(clippy::needless_pass_by_value, reason = "most values are numbers")]
    pub(crate) fn query(mut self, name: &'static str, value: impl ToString) -> Self {
        self.query.push((name, value.to_string()));
        self
    }

    pub(crate) fn query_opt(self, name: &'static str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.query(name, value),
            None => self,
        }
    }

    /// A required parameter. Without a value nothing is sent, and the error says that `what` is missing.
    pub(crate) fn query_needed(
        self,
        name: &'static str,
        value: Option<impl ToString>,
        what: &'static str,
    ) -> Self {
        match value {
            Some(value) => self.query(name, value),
            None => self.without(what),
        }
    }

    /// Marks a required part as missing: the call is never sent.
    pub(crate) fn without(mut self, what: &'static str) -> Self {
        self.lacks = Some(what);
        self
    }

    pub(crate) fn json(mut self, body: &impl Serialize) -> Self {
        self.body = serde_json::to_vec(body).map_or(Body::Unwritable, Body::Json);
        self
    }

    /// The project that the call works on. After a 423 its operations are watched until they have ended.
    pub(crate) fn in_project(mut self, project: &ProjectId) -> Self {
        self.project = Some(project.clone());
        self
    }

    /// What to say when nobody knows whether it took place, such as "the branch may have been created".
    pub(crate) fn if_lost(mut self, words: &'static str) -> Self {
        self.if_lost = words;
        self
    }

    /// A secret of the call, masked wherever the server quotes it.
    pub(crate) fn secret(mut self, text: &str) -> Self {
        self.secrets.push(text.into());
        self
    }

    /// A value that `field` of `object` in the reply has for certain. It is filled in if the reply has none that can be read.
    pub(crate) fn known_field(
        mut self,
        object: &'static str,
        field: &'static str,
        text: &str,
    ) -> Self {
        self.known_fields.push((object, field, text.to_owned()));
        self
    }

    pub(crate) fn purpose(&self) -> &'static str {
        self.purpose
    }

    pub(crate) fn project(&self) -> Option<&ProjectId> {
        self.project.as_ref()
    }

    pub(crate) fn route(&self) -> Route {
        Route(self.method, self.template)
    }

    /// The request to send. An argument that cannot be one segment of a path is refused here: left out, it would
    /// turn the call into another one.
    pub(crate) fn request(self, base: &Address, key: &SecretString) -> Result<Request, Kind> {
        if let Some(what) = self.lacks {
            return Err(Kind::Incomplete(what));
        }
        let mut args = self.args.iter();
        let mut segments = Vec::new();
        for part in self.template.split('/').filter(|part| !part.is_empty()) {
            if !part.starts_with('{') {
                segments.push(part);
                continue;
            }
            match args.next().map(String::as_str) {
                None | Some("" | "." | "..") => {
                    return Err(Kind::Unsendable("a name in its path is empty or only dots"));
                }
                Some(arg) => segments.push(arg),
            }
        }
        let mut url = base.join(segments);
        if !self.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&self.query);
        }
        let body = match self.body {
            Body::None => None,
            Body::Json(bytes) => Some(bytes),
            Body::Unwritable => return Err(Kind::Unsendable("couldn't write its body as JSON")),
        };
        let mut secrets = self.secrets;
        secrets.push(key.clone());
        Ok(Request {
            method: self.method,
            purpose: self.purpose,
            if_lost: self.if_lost,
            url,
            body,
            secrets,
            known_fields: self.known_fields,
        })
    }
}
