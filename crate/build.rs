//! Links the command to a fixed address, as Go links ytt: a small run is mostly the start of the process, and a sixth of
//! its page faults come of writing addresses into pages that would otherwise be shared.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("TARGET").is_ok_and(|target| target.ends_with("linux-gnu")) {
        println!("cargo::rustc-link-arg-bin=ytterby=-no-pie");
    }
}
