//! Builds the browser's side of the table, which becomes part of the program, so that one file is
//! all there is to run. Where npm is missing, a page takes its place that says what to install.

#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

/// What the browser's side is made from. Its tests and whatever npm installs are not among it.
const SOURCES: [&str; 8] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

const NOT_BUILT: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>Dustup</title>
<h1>The table in the browser was not built</h1>
<p>The server runs, but this program was compiled without its pages, because npm was not found
or <code>DUSTUP_SKIP_WEB</code> was set.</p>
<p>Install Node.js 20.19 or newer, which brings npm, then run in Dustup's folder:</p>
<pre>touch web/package.json
cargo run --release</pre>
<p>Until then you can play in the terminal: <code>cargo run --release -- play requiem</code></p>
</html>
";

fn main() {
    let web = path_of("CARGO_MANIFEST_DIR").join("../../web");
    let out = path_of("OUT_DIR").join("web");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=DUSTUP_SKIP_WEB");
    for source in SOURCES {
        println!("cargo:rerun-if-changed={}", web.join(source).display());
    }
    let result = match std::env::var_os("DUSTUP_SKIP_WEB") {
        Some(_) => leave_out(&out, "DUSTUP_SKIP_WEB is set"),
        None if !has_npm() => leave_out(&out, "npm was not found; install Node.js 20.19 or newer"),
        None => build(&web, &out),
    };
    if let Err(why) = result {
        give_up(&format!("{}: {why}", web.display()));
    }
}

fn path_of(variable: &str) -> PathBuf {
    let value: Option<OsString> = std::env::var_os(variable);
    value.map_or_else(|| give_up(&format!("cargo has not set {variable}")), PathBuf::from)
}

fn give_up(why: &str) -> ! {
    eprintln!("{why}");
    exit(1)
}

fn has_npm() -> bool {
    Command::new(NPM).arg("--version").output().is_ok_and(|tried| tried.status.success())
}

/// Puts a page there that says what is missing.
fn leave_out(out: &Path, why: &str) -> io::Result<()> {
    println!("cargo:warning=the table in the browser is not built: {why}");
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    fs::create_dir_all(out)?;
    fs::write(out.join("index.html"), NOT_BUILT)
}

fn build(web: &Path, out: &Path) -> io::Result<()> {
    // Several builds may run at once, and all of them share what npm installs.
    let lock = File::create(web.join(".build-lock"))?;
    lock.lock()?;
    install(web)?;
    npm(web, &["run", "build"], Some(out));
    Ok(())
}

/// Installs what package-lock.json lists, unless that is there already.
fn install(web: &Path) -> io::Result<()> {
    let wanted = fs::read(web.join("package-lock.json"))?;
    let stamp = web.join("node_modules/.installed-from");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    npm(web, &["ci", "--no-audit", "--no-fund"], None);
    fs::write(stamp, wanted)
}

/// Runs npm; whatever it says is told if it fails, and the build fails with it.
fn npm(web: &Path, arguments: &[&str], out: Option<&Path>) {
    let mut command = Command::new(NPM);
    command.args(arguments).current_dir(web);
    if let Some(out) = out {
        command.env("DUSTUP_WEB_OUT", out);
    }
    let words = arguments.join(" ");
    match command.output() {
        Ok(ran) if ran.status.success() => (),
        Ok(ran) => {
            let said = [ran.stdout, ran.stderr].map(|s| String::from_utf8_lossy(&s).into_owned());
            give_up(&format!("npm {words} has failed in {}:\n{}", web.display(), said.concat()))
        }
        Err(why) => give_up(&format!("npm {words} cannot be run: {why}")),
    }
}
