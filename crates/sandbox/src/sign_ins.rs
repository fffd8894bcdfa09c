//! Sign-ins under way. They last minutes, so they are in memory alone: after a restart people begin again.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use crate::postgres::users::Account;
use crate::secret_digest::hash;

const REQUEST_LASTS: TimeDelta = TimeDelta::minutes(10);
const CODE_LASTS: TimeDelta = TimeDelta::seconds(60);
/// How many there may be of each.
const MOST: usize = 1000;
const ATTEMPTS: usize = 10;
const ATTEMPTS_OF_ALL: usize = 60;
const ATTEMPTS_WITHIN: TimeDelta = TimeDelta::minutes(1);

/// What an app asked for.
#[derive(Debug, Clone)]
pub struct Authorization {
    /// The id of the auth project, which is the client's id as well.
    pub client_id: String,
    pub redirect_uri: String,
    pub state: Option<String>,
    pub nonce: Option<String>,
    pub code_challenge: String,
    /// Those that are known, with blanks between.
    pub scope: String,
    pub login_hint: Option<String>,
    /// SHA-256 of the cookie of the browser that was sent here.
    pub browser: String,
}

/// Whom the app will know.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub authorization: Authorization,
    pub account: Account,
    pub at: DateTime<Utc>,
    /// The refresh token's id, by which it ends when the code is used twice.
    pub grant_id: String,
}

#[derive(Debug)]
pub enum TakenCode {
    Unknown,
    /// Used before; with the id of the grant that came of it.
    Used(String),
    Fresh(Box<SignedIn>),
}

#[derive(Debug)]
struct Request {
    authorization: Authorization,
    /// Who has given the right password but not confirmed the address.
    unverified: Option<Account>,
    expires_at: DateTime<Utc>,
}

#[derive(Debug)]
struct Code {
    signed_in: Option<SignedIn>,
    grant_id: String,
    expires_at: DateTime<Utc>,
}

/// By digests: what a browser or an app brings is never looked up as it is.
#[derive(Debug, Default)]
pub struct SignIns {
    requests: Mutex<HashMap<String, Request>>,
    codes: Mutex<HashMap<String, Code>>,
    attempts: Mutex<HashMap<String, VecDeque<DateTime<Utc>>>>,
}

impl SignIns {
    /// Whether there was room for it.
    pub fn begin(&self, token: &str, authorization: Authorization, now: DateTime<Utc>) -> bool {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.retain(|_, it| it.expires_at > now);
        if requests.len() >= MOST {
            return false;
        }
        let request = Request {
            authorization,
            unverified: None,
            expires_at: now + REQUEST_LASTS,
        };
        requests.insert(hash(token), request);
        true
    }

    /// The request that a form belongs to, for the browser that began it.
    pub fn find(&self, token: &str, browser: &str, now: DateTime<Utc>) -> Option<Authorization> {
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let found = requests.get(&hash(token))?;
        let is_good = found.expires_at > now && found.authorization.browser == hash(browser);
        is_good.then(|| found.authorization.clone())
    }

    pub fn wait_for_address(&self, token: &str, account: Account) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = requests.get_mut(&hash(token)) {
            found.unverified = Some(account);
        }
    }

    pub fn unverified(&self, token: &str) -> Option<Account> {
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.get(&hash(token))?.unverified.clone()
    }

    pub fn end(&self, token: &str) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.remove(&hash(token));
    }

    pub fn add_code(&self, code: &str, signed_in: SignedIn) {
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        let now = signed_in.at;
        codes.retain(|_, it| it.expires_at + REQUEST_LASTS > now);
        let code_of = Code {
            grant_id: signed_in.grant_id.clone(),
            expires_at: now + CODE_LASTS,
            signed_in: Some(signed_in),
        };
        codes.insert(hash(code), code_of);
    }

    /// Whatever becomes of it: a code is taken once.
    pub fn take_code(&self, code: &str, now: DateTime<Utc>) -> TakenCode {
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(found) = codes.get_mut(&hash(code)) else {
            return TakenCode::Unknown;
        };
        match found.signed_in.take() {
            None => TakenCode::Used(found.grant_id.clone()),
            Some(_) if found.expires_at <= now => TakenCode::Unknown,
            Some(signed_in) => TakenCode::Fresh(Box::new(signed_in)),
        }
    }

    /// Whether another password may be tried for an address. Those of all addresses count together, too.
    pub fn try_attempt(&self, client_id: &str, email: &str, now: DateTime<Utc>) -> bool {
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = |at: &DateTime<Utc>| now - *at >= ATTEMPTS_WITHIN || *at > now;
        for window in attempts.values_mut() {
            while window.front().is_some_and(is_over) {
                window.pop_front();
            }
        }
        attempts.retain(|_, window| !window.is_empty());
        let [one, all] = counted_as(client_id, email);
        let keys = [(one, ATTEMPTS), (all, ATTEMPTS_OF_ALL)];
        let count = |key: &String| attempts.get(key).map_or(0, VecDeque::len);
        if keys.iter().any(|(key, most)| count(key) >= *most) {
            return false;
        }
        for (key, _) in keys {
            attempts.entry(key).or_default().push_back(now);
        }
        true
    }

    /// Takes an attempt back whose password was right.
    pub fn forget_attempt(&self, client_id: &str, email: &str, at: DateTime<Utc>) {
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        for key in counted_as(client_id, email) {
            let window = attempts.entry(key).or_default();
            if let Some(found) = window.iter().position(|it| *it == at) {
                window.remove(found);
            }
        }
    }
}

/// By what an attempt is counted: as one of its address, and as one of all.
fn counted_as(client_id: &str, email: &str) -> [String; 2] {
    let of_one = hash(&format!("{client_id} {}", email.to_lowercase()));
    [of_one, client_id.to_owned()]
}
