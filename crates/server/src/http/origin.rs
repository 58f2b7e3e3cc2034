//! Other people's pages must not act in a guest's name: whatever changes something, and every
//! socket, must come from this server's own pages.

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN, UPGRADE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::failure::Refused;
use super::{App, Settings, peer};

const FETCH_SITE: &str = "sec-fetch-site";

/// Lets nothing through for a page from elsewhere that changes something or opens a socket.
pub(super) async fn guard(State(desk): State<App>, request: Request, next: Next) -> Response {
    let only_reads = request.method().is_safe() && !request.headers().contains_key(UPGRADE);
    let checked = match only_reads {
        true => Ok(()),
        false => is_ours(&desk.settings, request.headers(), request.uri()),
    };
    match checked {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    }
}

/// Whether a request comes from one of our pages, or from no page at all.
fn is_ours(settings: &Settings, headers: &HeaderMap, uri: &Uri) -> Result<(), Refused> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let refused = |why: String| Err(Refused::new(StatusCode::FORBIDDEN, why));
    match (text(ORIGIN.as_str()), text(FETCH_SITE)) {
        // Programs that are no browsers say neither.
        (None, None) => Ok(()),
        // A browser may keep the origin to itself, but then it says whether it is the same.
        (None | Some("null"), Some("same-origin")) => Ok(()),
        (None | Some("null"), _) => refused("this request comes from another page".to_owned()),
        (Some(origin), _) => {
            let https = peer::came_by_https(settings, headers);
            let host = text(HOST.as_str()).or_else(|| uri.authority().map(|a| a.as_str()));
            let scheme = if https { "https" } else { "http" };
            let own = format!("{scheme}://{}", host.unwrap_or_default());
            match own.eq_ignore_ascii_case(origin) {
                true => Ok(()),
                false => refused(format!(
                    "this request comes from {origin}, and this is {own}; a proxy in front must \
                     pass on Host and X-Forwarded-Proto, and needs --behind-proxy"
                )),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_let_in(settings: &Settings, pairs: &[(&'static str, &str)]) -> bool {
        let headers = pairs
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect();
        is_ours(settings, &headers, &Uri::from_static("/api/matches")).is_ok()
    }

    #[test]
    fn only_our_own_pages_are_let_in() {
        let alone = Settings::default();
        let host = ("host", "table.test:7311");
        for (origin, site, expected) in [
            (None, None, true),
            (None, Some("same-origin"), true),
            (None, Some("same-site"), false),
            (None, Some("cross-site"), false),
            (Some("null"), None, false),
            (Some("null"), Some("same-origin"), true),
            (Some("null"), Some("cross-site"), false),
            (Some("http://table.test:7311"), Some("same-origin"), true),
            (Some("http://table.test:7311"), None, true),
            (Some("http://table.test"), None, false),
            (Some("https://table.test:7311"), None, false),
            (Some("http://elsewhere.test:7311"), Some("same-origin"), false),
        ] {
            let mut pairs = vec![host];
            pairs.extend(origin.map(|value| ("origin", value)));
            pairs.extend(site.map(|value| (FETCH_SITE, value)));
            assert_eq!(is_let_in(&alone, &pairs), expected, "{pairs:?}");
        }
    }

    #[test]
    fn a_proxy_may_say_that_it_is_https() {
        let behind = Settings { behind_proxy: true, ..Settings::default() };
        let pairs = [
            ("host", "table.test"),
            ("origin", "https://table.test"),
            ("x-forwarded-proto", "https"),
        ];
        assert!(is_let_in(&behind, &pairs));
        assert!(!is_let_in(&Settings::default(), &pairs));
        assert!(!is_let_in(&behind, &pairs[..2]));
    }
}
