//! What notifications say.

use app::operations::{ClickEnd, ClickNews};
use app::view::ExpiryWarning;

use super::notification::{Notice, Place};

/// More than these at a time are told in one.
const AT_MOST: usize = 3;

pub(super) fn expiry(name: &str, warning: ExpiryWarning) -> Notice {
    let left = match warning {
        ExpiryWarning::Day => "24 hours",
        ExpiryWarning::FourHours => "4 hours",
        ExpiryWarning::HalfHour => "30 minutes",
    };
    Notice {
        title: format!("{name} expires in less than {left}"),
        body: "It goes with all its data. Claim it in Plinth to keep it.".to_owned(),
        opens: None,
    }
}

/// One for each, or one for all when they are many.
pub(super) fn clicks(news: &[ClickNews]) -> Vec<Notice> {
    if news.len() <= AT_MOST {
        return news.iter().map(click).collect();
    }
    vec![all(news)]
}

fn click(news: &ClickNews) -> Notice {
    let action = &news.action;
    Notice {
        title: match &news.end {
            ClickEnd::Finished => format!("{action} finished"),
            ClickEnd::Failed => format!("{action} failed"),
            ClickEnd::Other(word) => format!("{action} ended: {}", word.to_lowercase()),
        },
        body: match &news.end {
            ClickEnd::Failed => format!("{} — the platform may try it again.", news.target),
            _ => news.target.clone(),
        },
        opens: Some(place(news)),
    }
}

/// Opens what failed first, for that is what somebody has to look at.
fn all(news: &[ClickNews]) -> Notice {
    let count = |of: fn(&ClickEnd) -> bool| news.iter().filter(|news| of(&news.end)).count();
    let ends = [
        (count(|end| *end == ClickEnd::Finished), "finished"),
        (count(|end| *end == ClickEnd::Failed), "failed"),
        (
            count(|end| matches!(end, ClickEnd::Other(_))),
            "ended otherwise",
        ),
    ];
    let ends = ends.iter().filter(|(count, _)| *count > 0);
    let ends: Vec<String> = ends
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let failed = news.iter().find(|news| news.end == ClickEnd::Failed);
    let first = failed.or(news.first());
    Notice {
        title: ends.join(", "),
        body: first.map_or_else(String::new, |first| {
            format!(
                "{} on {} and {} more",
                first.action,
                first.target,
                news.len() - 1
            )
        }),
        opens: first.map(place),
    }
}

fn place(news: &ClickNews) -> Place {
    Place {
        account_id: news.account_id.clone(),
        project_id: news.project_id.clone(),
        operation_id: news.operation_id.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn news(number: usize, end: ClickEnd) -> ClickNews {
        ClickNews {
            account_id: "account".to_owned(),
            project_id: "project".to_owned(),
            operation_id: format!("operation-{number}"),
            action: "Create branch".to_owned(),
            target: format!("shop-prod / import-{number}"),
            end,
        }
    }

    #[test]
    fn says_what_goes_and_when() {
        let notice = expiry("quiet-harbour", ExpiryWarning::HalfHour);
        assert_eq!(
            notice.title,
            "quiet-harbour expires in less than 30 minutes"
        );
        assert_eq!(
            notice.body,
            "It goes with all its data. Claim it in Plinth to keep it."
        );
    }

    #[test]
    fn says_how_each_ended_and_opens_it() {
        let told = clicks(&[
            news(1, ClickEnd::Finished),
            news(2, ClickEnd::Failed),
            news(3, ClickEnd::Other("Cancelled".to_owned())),
        ]);
        let words: Vec<_> = told
            .iter()
            .map(|notice| (notice.title.as_str(), notice.body.as_str()))
            .collect();
        assert_eq!(
            words,
            [
                ("Create branch finished", "shop-prod / import-1"),
                (
                    "Create branch failed",
                    "shop-prod / import-2 — the platform may try it again."
                ),
                ("Create branch ended: cancelled", "shop-prod / import-3"),
            ]
        );
        let opened = told[1].opens.as_ref().unwrap();
        assert_eq!(opened.operation_id, "operation-2");
    }

    #[test]
    fn many_are_one() {
        let mut all: Vec<_> = (0..40)
            .map(|number| news(number, ClickEnd::Finished))
            .collect();
        all[7].end = ClickEnd::Failed;
        let told = clicks(&all);
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].title, "39 finished, 1 failed");
        assert_eq!(
            told[0].body,
            "Create branch on shop-prod / import-7 and 39 more"
        );
        assert_eq!(told[0].opens.as_ref().unwrap().operation_id, "operation-7");
        assert_eq!(clicks(&[]), []);
    }
}
