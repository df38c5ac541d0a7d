//! A request's files as inputs: paths, directories, file marks.

use crate::boundary::RequestFile;
use crate::files::*;
use crate::request_disk::RequestDisk;

fn request(paths: &[&str]) -> Vec<RequestFile> {
    paths.iter().map(|path| RequestFile { path: (*path).to_owned(), ..RequestFile::default() }).collect()
}

fn found(files: &[RequestFile], paths: &[&str]) -> Result<Vec<String>, String> {
    let disk = RequestDisk::new(files);
    let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
    let found = Finder::new(&disk, Links::default()).inputs(&paths);
    found
        .map(|files| files.into_iter().map(|file| file.path).collect())
        .map_err(|e| crate::diagnostics::report::text(&e))
}

fn prepared(paths: &[&str], marks: &[&str]) -> Result<Vec<File>, String> {
    let files = request(paths);
    let disk = RequestDisk::new(&files);
    let marks: Vec<String> = marks.iter().map(|mark| (*mark).to_owned()).collect();
    let inputs = Finder::new(&disk, Links::default()).inputs(&[]).expect("inputs");
    prepare(inputs, &marks, None).map_err(|e| crate::diagnostics::report::text(&e))
}

#[test]
fn without_f_all_files_are_inputs_in_order() {
    let files = request(&["z.yml", "sub/a.yml", "empty/", "-"]);
    assert_eq!(found(&files, &[]), Ok(vec!["z.yml".to_owned(), "sub/a.yml".to_owned()]));
}

#[test]
fn directories_are_sorted_and_files_have_their_names() {
    let files = request(&["z.yml", "b/2.yml", "b/10.yml", "b/c/x.yml", "b.yml"]);
    assert_eq!(found(&files, &["."]).expect("found"), ["b.yml", "b/10.yml", "b/2.yml", "b/c/x.yml", "z.yml"]);
    assert_eq!(found(&files, &["./b/", "z.yml"]).expect("found"), ["10.yml", "2.yml", "c/x.yml", "z.yml"]);
    assert_eq!(found(&files, &["b/c/../2.yml", "q/w.yml=z.yml"]).expect("found"), ["2.yml", "q/w.yml"]);
}

#[test]
fn missing_files_have_the_system_message() {
    let files = request(&["a.yml"]);
    let gone = |path: &str, why: &str| Err(format!("Checking file '{path}': lstat {path}: {why}"));
    assert_eq!(found(&files, &["b.yml"]), gone("b.yml", "no such file or directory"));
    assert_eq!(found(&files, &["a.yml/x"]), gone("a.yml/x", "not a directory"));
    assert_eq!(found(&files, &["a.yml/"]), gone("a.yml/", "not a directory"));
    assert_eq!(found(&files, &[""]), gone("", "no such file or directory"));
    assert_eq!(found(&files, &["../a.yml"]), gone("../a.yml", "no such file or directory"));
}

#[test]
fn standard_input_is_read_once() {
    let mut files = request(&["-"]);
    files[0].content = "a: 1\n".to_owned().into();
    let disk = RequestDisk::new(&files);
    let finder = Finder::new(&disk, Links::default());
    let inputs = finder.find(&["-".to_owned(), "x.yml=-".to_owned()]).expect("found");
    assert_eq!((inputs[0].path.as_str(), inputs[1].path.as_str()), ("stdin.yml", "x.yml"));
    assert_eq!(inputs[0].content.get().as_deref(), Ok(&b"a: 1\n"[..]));
    assert!(inputs[1].content.get().is_err());
}

#[test]
fn file_types_depend_on_the_extension() {
    let files =
        prepared(&["a.yml", "a.lib.yml", "lib.yml", "x/.lib.txt", "b.star", "c.txt", "d.md"], &[]).expect("files");
    let kinds: Vec<_> =
        files.iter().map(|f| (f.role.file_type, f.role.is_library, f.role.is_template, f.role.for_output)).collect();
    assert_eq!(kinds[0], (FileType::Yaml, false, true, true));
    assert_eq!(kinds[1], (FileType::Yaml, true, false, false));
    assert_eq!(kinds[2], (FileType::Yaml, false, true, true));
    assert_eq!(kinds[3], (FileType::Text, true, false, false));
    assert_eq!(kinds[4], (FileType::Starlark, true, false, false));
    assert_eq!(kinds[5], (FileType::Text, false, true, true));
    assert_eq!(kinds[6], (FileType::Unknown, false, false, false));
}

#[test]
fn file_marks_change_type_and_output() {
    let files = prepared(&["a.yml", "b.yml", "c.txt"], &["a.yml:type=yaml-plain", "*.txt:type=data"]).expect("files");
    assert_eq!((files[0].role.is_template, files[0].role.for_output), (false, true));
    assert_eq!((files[2].role.file_type, files[2].role.for_output), (FileType::Unknown, false));
    let files = prepared(&["a.yml", "b.yml"], &["b.yml:exclusive-for-output=true"]).expect("files");
    assert_eq!((files[0].role.for_output, files[0].role.is_template, files[1].role.for_output), (false, true, true));
}
