//! Guests: whoever comes gets a cookie, and the seats they take belong to it. There are no
//! accounts and nothing is asked.

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use super::{App, peer};
use crate::seats::{Guest, new_token};

const NAME: &str = "dustup_guest";
/// As long as browsers keep a cookie at most; every visit to the first page begins it anew.
const KEPT_SECONDS: u32 = 400 * 24 * 60 * 60;
/// Letters of a token.
const LENGTH: usize = 64;

/// Finds out who asks, and gives a cookie to whoever has none.
///
/// The page itself brings the cookie, before the page asks for anything: otherwise its first
/// requests, sent at the same time, would each make another guest.
pub(super) async fn know(State(desk): State<App>, mut request: Request, next: Next) -> Response {
    let known = token(request.headers());
    let renews = known.is_none() || request.uri().path() == "/api/lobby";
    let token = known.unwrap_or_else(new_token);
    let secure = peer::came_by_https(&desk.settings, request.headers());
    request.extensions_mut().insert(Guest::of(&token));
    let mut response = next.run(request).await;
    if renews && !may_be_shared(response.headers()) {
        let cookie = cookie(&token, secure);
        if let Ok(value) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(SET_COOKIE, value);
        }
    }
    response
}

/// Whether a cache that serves many people may keep this: then it must not hold a secret.
fn may_be_shared(headers: &HeaderMap) -> bool {
    let control = headers.get(CACHE_CONTROL).and_then(|value| value.to_str().ok());
    control.is_some_and(|text| text.starts_with("public"))
}

fn cookie(token: &str, secure: bool) -> String {
    let more = if secure { "; Secure" } else { "" };
    format!("{NAME}={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age={KEPT_SECONDS}{more}")
}

fn token(headers: &HeaderMap) -> Option<String> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.trim() == NAME)?;
    let value = value.trim();
    let shaped = value.len() == LENGTH && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    shaped.then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(cookies: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::from_str(cookies).unwrap());
        headers
    }

    #[test]
    fn only_whole_tokens_are_taken() {
        let token_of = |cookies: &str| token(&sent(cookies));
        let good = "ab".repeat(32);
        assert_eq!(token_of(&format!("{NAME}={good}")), Some(good.clone()));
        assert_eq!(token_of(&format!("other=1; {NAME}={good}; more=2")), Some(good.clone()));
        assert_eq!(token_of(&format!("{NAME}={}", &good[1..])), None);
        assert_eq!(token_of(&format!("{NAME}={}", "xy".repeat(32))), None);
        assert_eq!(token_of("other=1"), None);
        assert_eq!(token(&HeaderMap::new()), None);
    }
}
