//! Single parts of a run: `scripts/bench --only parts`, or `cargo bench -p ytterby-parts`.
//!
//! On workloads of `workloads.mjs`, written to the folder `BENCH_WORKLOADS` (`scripts/bench` does so; else they are written
//! here, by Node). Criterion compares with the time before: `target/criterion` has it.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use ytterby_parts as parts;

criterion_group! {
    name = all;
    config = Criterion::default().sample_size(20);
    targets = yaml, templates, overlays, schema
}
criterion_main!(all);

fn yaml(criterion: &mut Criterion) {
    let text = file("plain2mb/objects.yml");
    let parsed = parts::read(&text);
    let mut group = criterion.benchmark_group("yaml");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("reader, plain2mb", |bencher| bencher.iter(|| parts::read(black_box(&text))));
    group.bench_function("printer, plain2mb", |bencher| bencher.iter(|| parts::print(black_box(&parsed))));
    group.finish();
}

fn templates(criterion: &mut Criterion) {
    let text = file("violations1k/schema.yml");
    let parsed = parts::read(&text);
    let mut group = criterion.benchmark_group("templates");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("compile, violations1k", |bencher| {
        bencher.iter(|| parts::compile_template(black_box(&parsed)));
    });
    group.bench_function("program, violations1k", |bencher| {
        bencher.iter_batched(|| parts::compile_template(&parsed), parts::compile_program, BatchSize::LargeInput);
    });
    group.finish();
}

fn overlays(criterion: &mut Criterion) {
    let texts = ["objects.yml", "overlay.yml"].map(|name| (name, file(&format!("overlay300x30/{name}"))));
    let evaluated = parts::evaluate(&texts.each_ref().map(|(name, text)| (*name, text.as_str())));
    criterion.bench_function("overlays, overlay300x30", |bencher| {
        bencher.iter_batched(|| evaluated.copy(), parts::apply_overlays, BatchSize::LargeInput);
    });
}

fn schema(criterion: &mut Criterion) {
    let checkable = parts::checkable(&[("schema.yml", &file("schema2k/schema.yml"))], &file("schema2k/values.yml"));
    criterion.bench_function("schema check, schema2k", |bencher| bencher.iter(|| parts::check(black_box(&checkable))));
}

/// A workload's file.
fn file(path: &str) -> String {
    let path = folder().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The workloads of scale 1.
fn folder() -> PathBuf {
    if let Some(folder) = std::env::var_os("BENCH_WORKLOADS") {
        return folder.into();
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("workloads");
    let writer = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench/workloads.mjs");
    let status = Command::new("node").arg(writer).arg(&folder).status();
    assert!(status.is_ok_and(|status| status.success()), "node could not write the workloads");
    folder
}
