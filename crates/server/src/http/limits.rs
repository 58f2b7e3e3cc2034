//! How much one address may ask for, so that nobody can keep the table from the others.

use std::net::IpAddr;
use std::num::NonZeroU32;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::App;
use super::failure::Refused;
use super::peer::Peer;

/// How much one address may ask for.
#[derive(Clone, Debug)]
pub struct Limits {
    /// New matches: so many an hour, and so many at once. None for any number.
    pub new_matches: Option<(NonZeroU32, NonZeroU32)>,
    /// Other things that are asked for: so many a second, and so many at once.
    pub requests: Option<(NonZeroU32, NonZeroU32)>,
    /// Things that are only read: so many a second, and so many at once.
    pub readings: Option<(NonZeroU32, NonZeroU32)>,
    /// Parts of replays: so many a second, and so many at once.
    pub replays: Option<(NonZeroU32, NonZeroU32)>,
    /// Connections to tables at the same time.
    pub sockets: usize,
}

const fn so_many(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).expect("every number written down here is greater than nought")
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            new_matches: Some((so_many(30), so_many(10))),
            requests: Some((so_many(5), so_many(30))),
            readings: Some((so_many(20), so_many(100))),
            replays: Some((so_many(2), so_many(20))),
            sockets: 30,
        }
    }
}

impl Limits {
    /// No limits, for tests and for servers that nobody else can reach.
    pub fn none() -> Limits {
        Limits {
            new_matches: None,
            requests: None,
            readings: None,
            replays: None,
            sockets: usize::MAX,
        }
    }
}

/// Which limit a request is held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// That of new matches.
    NewMatches,
    /// That of other things that are asked for.
    Requests,
    /// That of things that are only read.
    Readings,
    /// That of parts of replays.
    Replays,
}

type Limiter = DefaultKeyedRateLimiter<IpAddr>;

/// What every address has asked for lately.
pub(super) struct Limiters {
    new_matches: Option<Limiter>,
    requests: Option<Limiter>,
    readings: Option<Limiter>,
    replays: Option<Limiter>,
}

impl Limiters {
    /// Nobody has asked for anything yet.
    pub(super) fn new(limits: &Limits) -> Limiters {
        let hourly = |(count, burst)| Quota::per_hour(count).allow_burst(burst);
        let by_second = |(count, burst)| Quota::per_second(count).allow_burst(burst);
        Limiters {
            new_matches: limits.new_matches.map(hourly).map(RateLimiter::keyed),
            requests: limits.requests.map(by_second).map(RateLimiter::keyed),
            readings: limits.readings.map(by_second).map(RateLimiter::keyed),
            replays: limits.replays.map(by_second).map(RateLimiter::keyed),
        }
    }

    /// Counts a request, or says in how many seconds it may be made.
    fn check(&self, rate: Rate, who: IpAddr) -> Result<(), u64> {
        let limiter = match rate {
            Rate::NewMatches => &self.new_matches,
            Rate::Requests => &self.requests,
            Rate::Readings => &self.readings,
            Rate::Replays => &self.replays,
        };
        let Some(limiter) = limiter else { return Ok(()) };
        // Whoever has not come for a while is forgotten, or the list would grow for ever.
        if limiter.len() > MOST_REMEMBERED {
            limiter.retain_recent();
        }
        let wait =
            |until: governor::NotUntil<_>| until.wait_time_from(DefaultClock::default().now());
        limiter.check_key(&who).map_err(|until| wait(until).as_secs() + 1)
    }
}

/// How many addresses are remembered before those that matter no more are dropped.
const MOST_REMEMBERED: usize = 10_000;

/// Holds a request to its limit.
pub(super) async fn hold(
    State((desk, rate)): State<(App, Rate)>,
    Extension(peer): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    match desk.limiters.check(rate, peer.household()) {
        Ok(()) => next.run(request).await,
        Err(seconds) => {
            let what = match rate {
                Rate::NewMatches => "new matches",
                Rate::Requests | Rate::Readings | Rate::Replays => "requests",
            };
            let why = format!("these are too many {what} at once; try again in {}", wait(seconds));
            let refused = Refused::new(StatusCode::TOO_MANY_REQUESTS, why);
            ([(RETRY_AFTER, seconds.to_string())], refused).into_response()
        }
    }
}

fn wait(seconds: u64) -> String {
    match seconds {
        1 => "a second".to_owned(),
        2..100 => format!("{seconds} seconds"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bursts_are_allowed_and_floods_are_not() {
        let limiters = Limiters::new(&Limits::default());
        let address = |n: u8| IpAddr::from([10, 0, 0, n]);
        let tries = |n: u8| (0..12).map(move |_| address(n));
        let granted = tries(1).filter(|a| limiters.check(Rate::NewMatches, *a).is_ok()).count();
        assert_eq!(granted, 10);
        let seconds = limiters.check(Rate::NewMatches, address(1)).unwrap_err();
        assert!((1..=121).contains(&seconds), "{seconds}");
        assert_eq!(limiters.check(Rate::NewMatches, address(2)), Ok(()));
        assert_eq!(limiters.check(Rate::Requests, address(1)), Ok(()));
        let free = Limiters::new(&Limits::none());
        assert!((0..1_000).all(|_| free.check(Rate::NewMatches, address(1)).is_ok()));
    }
}
