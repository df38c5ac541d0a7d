import { afterEach, describe, expect, test, vi } from "vitest";
import { CONTROLS, DISGUISES, MARKUP, NAMES } from "../../testing/hostile-texts";
import { UserError } from "../core/user-error";
import { pathObjection } from "../core/work";
import { gistId, loadGist } from "./gist";

const ID = "0123456789abcdef0123";

test("the id is found in every form of a gist's address, and in no other address", () => {
  for (const url of [
    ID,
    `somebody/${ID}`,
    `https://gist.github.com/${ID}`,
    `https://gist.github.com/some-body/${ID}/`,
    `http://gist.github.com/user/${ID}.git`,
    `gist.github.com/user/${ID}#file-a-yml`,
    `https://gist.github.com/user/${ID}?permalink_comment_id=1#c`,
    `https://gist.github.com/user/${ID}/0123456789abcdef0123456789abcdef01234567`,
    `https://gist.github.com/user/${ID}/raw/a.yml`,
    ` https://gist.github.com/user/${ID}). `,
  ])
    expect(gistId(url), url).toBe(ID);
  for (const url of [
    "",
    "https://example.org/0123456789abcdef0123",
    "javascript:0123456789abcdef0123",
    "a/b/c",
    "https://gist.github.com/example",
  ])
    expect(gistId(url), url).toBeUndefined();
});

describe("GitHub's answer", () => {
  const asked: string[] = [];
  /** Answers requests by URL; any other request fails. */
  function github(answers: Record<string, Response>): void {
    asked.length = 0;
    vi.stubGlobal("fetch", async (url: string) => {
      asked.push(url);
      const answer = answers[url];
      if (!answer) throw new TypeError("failed to fetch");
      return answer;
    });
  }
  const API = `https://api.github.com/gists/${ID}`;
  const load = (body: string) => {
    github({ [API]: new Response(body) });
    return loadGist(ID);
  };
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const file = (filename: unknown, more: object = {}) => ({ filename, content: "a: 1\n", ...more });

  test("without a usable status ends in a message", async () => {
    for (const [status, message] of [
      [404, "no gist with this URL"],
      [403, "Try again in an hour"],
      [429, "Try again in an hour"],
      [500, "status 500"],
    ] as const) {
      github({ [API]: new Response("{}", { status }) });
      await expect(loadGist(ID)).rejects.toThrow(message);
    }
    github({});
    await expect(loadGist(ID)).rejects.toThrow(
      new UserError("Could not reach GitHub. Check your connection and try again."),
    );
    await expect(loadGist("nowhere")).rejects.toThrow(new UserError("“nowhere” is not the URL of a gist."));
  });

  test("larger than 20 MB is refused", async () => {
    const body = `{"files":{"a.yml":${JSON.stringify(file("a.yml", { content: "x".repeat(21_000_000) }))}}}`;
    await expect(load(body)).rejects.toThrow(new UserError("The gist contains more than 20 MB."));
  });

  test("other than a JSON object is refused", async () => {
    for (const body of ["<!doctype html><script>hacked=1</script>", "null", "[1,2,3]"])
      await expect(load(body), body).rejects.toThrow("not a gist");
  });

  test("with files and a description of wrong types leaves those out", async () => {
    const { work, left } = await load(
      JSON.stringify({ files: { a: null, b: 1, c: [], d: {} }, description: { toString: 1 } }),
    );
    expect(work).toMatchObject({ title: "", files: [] });
    expect(left.join()).toContain("skipped");
  });

  test("with invalid file names leaves those files out", async () => {
    const { work, left } = await load(
      JSON.stringify({ files: [file(null), file(1), file("../up"), file("ok.yml"), file("C:/x")] }),
    );
    expect(work.files.map(({ path }) => path)).toEqual(["1", "ok.yml"]);
    expect(left).toHaveLength(3);
    for (const message of left) expect(message).toContain("was skipped");
  });

  test("with 3,000 files gives the first 200", async () => {
    const files = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`f${at}`, file(`f${at}.yml`)]));
    const { work, left } = await load(JSON.stringify({ files }));
    expect(work.files).toHaveLength(200);
    expect(left.join()).toContain("Only the first 200 files");
  });

  test("with names of prototypes changes no prototype", async () => {
    const { work } = await load(
      `{"description":"x","files":{"__proto__":${JSON.stringify(file("__proto__"))},"constructor":${JSON.stringify(file("constructor"))}}}`,
    );
    expect(work.title).toBe("x");
    expect(work.files.map(({ path }) => path)).toEqual(["__proto__", "constructor"]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test("with texts on other hosts asks no other host", async () => {
    const { work, left } = await load(
      JSON.stringify({
        files: {
          a: file("a.yml", { truncated: true, raw_url: "https://evil.test/a" }),
          b: file("b.yml", { truncated: true, raw_url: "https://gist.githubusercontent.com.evil.test/" }),
          c: file("ok.yml"),
        },
      }),
    );
    expect(asked).toEqual([API]);
    expect(work.files.map(({ path }) => path)).toEqual(["ok.yml"]);
    expect(left).toEqual(['"a.yml"', '"b.yml"'].map((name) => `The file ${name} could not be loaded and was skipped.`));
  });

  test("with a truncated text gives the whole text from GitHub", async () => {
    const raw = "https://gist.githubusercontent.com/a/raw/a.yml";
    const files = { a: file("a.yml", { truncated: true, raw_url: raw }) };
    github({ [API]: new Response(JSON.stringify({ files })), [raw]: new Response("whole: true\n") });
    expect((await loadGist(ID)).work.files).toEqual([{ path: "a.yml", content: "whole: true\n" }]);
  });

  test("with hostile texts gives them as they are", async () => {
    const texts = [...MARKUP, ...DISGUISES, ...CONTROLS, ...NAMES];
    const files = Object.fromEntries(texts.map((text) => [text, file(text, { content: text })]));
    const { work } = await load(JSON.stringify({ files, description: texts.join(" ") }));
    const taken = texts.filter((text) => pathObjection(text) === undefined);
    expect(taken.length).toBeGreaterThan(30);
    expect(work.files.map(({ path }) => path).toSorted()).toEqual(taken.toSorted());
    for (const { path, content } of work.files) expect(content).toBe(path);
  });
});
