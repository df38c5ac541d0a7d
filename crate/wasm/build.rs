//! Linker options of the wasm.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        // Bytes of stack: a schema of 490 levels needs more than the default of 1 MiB.
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=8388608");
    }
}
