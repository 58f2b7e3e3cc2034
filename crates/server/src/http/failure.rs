//! What somebody is told whose request could not be granted: always a list of problems, in the
//! same form, so that the browser can show it whatever went wrong.

use std::any::Any;

use axum::Json;
use axum::body::Body;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{Response as Answered, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

use crate::denied::Denied;
use crate::protocol::{Failure, Problem};

/// A request that is not granted.
#[derive(Debug)]
pub(super) struct Refused {
    status: StatusCode,
    problems: Vec<Problem>,
}

impl Refused {
    /// Refused for one reason.
    pub(super) fn new(status: StatusCode, why: impl Into<String>) -> Refused {
        Refused { status, problems: vec![Problem { line: None, why: why.into() }] }
    }
}

impl From<Denied> for Refused {
    fn from(denied: Denied) -> Refused {
        match denied {
            Denied::Missing(why) => Refused::new(StatusCode::NOT_FOUND, why),
            Denied::Forbidden(why) => Refused::new(StatusCode::FORBIDDEN, why),
            Denied::Wrong(problems) => {
                Refused { status: StatusCode::UNPROCESSABLE_ENTITY, problems }
            }
            Denied::Broken(why) => {
                tracing::error!(why, "a request could not be granted");
                Refused::new(StatusCode::INTERNAL_SERVER_ERROR, why)
            }
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, Json(Failure { problems: self.problems })).into_response()
    }
}

/// The answer to a request whose handler has panicked. Why is written down here, not told.
#[allow(
    clippy::needless_pass_by_value,
    reason = "whoever catches panics hands them over like this"
)]
pub(super) fn after_panic(cause: Box<dyn Any + Send>) -> Answered<Body> {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let why = text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
    tracing::error!(why, "a handler has panicked");
    let told = "the server has made a mistake and has written it down; nothing was lost, try again";
    Refused::new(StatusCode::INTERNAL_SERVER_ERROR, told).into_response()
}

/// The answer at an address under `/api` that there is not.
pub(super) async fn nothing_here(uri: Uri) -> Refused {
    Refused::new(StatusCode::NOT_FOUND, format!("there is nothing at /api{}", uri.path()))
}

/// A request told in JSON.
pub(super) struct Told<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Told<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Told<T>, Refused> {
        let read = Json::from_request(request, state).await;
        read.map(|Json(told)| Told(told)).map_err(|rejection| not_understood(&rejection))
    }
}

fn not_understood(rejection: &JsonRejection) -> Refused {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_long(),
        status => Refused::new(status, rejection.body_text()),
    }
}

/// What an address says behind its question mark.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Refused> {
        let read = Query::from_request_parts(parts, state).await;
        let refused = |no: QueryRejection| Refused::new(no.status(), no.body_text());
        read.map(|Query(asked)| Asked(asked)).map_err(refused)
    }
}

/// A request that was told in plain text.
pub(super) struct Text(pub(super) String);

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Text, Refused> {
        let read = String::from_request(request, state).await;
        read.map(Text).map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_long(),
            status => Refused::new(status, "this is not text; expected a saved match in UTF-8"),
        })
    }
}

fn too_long() -> Refused {
    let why = "this is longer than anything the server reads here; is it the right file?";
    Refused::new(StatusCode::PAYLOAD_TOO_LARGE, why)
}
