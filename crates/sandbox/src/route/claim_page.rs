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
    NotFound,
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
            ("Choose an organization", claiming(it, organizations, now))
        }
        Page::Claimed {
            project,
            organization,
        } => ("Database claimed", claimed(project, organization)),
        Page::NotFound => ("Database not found", not_found()),
        Page::NotFromHere => ("Form rejected", not_from_here()),
        Page::NoOrganization { id } => (
            "No organization selected",
            again(id, "Select an organization and confirm again."),
        ),
        Page::Failed { id } => (
            "Something went wrong",
            again(
                id,
                "The sandbox couldn't save the change. Check that its data folder is writable and has free space, then try again.",
            ),
        ),
    }
}

fn unclaimed(it: &Temporary, now: DateTime<Utc>) -> String {
    format!(
        "<p>This database is temporary. Unless you claim it, it is deleted with its data in <strong>{left}</strong>.</p>\n\
         {facts}\
         <ul>\n<li>It moves to an organization you choose, with its data and password.</li>\n\
         <li>It no longer expires.</li>\n\
         <li>The platform stops showing its connection string. Keep yours.</li>\n</ul>\n\
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
        "<p>Confirm the claim within <strong>{left}</strong>. After that, the database is unclaimed again.</p>\n\
         {facts}\
         <form method=\"post\" action=\"/claim/{id}/confirm\" id=\"confirm-form\">\n{token}\
         <fieldset>\n<legend>Organization</legend>\n{choices}</fieldset>\n</form>\n\
         <form method=\"post\" action=\"/claim/{id}/cancel\" id=\"cancel-form\">\n{token}</form>\n\
         <div class=\"actions\">\
         <button class=\"main\" id=\"confirm\" form=\"confirm-form\">Confirm</button>\
         <button id=\"cancel\" form=\"cancel-form\">Cancel</button></div>\n",
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
         <p><strong>{}</strong> belongs to the organization <strong>{}</strong>. It no longer expires. Its data \
         is unchanged, and your connection string keeps working.</p>\n\
         <p>You can close this page.</p>\n",
        escaped(project),
        escaped(organization)
    )
}

fn not_found() -> String {
    "<p>It may have expired 72 hours after it was created, or the link is incomplete.</p>\n\
     <p>You can create a new temporary database in seconds.</p>\n"
        .into()
}

fn not_from_here() -> String {
    "<p>It was not sent from this sandbox's page. Open the claim link again.</p>\n".into()
}

fn again(id: &str, advice: &str) -> String {
    format!(
        "<p>{advice}</p>\n<p><a href=\"/claim/{}\">Back to claim</a></p>\n",
        escaped(id)
    )
}

fn facts(it: &Temporary, pill: &str) -> String {
    format!(
        "<dl>\n<dt>Project</dt><dd>{project}</dd>\n<dt>State</dt><dd>{pill}</dd>\n\
         <dt>Created by</dt><dd>{referrer}</dd>\n\
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
