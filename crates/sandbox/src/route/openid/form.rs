//! What the pages' forms send, whose they are, and how a person gets back to the app.

use std::sync::Arc;

use axum::extract::{Form, FromRequest, FromRequestParts, Path, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::address;
use super::page::{self, Page};
use super::provider::Provider;
use crate::postgres::users::Account;
use crate::shared::Shared;
use crate::sign_ins::{Authorization, SignedIn};

const COOKIE: &str = "plinth_sign_in";

/// The token of the request, which only this browser has, with the cookie: nobody can fill in a form for another browser.
#[derive(Deserialize)]
pub struct SignInForm {
    pub request: String,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub password: String,
    #[serde(default)]
    pub name: String,
    /// The page that is to be shown.
    #[serde(default)]
    pub page: String,
}

/// A form that belongs to a sign-in under way.
pub struct Filled {
    pub provider: Provider,
    pub authorization: Authorization,
    pub form: SignInForm,
}

impl FromRequest<Arc<Shared>> for Filled {
    type Rejection = Response;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        let id = Path::<String>::from_request_parts(&mut parts, shared).await;
        let Path(id) = id.map_err(IntoResponse::into_response)?;
        let browser = browser(&parts.headers);
        let ended = || page::ended(shared);
        let sent = Form::from_request(Request::from_parts(parts, body), shared).await;
        let Form::<SignInForm>(form) = sent.map_err(|_| ended())?;
        let provider = Provider::find(shared, &id).ok_or_else(|| page::not_found(shared))?;
        let browser = browser.ok_or_else(ended)?;
        let found = shared.sign_ins.find(&form.request, &browser, shared.now());
        let found = found.filter(|it| it.client_id == provider.client_id());
        Ok(Self {
            authorization: found.ok_or_else(ended)?,
            provider,
            form,
        })
    }
}

impl Filled {
    pub fn answer(&self) -> Answer<'_> {
        Answer {
            provider: &self.provider,
            authorization: &self.authorization,
        }
    }

    /// The page again, with what is wrong.
    pub fn again(
        &self,
        shared: &Shared,
        status: StatusCode,
        page: Page,
        problem: &str,
    ) -> Response {
        let token = &self.form.request;
        let mut authorization = self.authorization.clone();
        authorization.login_hint = Some(self.form.email.clone());
        Answer {
            provider: &self.provider,
            authorization: &authorization,
        }
        .page(shared, token, status, page, Some(problem))
    }

    /// Back to the app with a code.
    pub fn finish(&self, shared: &Shared, account: Account) -> Response {
        shared.sign_ins.end(&self.form.request);
        let code = shared.random.token(43);
        shared.sign_ins.add_code(
            &code,
            SignedIn {
                authorization: self.authorization.clone(),
                account,
                at: shared.now(),
                grant_id: shared.random.uuid(),
            },
        );
        self.answer().redirect(shared, &[("code", &code)])
    }
}

/// How a request of an app is answered.
#[derive(Clone, Copy)]
pub struct Answer<'a> {
    pub provider: &'a Provider,
    pub authorization: &'a Authorization,
}

impl Answer<'_> {
    pub fn error(self, shared: &Shared, error: &str, why: &str) -> Response {
        self.redirect(shared, &[("error", error), ("error_description", why)])
    }

    /// With the issuer, as RFC 9207 has it. The address may no longer be trusted.
    fn redirect(self, shared: &Shared, parameters: &[(&str, &str)]) -> Response {
        let redirect_uri = &self.authorization.redirect_uri;
        let Some(url) = address::trusted(&self.provider.integration, redirect_uri) else {
            return page::untrusted(shared, redirect_uri);
        };
        let mut all = parameters.to_vec();
        if let Some(state) = &self.authorization.state {
            all.push(("state", state));
        }
        all.push(("iss", &self.provider.issuer));
        Redirect::to(&address::with(url, &all)).into_response()
    }

    pub fn page(
        self,
        shared: &Shared,
        token: &str,
        status: StatusCode,
        page: Page,
        problem: Option<&str>,
    ) -> Response {
        let redirect_uri = &self.authorization.redirect_uri;
        let Some(url) = address::trusted(&self.provider.integration, redirect_uri) else {
            return page::untrusted(shared, redirect_uri);
        };
        let shown = page::Shown {
            provider: self.provider,
            origin: url.origin().ascii_serialization(),
            token,
            email: self.authorization.login_hint.as_deref().unwrap_or_default(),
            problem,
        };
        shown.respond(shared, status, page)
    }
}

/// What a browser was given here.
pub fn browser(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter();
    let mut pairs = cookies
        .filter_map(|it| it.to_str().ok())
        .flat_map(|it| it.split(';'))
        .filter_map(|it| it.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| *name == COOKIE)?;
    let is_ours = value.len() == 40 && value.bytes().all(|it| it.is_ascii_alphanumeric());
    is_ours.then(|| value.to_owned())
}

pub fn cookie(browser: &str, path: &str) -> String {
    format!("{COOKIE}={browser}; Path={path}; HttpOnly; SameSite=Lax")
}
