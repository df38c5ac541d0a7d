import { expect, test } from "vitest";
import { editorText, fileText, placing } from "./line-endings";

test("a file that was not edited keeps its line ends, even mixed ones", () => {
  for (const came of ["", "a\n", "a\r\nb\r\n", "a\rb", "a\r\nb\nc\r", "\r\n", "\r\r\n"])
    expect(fileText(editorText(came), came)).toBe(came);
});

test("an edited file gets the line ends that most of its lines had", () => {
  expect(fileText("a\nb\nc\n", "a\r\nb\r\n")).toBe("a\r\nb\r\nc\r\n");
  expect(fileText("a\nb\nc\n", "a\r\nb\nd\n")).toBe("a\nb\nc\n");
  expect(fileText("x\n", "a\r\nb\n")).toBe("x\n");
  expect(fileText("a\nb", "a\rb\rc")).toBe("a\nb");
  expect(fileText("a\nb\n", "c\nd\n")).toBe("a\nb\n");
});

test("the editor has one kind of line end, and no text of binary files", () => {
  expect(editorText("a\r\nb\rc\n\r")).toBe("a\nb\nc\n\n");
  expect(editorText(Uint8Array.of(0, 255))).toBe("");
});

test("offsets in files with CRLF become offsets in the editor's text, at every place", () => {
  const content = "a: 1\r\n\r\nb: 2\r\nc";
  const place = placing([{ path: "dos.yml", content }]);
  for (let offset = 0; offset <= content.length; offset++) {
    // An offset inside a CRLF has no offset of its own in the editor.
    if (content.slice(offset - 1, offset + 1) === "\r\n") continue;
    const span = { start: { offset } };
    expect(place({ file: "dos.yml", span }).span.start.offset, `${offset}`).toBe(
      editorText(content.slice(0, offset)).length,
    );
  }
});

test("offsets are moved wherever they are in an answer, by the innermost file around them", () => {
  const place = placing([
    { path: "dos.yml", content: "\r\n\r\n" },
    { path: "unix.yml", content: "\n\n" },
    { path: "raw.bin", content: Uint8Array.of(13, 10) },
  ]);
  const answer = {
    file: "dos.yml",
    span: { start: { offset: 2, line: 2 }, end: { offset: 4, line: 3 } },
    related: [
      { file: "unix.yml", span: { start: { offset: 2 } } },
      { file: "raw.bin", offset: 2 },
      { message: "in the outer file", offset: 4 },
    ],
    nothing: null,
  };
  expect(place(answer)).toEqual({
    file: "dos.yml",
    span: { start: { offset: 1, line: 2 }, end: { offset: 2, line: 3 } },
    related: [
      { file: "unix.yml", span: { start: { offset: 2 } } },
      { file: "raw.bin", offset: 2 },
      { message: "in the outer file", offset: 2 },
    ],
    nothing: null,
  });
});
