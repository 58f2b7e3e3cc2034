//! Asks the server as a browser would, and as browsers must not.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, StatusCode};
use engine::face::{Game, Hosted};
use futures_util::{Stream, StreamExt};
use serde_json::{Value, json};
use server::games::Games;
use server::http::{Limits, Settings, router};
use server::hub::Hub;
use server::store::Store;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tower::ServiceExt;

const HOST: &str = "table.test";
const OWN: &str = "http://table.test";

fn games() -> Games {
    let requiem: Box<dyn Game> = Box::new(Hosted(Arc::new(requiem::book())));
    let mutants: Box<dyn Game> = Box::new(Hosted(Arc::new(mutants::book())));
    Games::new([requiem, mutants])
}

fn server_with(settings: Settings) -> Router {
    let games = games();
    router(Hub::new(games.clone(), Store::in_memory()), games, settings)
}

fn server() -> Router {
    server_with(Settings { limits: Limits::none(), ..Settings::default() })
}

/// An answer that has been read to its end.
struct Got {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Got {
    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    #[track_caller]
    fn good(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text());
        self.json()
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

async fn ask(server: &Router, request: Request<Body>) -> Got {
    let response = server.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap().to_vec();
    Got { status: parts.status, headers: parts.headers, body }
}

fn request(
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: impl Into<Body>,
) -> Request<Body> {
    let peer: SocketAddr = "10.0.0.1:4000".parse().unwrap();
    let mut request = Request::builder().method(method).uri(path).header("host", HOST);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.extension(ConnectInfo(peer)).body(body.into()).unwrap()
}

async fn get(server: &Router, path: &str) -> Got {
    ask(server, request("GET", path, &[], Body::empty())).await
}

async fn post(server: &Router, path: &str, body: &Value) -> Got {
    let headers = [("origin", OWN), ("content-type", "application/json")];
    ask(server, request("POST", path, &headers, body.to_string())).await
}

fn new_match(game: &str, scenario: &str, rosters: [&str; 2], seed: &str) -> Value {
    let side = |roster: &str| json!({ "seat": "me", "roster": { "ready": roster } });
    json!({
        "game": game, "scenario": scenario, "options": {},
        "sides": [side(rosters[0]), side(rosters[1])],
        "table": { "generated": { "theme": "woods", "seed": seed, "symmetric": false } },
        "own_dice": false, "take_backs": true, "listed": false, "name": "Ana",
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_bears_the_headers_that_protect_browsers() {
    let server = server();
    for path in ["/", "/match/abc", "/api/catalogue", "/api/nowhere", "/nowhere.js", "/healthz"] {
        let got = get(&server, path).await;
        let policy = got.header("content-security-policy");
        for part in ["default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        let scripts = policy.split(';').find(|part| part.contains("script-src")).unwrap();
        assert!(!scripts.contains("unsafe"), "{path}: {policy}");
        assert_eq!(got.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(got.header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(got.header("cross-origin-opener-policy"), "same-origin", "{path}");
        assert!(!got.header("permissions-policy").is_empty(), "{path}");
        assert!(!got.header("cache-control").is_empty(), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_are_served_wherever_the_client_knows_the_way() {
    let server = server();
    for path in ["/", "/match/abc", "/join/secret", "/rules/requiem"] {
        let got = get(&server, path).await;
        assert_eq!(got.status, StatusCode::OK, "{path}");
        assert!(got.header("content-type").starts_with("text/html"), "{path}");
        assert_eq!(got.header("cache-control"), "private, no-cache", "{path}");
        assert!(got.text().contains("Dustup"), "{path}");
    }
    assert_eq!(get(&server, "/nowhere.png").await.status, StatusCode::NOT_FOUND);
    let nothing = get(&server, "/api/nowhere").await;
    assert_eq!(nothing.status, StatusCode::NOT_FOUND);
    assert!(nothing.json()["problems"][0]["why"].as_str().unwrap().contains("/api/nowhere"));
    let tag = get(&server, "/").await.header("etag").to_owned();
    let again = request("GET", "/", &[("if-none-match", &tag)], Body::empty());
    assert_eq!(ask(&server, again).await.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guests_get_a_cookie_that_scripts_and_other_pages_cannot_use() {
    let server = server();
    let cookie = get(&server, "/").await.header("set-cookie").to_owned();
    let (token, attributes) = cookie.split_once("; ").unwrap();
    let token = token.strip_prefix("dustup_guest=").unwrap();
    assert_eq!(token.len(), 64);
    assert_eq!(attributes, "HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000");
    assert!(!get(&server, "/api/catalogue").await.header("set-cookie").is_empty());
    // Whoever has one keeps it, and the first page begins its time anew.
    let own = format!("dustup_guest={token}");
    let with = |path: &str| request("GET", path, &[("cookie", &own)], Body::empty());
    assert_eq!(ask(&server, with("/")).await.header("set-cookie"), "");
    assert!(ask(&server, with("/api/lobby")).await.header("set-cookie").starts_with(&own));
    assert_eq!(get(&server, "/healthz").await.header("set-cookie"), "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cookies_are_secure_where_a_proxy_speaks_https() {
    let https = [("x-forwarded-proto", "https")];
    let behind = Settings { behind_proxy: true, ..Settings::default() };
    let got = ask(&server_with(behind), request("GET", "/", &https, Body::empty())).await;
    assert!(got.header("set-cookie").ends_with("; Secure"));
    let got = ask(&server(), request("GET", "/", &https, Body::empty())).await;
    assert!(!got.header("set-cookie").contains("Secure"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn foreign_pages_change_nothing() {
    let server = server();
    let body = new_match("requiem", "open-battle", ["eschaton-choir", "rust-market-guard"], "1");
    for (header, value) in [("origin", "http://elsewhere.test"), ("sec-fetch-site", "cross-site")] {
        for path in ["/api/matches", "/api/join", "/api/matches/abc/sit/red"] {
            let headers = [(header, value), ("content-type", "application/json")];
            let got = ask(&server, request("POST", path, &headers, body.to_string())).await;
            assert_eq!(got.status, StatusCode::FORBIDDEN, "{path} {value}");
            assert!(!got.json()["problems"].as_array().unwrap().is_empty());
        }
    }
    let plain = [("origin", OWN), ("content-type", "text/plain")];
    let got = ask(&server, request("POST", "/api/matches", &plain, body.to_string())).await;
    assert_eq!(got.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert!(!got.json()["problems"].as_array().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_catalogue_is_complete() {
    let server = server();
    let got = get(&server, "/api/catalogue").await;
    let catalogue = got.good();
    assert_eq!(catalogue["themes"].as_array().unwrap().len(), 5);
    assert_eq!(catalogue["players"].as_array().unwrap().len(), players::NAMES.len());
    assert_eq!(catalogue["games"].as_array().unwrap().len(), 2);
    for (info, game) in catalogue["games"].as_array().unwrap().iter().zip(games().iter()) {
        let about = game.about();
        assert_eq!(info["key"], about.key);
        let count = |key: &str| info[key].as_array().unwrap().len();
        assert_eq!(count("scenarios"), about.scenarios.len());
        assert_eq!(count("rosters"), about.rosters.len());
        assert_eq!(count("options"), about.options.len());
        for option in info["options"].as_array().unwrap() {
            let explained = option["explained"].as_str().unwrap();
            assert!(explained.starts_with("<p>"), "{option}");
        }
        for roster in info["rosters"].as_array().unwrap() {
            assert!(roster["models"].as_u64().unwrap() > 0, "{roster}");
        }
        assert!(info["meanings"].as_object().unwrap().len() > 10);
    }
    let tag = got.header("etag");
    let again = request("GET", "/api/catalogue", &[("if-none-match", tag)], Body::empty());
    assert_eq!(ask(&server, again).await.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn references_have_every_clause_as_an_anchor() {
    let server = server();
    for game in games().iter() {
        let about = game.about();
        let rules = get(&server, &format!("/api/games/{}/rules", about.key)).await.good();
        assert_eq!(rules["title"], about.title);
        let html = rules["html"].as_str().unwrap();
        let clauses = engine::rules::clauses(about.rules);
        assert!(clauses.len() > 100);
        for clause in &clauses {
            let anchor = format!("<li id=\"{}\">", clause.id);
            assert_eq!(html.matches(&anchor).count(), 1, "{}", clause.id);
        }
        let links = html.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap());
        for link in links {
            assert!(clauses.iter().any(|clause| clause.id == link), "{link}");
        }
        let last = clauses.last().unwrap();
        let path = format!("/api/games/{}/rules/{}", about.key, last.id);
        let clause = get(&server, &path).await.good();
        assert_eq!(clause["id"], last.id);
        assert!(!clause["section"].as_str().unwrap().is_empty());
    }
    for path in ["/api/games/chess/rules", "/api/games/requiem/rules/REQ-NONE-01"] {
        assert_eq!(get(&server, path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rosters_are_checked_with_their_lines() {
    let server = server();
    for game in games().iter() {
        let about = game.about();
        let path = format!("/api/games/{}/rosters/check", about.key);
        for ready in &about.rosters {
            let query = json!({ "roster": { "ready": ready.key }, "options": {} });
            let report = post(&server, &path, &query).await.good();
            assert_eq!(report["problems"], json!([]), "{}", ready.key);
            assert_eq!(report["text"], ready.text);
            assert!(report["sheet"]["cards"].is_array());
        }
        let broken = about.rosters[0].text.replacen("name = ", "nmae = ", 2);
        let line = broken.lines().position(|line| line.contains("nmae")).unwrap() + 1;
        let query = json!({ "roster": { "file": broken }, "options": {} });
        let report = post(&server, &path, &query).await.good();
        assert_eq!(report["sheet"], Value::Null);
        let lines: Vec<u64> = report["problems"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|problem| problem["line"].as_u64())
            .collect();
        assert!(lines.contains(&(line as u64)), "{report}");
    }
    let query = json!({ "roster": { "ready": "nobody" }, "options": {} });
    let got = post(&server, "/api/games/requiem/rosters/check", &query).await;
    assert_eq!(got.status, StatusCode::UNPROCESSABLE_ENTITY);
    let got = post(&server, "/api/games/chess/rosters/check", &query).await;
    assert_eq!(got.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_wrong_with_a_match_is_told_at_once() {
    let server = server();
    let mut wish = new_match("requiem", "nowhere", ["nobody", "eschaton-choir"], "-1");
    wish["options"] = json!({ "luck": "on" });
    wish["sides"][0]["seat"] = json!({ "computer": "grandmaster" });
    wish["sides"][1]["roster"] = json!({ "file": "[crew\n" });
    let got = post(&server, "/api/matches", &wish).await;
    assert_eq!(got.status, StatusCode::UNPROCESSABLE_ENTITY);
    let told = got.json();
    for part in ["nowhere", "luck", "grandmaster", "'nobody'", "'-1'", "blue's roster"] {
        let problems = told["problems"].as_array().unwrap();
        let names = |problem: &Value| problem["why"].as_str().unwrap().contains(part);
        assert!(problems.iter().any(names), "{part} is missing in {told}");
    }
    let blue = told["problems"].as_array().unwrap().last_chunk::<2>().unwrap();
    assert!(blue.iter().any(|problem| problem["line"] == 1), "{told}");
    let mut crowd = wish.clone();
    crowd["sides"] = json!(vec![wish["sides"][1].clone(); 300]);
    let got = post(&server, "/api/matches", &crowd).await.text();
    assert!(got.contains("at most 4 sides") && !got.contains("roster"), "{got}");
    wish["game"] = json!("chess");
    assert_eq!(post(&server, "/api/matches", &wish).await.status, StatusCode::NOT_FOUND);
    let got = post(&server, "/api/matches", &json!({ "game": "requiem" })).await;
    assert_eq!(got.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(got.json()["problems"][0]["why"].as_str().unwrap().contains("scenario"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rosters_bring_the_options_they_need() {
    let server = server();
    for game in games().iter() {
        let about = game.about();
        for ready in about.rosters.iter().filter(|ready| !ready.needs.is_empty()) {
            let scenario = &about.scenarios[0].key;
            let mut wish = new_match(about.key, scenario, [ready.key, ready.key], "3");
            post(&server, "/api/matches", &wish).await.good();
            let other = |(key, value): &(&str, &str)| {
                let spec = about.options.iter().find(|spec| spec.key == *key).unwrap();
                let against = spec.values.iter().find(|v| *v != value).unwrap();
                ((*key).to_owned(), (*against).to_owned())
            };
            let against: BTreeMap<String, String> = ready.needs.iter().map(other).collect();
            wish["options"] = json!(against);
            let got = post(&server, "/api/matches", &wish).await;
            assert_eq!(got.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(got.text().contains("it needs"), "{}", got.text());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_too_long_is_not_read() {
    let server = server();
    let long = |kilobytes: usize| "x".repeat(kilobytes << 10);
    let roster = json!({ "roster": { "file": long(257) }, "options": {} });
    let got = post(&server, "/api/games/requiem/rosters/check", &roster).await;
    assert_eq!(got.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(!got.json()["problems"].as_array().unwrap().is_empty());
    let join = json!({ "secret": long(65), "name": "" });
    assert_eq!(post(&server, "/api/join", &join).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    let table = json!({ "game": "requiem", "scenario": "open-battle", "sides": 2, "options": {},
        "table": { "file": long(1025) } });
    let got = post(&server, "/api/tables/preview", &table).await;
    assert_eq!(got.status, StatusCode::PAYLOAD_TOO_LARGE);
    let headers = [("origin", OWN), ("content-type", "text/plain")];
    let upload = request("POST", "/api/matches/upload?name=Ana", &headers, long(4097));
    assert_eq!(ask(&server, upload).await.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_are_checked_with_their_lines() {
    let server = server();
    let preview = |file: &str| {
        json!({ "game": "requiem", "scenario": "open-battle", "sides": 2, "options": {},
            "table": { "file": file } })
    };
    let good = "name = \"Bare\"\nsize = [36, 36]\n\n[[piece]]\nkind = \"crater\"\ncircle = { center = [10, 10], radius = 2 }\n";
    let ground = post(&server, "/api/tables/preview", &preview(good)).await.good();
    assert_eq!(ground["sketch"]["name"], "Bare");
    assert_eq!(ground["sketch"]["pieces"].as_array().unwrap().len(), 1);
    let bad = good.replace("crater", "carter");
    let got = post(&server, "/api/tables/preview", &preview(&bad)).await;
    assert_eq!(got.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(got.json()["problems"][0]["line"], 5, "{}", got.text());
    let mut wish = preview(good);
    wish["sides"] = json!(9);
    let got = post(&server, "/api/tables/preview", &wish).await;
    assert_eq!(got.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_are_held_back() {
    let server = server_with(Settings::default());
    let body = json!({ "secret": "none", "name": "" });
    let mut statuses = Vec::new();
    for _ in 0..40 {
        statuses.push(post(&server, "/api/join", &body).await.status);
    }
    assert!(statuses[..30].iter().all(|status| *status != StatusCode::TOO_MANY_REQUESTS));
    let got = post(&server, "/api/join", &body).await;
    assert_eq!(got.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(got.header("retry-after"), "1");
    assert!(!got.json()["problems"].as_array().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn measurements_are_for_this_machine_only() {
    let here: SocketAddr = "127.0.0.1:4000".parse().unwrap();
    let server = server();
    assert_eq!(get(&server, "/metrics").await.status, StatusCode::FORBIDDEN);
    let from_here = |forwarded: bool| {
        let mut request = request("GET", "/metrics", &[], Body::empty());
        request.extensions_mut().insert(ConnectInfo(here));
        if forwarded {
            request.headers_mut().insert("x-forwarded-for", "1.2.3.4".parse().unwrap());
        }
        request
    };
    let got = ask(&server, from_here(false)).await;
    assert_eq!(got.status, StatusCode::OK);
    assert!(got.text().contains("dustup_rooms"), "{}", got.text());
    assert_eq!(ask(&server, from_here(true)).await.status, StatusCode::FORBIDDEN);
    assert_eq!(get(&server, "/healthz").await.text(), "ok\n");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replays_are_given_in_small_parts() {
    let server = server();
    for query in ["from=0&to=65", "from=9&to=3", "from=0&to=3&eyes=nobody"] {
        let got = get(&server, &format!("/api/matches/abc/frames?{query}")).await;
        assert_eq!(got.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
    }
    let got = get(&server, "/api/matches/abc/frames").await;
    assert_eq!(got.status, StatusCode::BAD_REQUEST);
    assert!(!got.json()["problems"].as_array().unwrap().is_empty());
    assert_eq!(get(&server, "/api/matches/abc/timeline").await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&server, "/api/matches/abc/file").await.status, StatusCode::NOT_FOUND);
}

/// Serves at a port of this machine, for connections that last.
async fn listening(server: Router) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = server.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(axum::serve(listener, service).into_future());
    address
}

fn socket(address: SocketAddr, id: &str, headers: &[(&'static str, &str)]) -> Request<()> {
    let url = format!("ws://{address}/api/matches/{id}/socket?seat=red");
    let mut request = url.into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    request
}

/// The first thing that is said, apart from whether anybody is there.
async fn first_message(
    table: &mut (impl Stream<Item = tungstenite::Result<Message>> + Unpin),
) -> Value {
    loop {
        let frame = table.next().await.unwrap().unwrap();
        if let Message::Text(text) = frame {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_table_that_was_looked_at_is_the_table_of_the_match() {
    let server = server();
    let address = listening(server.clone()).await;
    for game in games().iter() {
        let about = game.about();
        let rosters = [about.rosters[0].key, about.rosters[1].key];
        // Which table a scenario chosen by lot has is known only when the dice have fallen.
        for scenario in about.scenarios.iter().filter(|scenario| scenario.key != "random") {
            let wish = new_match(about.key, &scenario.key, rosters, "12345678901234567890");
            let preview = json!({ "game": about.key, "scenario": scenario.key, "sides": 2,
                "options": {}, "table": wish["table"] });
            let got = post(&server, "/api/matches", &wish).await;
            let id = got.good()["match"].as_str().unwrap().to_owned();
            let cookie = got.header("set-cookie").split(';').next().unwrap().to_owned();
            let request = socket(address, &id, &[("cookie", &cookie)]);
            let (mut table, _) = tokio_tungstenite::connect_async(request).await.unwrap();
            let welcome = first_message(&mut table).await;
            assert_eq!(welcome["is"], "welcome", "{welcome}");
            let ground = post(&server, "/api/tables/preview", &preview).await.good();
            assert_eq!(ground, welcome["table"], "{} {}", about.key, scenario.key);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_are_for_our_own_pages() {
    let server = server();
    let address = listening(server.clone()).await;
    let own = format!("http://{address}");
    for (headers, expected) in [
        (vec![("origin", "http://elsewhere.test")], StatusCode::FORBIDDEN),
        (vec![("sec-fetch-site", "cross-site")], StatusCode::FORBIDDEN),
        (vec![("origin", own.as_str())], StatusCode::SWITCHING_PROTOCOLS),
        (vec![], StatusCode::SWITCHING_PROTOCOLS),
    ] {
        let status = match tokio_tungstenite::connect_async(socket(address, "abc", &headers)).await
        {
            Ok((_, response)) => response.status(),
            Err(tungstenite::Error::Http(response)) => response.status(),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(status.as_u16(), expected.as_u16(), "{headers:?}");
    }
    let got = get(&server, "/api/matches/abc/socket").await;
    assert!(got.status.is_client_error());
    assert!(!got.json()["problems"].as_array().unwrap().is_empty());
}
