//! The request log without the ids in its paths: the id of a temporary database is a secret.

use sandbox::LoggedRequest;

use super::view::RequestView;

/// Newest first, as many as a panel can show.
const SHOWN: usize = 500;

pub fn show(log: Vec<LoggedRequest>) -> Vec<RequestView> {
    log.into_iter().rev().take(SHOWN).map(view).collect()
}

fn view(request: LoggedRequest) -> RequestView {
    RequestView {
        at: request.at,
        route: route(&request.path),
        method: request.method,
        status: request.status,
        milliseconds: u32::try_from(request.duration_ms).unwrap_or(u32::MAX),
    }
}

fn route(path: &str) -> String {
    let parts: Vec<&str> = path
        .split('/')
        .map(|part| if is_word(part) { part } else { ":id" })
        .collect();
    parts.join("/")
}

/// A word of a route, such as `database`, `api_keys` or `v1`. Everything else is taken for an id.
fn is_word(part: &str) -> bool {
    let version = |part: &str| {
        part.len() == 2 && part.starts_with('v') && part.ends_with(|c: char| c.is_ascii_digit())
    };
    version(part) || (part.len() <= 24 && part.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, expected: &str) {
        assert_eq!(route(path), expected);
    }

    #[test]
    fn ids_are_left_out() {
        check("/api/v1/database", "/api/v1/database");
        check(
            "/api/v1/database/0196f3a1-7c1e-7d2a-9d6c-3f1f0a9b2c4d",
            "/api/v1/database/:id",
        );
        check(
            "/claim/0196f3a1-7c1e-7d2a-9d6c-3f1f0a9b2c4d/confirm",
            "/claim/:id/confirm",
        );
        check(
            "/api/v2/projects/quiet-river-12345678/api_keys",
            "/api/v2/projects/:id/api_keys",
        );
        check("/", "/");
        check("/%2e%2e/etc", "/:id/etc");
    }
}
