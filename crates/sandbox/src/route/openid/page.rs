//! What people see who sign in.

use axum::http::StatusCode;
use axum::response::Response;

use super::provider::Provider;
use crate::route::page::{escaped, respond, respond_for};
use crate::shared::Shared;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    SignIn,
    SignUp,
    Verify,
}

pub fn can_sign_up(provider: &Provider) -> bool {
    let settings = &provider.integration.settings.email_and_password;
    settings.enabled && !settings.disable_sign_up
}

/// A page of a sign-in under way.
pub struct Shown<'a> {
    pub provider: &'a Provider,
    /// Of the app.
    pub origin: String,
    pub token: &'a str,
    pub email: &'a str,
    pub problem: Option<&'a str>,
}

impl Shown<'_> {
    pub fn respond(&self, shared: &Shared, status: StatusCode, page: Page) -> Response {
        let (title, body) = match page {
            Page::SignIn => ("Sign in", self.sign_in()),
            Page::SignUp => ("Create an account", self.sign_up()),
            Page::Verify => ("Confirm your email address", self.verify()),
        };
        let problem = self
            .problem
            .map(|it| format!("<p class=\"problem\" role=\"alert\">{}</p>\n", escaped(it)));
        let body = format!(
            "<p>For <strong>{name}</strong> at <strong>{origin}</strong></p>\n{problem}{body}",
            name = escaped(&self.provider.name),
            origin = escaped(&self.origin),
            problem = problem.unwrap_or_default(),
        );
        respond_for(shared, status, title, &body, &self.origin)
    }

    fn sign_in(&self) -> String {
        let other = match can_sign_up(self.provider) {
            true => self.other("sign-up", "No account yet?", "Create an account"),
            false => String::new(),
        };
        format!(
            "{form}{email}{password}{actions}</form>\n{cancel}{other}",
            form = self.form("sign-in", ""),
            email = self.email_field(),
            password = field(
                "password",
                "password",
                "Password",
                "current-password",
                "required",
                ""
            ),
            actions = actions("Sign in"),
            cancel = self.cancel(),
        )
    }

    fn sign_up(&self) -> String {
        let limits = "required minlength=\"8\" maxlength=\"128\"";
        format!(
            "{form}{name}{email}{password}{actions}</form>\n{cancel}{other}",
            form = self.form("sign-up", ""),
            name = field(
                "name",
                "text",
                "Name (optional)",
                "name",
                "maxlength=\"255\"",
                ""
            ),
            email = self.email_field(),
            password = field(
                "password",
                "password",
                "Password (8 characters or more)",
                "new-password",
                limits,
                ""
            ),
            actions = actions("Create account"),
            cancel = self.cancel(),
            other = self.other("sign-in", "Already have an account?", "Sign in"),
        )
    }

    fn verify(&self) -> String {
        format!(
            "<p>This branch lets only people with a confirmed address in. The platform sends a message with a code or a \
             link. The sandbox sends none: confirm the address here.</p>\n\
             {form}{actions}</form>\n{cancel}",
            form = self.form("verify", ""),
            actions = actions("Confirm address"),
            cancel = self.cancel(),
        )
    }

    fn form(&self, step: &str, attributes: &str) -> String {
        format!(
            "<form method=\"post\" action=\"/auth/{id}/{step}\"{attributes}>\n\
             <input type=\"hidden\" name=\"request\" value=\"{token}\">\n",
            id = escaped(self.provider.client_id()),
            token = escaped(self.token),
        )
    }

    fn email_field(&self) -> String {
        let limits = "required maxlength=\"256\"";
        field("email", "email", "Email", "username", limits, self.email)
    }

    fn other(&self, page: &str, question: &str, button: &str) -> String {
        format!(
            "{form}<input type=\"hidden\" name=\"page\" value=\"{page}\">\n\
             <p>{question} <button class=\"link\">{button}</button></p>\n</form>\n",
            form = self.form("show", ""),
        )
    }

    fn cancel(&self) -> String {
        format!("{}</form>\n", self.form("cancel", " id=\"cancel-form\""))
    }
}

fn field(id: &str, kind: &str, label: &str, fills: &str, limits: &str, value: &str) -> String {
    format!(
        "<div class=\"field\"><label for=\"{id}\">{label}</label>\
         <input id=\"{id}\" name=\"{id}\" type=\"{kind}\" autocomplete=\"{fills}\" {limits} value=\"{}\"></div>\n",
        escaped(value)
    )
}

fn actions(main: &str) -> String {
    format!(
        "<div class=\"actions\"><button class=\"main\">{main}</button>\
         <button form=\"cancel-form\" formnovalidate>Cancel</button></div>\n"
    )
}

pub fn not_found(shared: &Shared) -> Response {
    respond(
        shared,
        StatusCode::NOT_FOUND,
        "Auth project not found",
        "<p>Its branch or project is gone, or auth was turned off.</p>\n",
    )
}

/// Of the request itself, before it is known where to send its error.
pub fn refused(shared: &Shared, status: StatusCode, why: &str) -> Response {
    respond(
        shared,
        status,
        "This sign-in link doesn’t work",
        &format!("<p>{}</p>\n", escaped(why)),
    )
}

pub fn untrusted(shared: &Shared, address: &str) -> Response {
    let address = match address {
        "" => "<p>The link has no redirect_uri.</p>\n".to_owned(),
        address => format!(
            "<dl>\n<dt>redirect_uri</dt><dd>{}</dd>\n</dl>\n",
            escaped(&address.chars().take(300).collect::<String>())
        ),
    };
    let body = format!(
        "<p>The app wants people sent back to an address that this branch doesn’t trust.</p>\n{address}\
         <p>Add its origin to the trusted domains, or allow localhost if the app runs on this machine.</p>\n"
    );
    let title = "This address isn’t trusted";
    respond(shared, StatusCode::BAD_REQUEST, title, &body)
}

pub fn ended(shared: &Shared) -> Response {
    respond(
        shared,
        StatusCode::BAD_REQUEST,
        "This sign-in has ended",
        "<p>It took too long, was finished already, or began in another browser. Go back to the app and sign in again.</p>\n",
    )
}

pub fn failed(shared: &Shared, why: &str) -> Response {
    let body = format!(
        "<p>The sandbox couldn’t read or write the branch’s users.</p>\n<p>{}</p>\n<p>Go back to the app and try again.</p>\n",
        escaped(why)
    );
    let title = "Something went wrong";
    respond(shared, StatusCode::SERVICE_UNAVAILABLE, title, &body)
}
