//! The browser's side of the table, which is part of the program: see `build.rs`.

use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::catalogue::{has, tag};

#[derive(Embed)]
#[folder = "$OUT_DIR/web"]
struct Web;

const PAGE: &str = "index.html";
/// Files there have the hash of what is in them in their names, so they never change.
const HASHED: &str = "assets/";

/// A file of the browser's side; its page wherever the client knows the way from there.
pub(crate) async fn web(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Web::get(path) {
        return answer(path, file, &headers);
    }
    let is_page = !path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    match Web::get(PAGE).filter(|_| is_page) {
        Some(page) => answer(PAGE, page, &headers),
        None => (StatusCode::NOT_FOUND, "There is no such file here.\n").into_response(),
    }
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let keep = match path {
        PAGE => "private, no-cache",
        _ if path.starts_with(HASHED) => "public, max-age=31536000, immutable",
        _ => "public, max-age=3600",
    };
    let tag = tag(&file.metadata.sha256_hash());
    let common = [(CACHE_CONTROL, keep), (ETAG, &tag)];
    if has(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = kind(path, file.metadata.mimetype());
    (common, [(CONTENT_TYPE, kind)], file.data).into_response()
}

/// The kind of a file; text is always in UTF-8.
fn kind(path: &str, guessed: &str) -> String {
    let is_text = guessed.starts_with("text/") || path.ends_with(".js");
    let charset = if is_text { "; charset=utf-8" } else { "" };
    format!("{guessed}{charset}")
}
