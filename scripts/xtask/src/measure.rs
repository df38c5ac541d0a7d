//! Measures one run of a command: `xtask measure COMMAND ARGUMENT …` prints wall and processor time in milliseconds, peak memory in
//! bytes and the exit status, as JSON. The command's output is discarded, so that no reader is measured.
//!
//! The kernel sums up the usage of all children; this process has only one. On Linux the peak memory of a child starts with that of
//! its parent: a few MB here, which is why the benchmarks do not start commands from Node.

use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;

/// Bytes per unit of the system's peak memory.
const RSS_UNIT: i64 = if cfg!(target_os = "macos") { 1 } else { 1024 };

/// Runs the command once; prints one line.
pub(crate) fn measure(command: &[String]) -> Result<()> {
    let (program, arguments) = command.split_first().context("xtask measure COMMAND ARGUMENT …")?;
    let started = Instant::now();
    let status = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .with_context(|| format!("{program} does not start"))?;
    let wall = started.elapsed().as_secs_f64() * 1000.0;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    println!(
        r#"{{"wall": {wall:.3}, "user": {:.3}, "system": {:.3}, "peak": {}, "status": {}}}"#,
        millis(usage.user_time()),
        millis(usage.system_time()),
        usage.max_rss() * RSS_UNIT,
        // A signal ended it.
        status.code().map_or("null".to_owned(), |code| code.to_string()),
    );
    Ok(())
}

fn millis(time: TimeVal) -> f64 {
    time.tv_sec() as f64 * 1000.0 + time.tv_usec() as f64 / 1000.0
}
