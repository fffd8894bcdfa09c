//! The claim page's words and marks.

use chrono::{DateTime, TimeDelta, Utc};

use super::page::escaped;
use crate::state::temporary::CLAIM_PATIENCE;
use crate::state::{Organization, Temporary};

/// What a visitor sees.
#[derive(Debug)]
pub enum Page<'a> {
    Unclaimed(Temporary),
    Claiming(Temporary, Vec<Organization>),
    Claimed {
        project: String,
        organization: String,
    },
    Gone,
    NotFromHere,
    NoOrganization {
        id: &'a str,
    },
    Failed {
        id: &'a str,
    },
}

/// Title and body.
pub fn render(page: &Page<'_>, now: DateTime<Utc>) -> (&'static str, String) {
    match page {
        Page::Unclaimed(it) => ("Claim this database", unclaimed(it, now)),
        Page::Claiming(it, organizations) => {
            ("Choose where it belongs", claiming(it, organizations, now))
        }
        Page::Claimed {
            project,
            organization,
        } => ("This database is claimed", claimed(project, organization)),
        Page::Gone => ("There is no database here", gone()),
        Page::NotFromHere => ("This form was not taken", not_from_here()),
        Page::NoOrganization { id } => (
            "No organization was chosen",
            again(
                id,
                "Choose one of the organizations on the page and confirm again.",
            ),
        ),
        Page::Failed { id } => (
            "That did not work",
            again(
                id,
                "The sandbox could not keep the change. Check that its data folder can be written and has space left, and try again.",
            ),
        ),
    }
}

fn unclaimed(it: &Temporary, now: DateTime<Utc>) -> String {
    format!(
        "<p>It is temporary: unless somebody claims it, it goes away with its data in <strong>{left}</strong>.</p>\n\
         {facts}\
         <ul>\n<li>It moves to an organization of your choice, with its data and its password.</li>\n\
         <li>It no longer expires.</li>\n\
         <li>Its connection string is no longer handed out; keep the one you have.</li>\n</ul>\n\
         <form method=\"post\" action=\"/claim/{id}/begin\">\n{token}\
         <div class=\"actions\"><button class=\"main\" id=\"begin\">Claim this database</button></div>\n</form>\n",
        left = span(it.expires_at - now),
        facts = facts(it, "<span class=\"pill ok\">Unclaimed</span>"),
        id = it.id,
        token = token(it),
    )
}

fn claiming(it: &Temporary, organizations: &[Organization], now: DateTime<Utc>) -> String {
    let left = it
        .claiming_since
        .map_or(CLAIM_PATIENCE, |since| since + CLAIM_PATIENCE - now);
    format!(
        "<p>The claim has begun. If it is not confirmed within <strong>{left}</strong>, the database is unclaimed again.</p>\n\
         {facts}\
         <form method=\"post\" action=\"/claim/{id}/confirm\" id=\"confirm-form\">\n{token}\
         <fieldset>\n<legend>Organization</legend>\n{choices}</fieldset>\n</form>\n\
         <form method=\"post\" action=\"/claim/{id}/cancel\" id=\"cancel-form\">\n{token}</form>\n\
         <div class=\"actions\">\
         <button class=\"main\" id=\"confirm\" form=\"confirm-form\">Confirm</button>\
         <button id=\"cancel\" form=\"cancel-form\">Do not claim it</button></div>\n",
        left = span(left),
        facts = facts(it, "<span class=\"pill run\">Claiming</span>"),
        id = it.id,
        token = token(it),
        choices = choices(organizations),
    )
}

fn choices(organizations: &[Organization]) -> String {
    let choice = |(at, it): (usize, &Organization)| {
        let checked = if at == 0 { " checked" } else { "" };
        format!(
            "<label><input type=\"radio\" name=\"organization\" value=\"{}\" required{checked}>{}</label>\n",
            escaped(&it.id),
            escaped(&it.name)
        )
    };
    organizations.iter().enumerate().map(choice).collect()
}

fn claimed(project: &str, organization: &str) -> String {
    format!(
        "<p><span class=\"pill ok\">Claimed</span></p>\n\
         <p><strong>{}</strong> belongs to the organization <strong>{}</strong>. It does not expire, its data \
         is as it was, and the connection string you have goes on working.</p>\n\
         <p>You can close this page.</p>\n",
        escaped(project),
        escaped(organization)
    )
}

fn gone() -> String {
    "<p>It may have expired, 72 hours after it was made, or the link may be incomplete.</p>\n\
     <p>A new temporary database takes a second to make.</p>\n"
        .into()
}

fn not_from_here() -> String {
    "<p>It did not come from this sandbox's own page. Open the claim link again and go on from there.</p>\n".into()
}

fn again(id: &str, advice: &str) -> String {
    format!(
        "<p>{advice}</p>\n<p><a href=\"/claim/{}\">Back to the claim</a></p>\n",
        escaped(id)
    )
}

fn facts(it: &Temporary, pill: &str) -> String {
    format!(
        "<dl>\n<dt>Project</dt><dd>{project}</dd>\n<dt>State</dt><dd>{pill}</dd>\n\
         <dt>Made for</dt><dd>{referrer}</dd>\n\
         <dt>Expires</dt><dd><time datetime=\"{stamp}\">{expires} UTC</time></dd>\n</dl>\n",
        project = escaped(&it.project_id),
        referrer = escaped(&it.referrer.chars().take(120).collect::<String>()),
        stamp = crate::clock::millis(it.expires_at),
        expires = it.expires_at.format("%-d %b %Y, %H:%M"),
    )
}

fn token(it: &Temporary) -> String {
    format!(
        "<input type=\"hidden\" name=\"token\" value=\"{}\">\n",
        it.claim_token.reveal()
    )
}

fn span(left: TimeDelta) -> String {
    let minutes = (left.num_seconds().max(0) + 59) / 60;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_read_as_people_say_them() {
        for (seconds, words) in [
            (-5, "0 min"),
            (30, "1 min"),
            (900, "15 min"),
            (259_200, "72 h"),
            (259_140, "71 h 59 min"),
        ] {
            assert_eq!(span(TimeDelta::seconds(seconds)), words);
        }
    }
}
