//! The real program, started at any port, and how to talk to it.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// Longest that anything may take.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The real program.
pub struct Server {
    pub child: Child,
    pub address: SocketAddr,
}

impl Server {
    /// Starts it at any port and waits until it says which.
    pub async fn start(data: &Path) -> Server {
        // Another build of the program can be named, such as one that is to be measured.
        let program = std::env::var("DUSTUP_BIN");
        let mut child = Command::new(program.as_deref().unwrap_or(env!("CARGO_BIN_EXE_dustup")))
            .args(["serve", "--listen", "127.0.0.1:0", "--unlimited", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = timeout(PATIENCE, lines.next_line()).await.unwrap().unwrap().unwrap();
        let address = line.strip_prefix("The table is open: http://").expect(&line);
        Server { address: address.parse().unwrap(), child }
    }

    /// Kills it as a power cut would: it has no chance to say goodbye to anything.
    pub async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }
}

/// Posts something and gives back the head and the body of the answer.
pub async fn post(address: SocketAddr, path: &str, cookie: &str, body: &str) -> (String, String) {
    let mut request = format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    write!(request, "Content-Type: application/json\r\nContent-Length: {}\r\n", body.len())
        .unwrap();
    write!(request, "Cookie: {cookie}\r\n\r\n{body}").unwrap();
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}
