//! What notifications say.

use app::operations::{ClickEnd, ClickResult};
use app::view::words::Action;
use app::view::{DeepLink, ExpiryWarning};

use super::notification::Notice;

/// More than these at a time are shown in one.
const AT_MOST: usize = 3;

pub fn expiry(id: &str, name: &str, warning: ExpiryWarning) -> Notice {
    let left = match warning {
        ExpiryWarning::Day => "24 hours",
        ExpiryWarning::FourHours => "4 hours",
        ExpiryWarning::HalfHour => "30 minutes",
    };
    Notice {
        title: format!("{name} expires in less than {left}"),
        body: "All its data is deleted with it. Claim it in Plinth to keep it, or save a copy."
            .to_owned(),
        opens: Some(DeepLink::Temporary { id: id.to_owned() }),
    }
}

/// One for each, or one for all when they are many.
pub fn clicks(results: &[ClickResult]) -> Vec<Notice> {
    if results.len() <= AT_MOST {
        return results.iter().map(click).collect();
    }
    vec![all(results)]
}

fn click(result: &ClickResult) -> Notice {
    let action = &result.action;
    Notice {
        title: match &result.end {
            ClickEnd::Finished => {
                Action::called(action).map_or_else(|| format!("{action} finished"), Action::done)
            }
            ClickEnd::Failed => format!("{action} failed"),
            ClickEnd::Other(word) => format!("{action} ended: {}", word.to_lowercase()),
        },
        body: match &result.end {
            ClickEnd::Failed => format!("{}. The platform may retry it.", result.target),
            _ => result.target.clone(),
        },
        opens: Some(place(result)),
    }
}

/// Opens what failed first, for that is what needs attention.
fn all(results: &[ClickResult]) -> Notice {
    let count = |of: fn(&ClickEnd) -> bool| results.iter().filter(|it| of(&it.end)).count();
    let ends = [
        (count(|end| *end == ClickEnd::Finished), "finished"),
        (count(|end| *end == ClickEnd::Failed), "failed"),
        (
            count(|end| matches!(end, ClickEnd::Other(_))),
            "ended another way",
        ),
    ];
    let ends = ends.iter().filter(|(count, _)| *count > 0);
    let ends: Vec<String> = ends
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let failed = results.iter().find(|it| it.end == ClickEnd::Failed);
    let first = failed.or(results.first());
    Notice {
        title: ends.join(", "),
        body: first.map_or_else(String::new, |first| {
            format!(
                "{} on {} and {} more",
                first.action,
                first.target,
                results.len() - 1
            )
        }),
        opens: first.map(place),
    }
}

fn place(result: &ClickResult) -> DeepLink {
    DeepLink::Operation {
        id: result.operation_id.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(number: usize, end: ClickEnd) -> ClickResult {
        ClickResult {
            account_id: "account".to_owned(),
            project_id: "project".to_owned(),
            operation_id: format!("operation-{number}"),
            action: "Create branch".to_owned(),
            target: format!("shop-prod / import-{number}"),
            end,
        }
    }

    fn operation(number: usize) -> DeepLink {
        DeepLink::Operation {
            id: format!("operation-{number}"),
        }
    }

    #[test]
    fn says_what_goes_and_when_and_opens_it() {
        let notice = expiry("row-1", "quiet-harbour", ExpiryWarning::HalfHour);
        let id = "row-1".to_owned();
        assert_eq!(notice.opens, Some(DeepLink::Temporary { id }));
        assert_eq!(
            notice.title,
            "quiet-harbour expires in less than 30 minutes"
        );
        assert_eq!(
            notice.body,
            "All its data is deleted with it. Claim it in Plinth to keep it, or save a copy."
        );
    }

    #[test]
    fn says_how_each_ended_and_opens_it() {
        let notices = clicks(&[
            result(1, ClickEnd::Finished),
            result(2, ClickEnd::Failed),
            result(3, ClickEnd::Other("Cancelled".to_owned())),
        ]);
        let words: Vec<_> = notices
            .iter()
            .map(|notice| (notice.title.as_str(), notice.body.as_str()))
            .collect();
        assert_eq!(
            words,
            [
                ("Branch created", "shop-prod / import-1"),
                (
                    "Create branch failed",
                    "shop-prod / import-2. The platform may retry it."
                ),
                ("Create branch ended: cancelled", "shop-prod / import-3"),
            ]
        );
        assert_eq!(notices[1].opens, Some(operation(2)));
    }

    #[test]
    fn many_are_one() {
        let mut all: Vec<_> = (0..40)
            .map(|number| result(number, ClickEnd::Finished))
            .collect();
        all[7].end = ClickEnd::Failed;
        let notices = clicks(&all);
        assert_eq!(notices.len(), 1);
        assert_eq!(notices[0].title, "39 finished, 1 failed");
        assert_eq!(
            notices[0].body,
            "Create branch on shop-prod / import-7 and 39 more"
        );
        assert_eq!(notices[0].opens, Some(operation(7)));
        assert_eq!(clicks(&[]), []);
    }
}
