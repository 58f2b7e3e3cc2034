//! Who is at the other end of a connection.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;

use super::{App, Settings};

const FORWARDED_FOR: &str = "x-forwarded-for";
const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// The address a request came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Peer {
    /// The address; nowhere in particular if it is not known.
    pub(super) address: IpAddr,
    /// Whether somebody on this very machine asks, and not for others.
    pub(super) is_here: bool,
}

impl Peer {
    /// What limits are counted by. Whoever has one address of version 6 has a whole network.
    pub(super) fn household(self) -> IpAddr {
        match self.address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & (u128::MAX << 64);
                IpAddr::V6(Ipv6Addr::from_bits(network))
            }
            address => address,
        }
    }
}

/// Notes who asks, for whoever wants to know.
pub(super) async fn find(State(desk): State<App>, mut request: Request, next: Next) -> Response {
    let connected = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let direct = connected.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip());
    let peer = peer(&desk.settings, direct, request.headers());
    request.extensions_mut().insert(peer);
    next.run(request).await
}

fn peer(settings: &Settings, direct: IpAddr, headers: &HeaderMap) -> Peer {
    let forwarded = headers.get_all(FORWARDED_FOR).iter().next_back();
    // The last address is the one our own proxy saw; those before it are hearsay.
    let seen = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next());
    let seen = seen.and_then(|text| text.trim().parse().ok());
    let address = if settings.behind_proxy { seen.unwrap_or(direct) } else { direct };
    Peer { address, is_here: direct.is_loopback() && forwarded.is_none() }
}

/// Whether the browser came by https, as far as that can be believed.
pub(super) fn came_by_https(settings: &Settings, headers: &HeaderMap) -> bool {
    let told = headers.get(FORWARDED_PROTO).and_then(|value| value.to_str().ok());
    settings.behind_proxy && told.is_some_and(|proto| proto.eq_ignore_ascii_case("https"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn proxies_are_believed_only_where_there_is_one() {
        let told = headers(&[(FORWARDED_FOR, "1.2.3.4, 5.6.7.8"), (FORWARDED_PROTO, "https")]);
        let direct = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let alone = Settings::default();
        let behind = Settings { behind_proxy: true, ..Settings::default() };
        assert_eq!(peer(&alone, direct, &told).address, direct);
        assert_eq!(peer(&behind, direct, &told).address.to_string(), "5.6.7.8");
        assert!(!peer(&alone, direct, &told).is_here);
        assert!(peer(&alone, direct, &HeaderMap::new()).is_here);
        assert!(came_by_https(&behind, &told));
        assert!(!came_by_https(&alone, &told));
    }

    #[test]
    fn a_network_counts_as_one() {
        let of = |text: &str| Peer { address: text.parse().unwrap(), is_here: false }.household();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::9"));
        assert_ne!(of("2001:db8:1:2::9"), of("2001:db8:1:3::9"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }
}
