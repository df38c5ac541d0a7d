// How long the links of the examples are: what a reader of a chat sees of them.
import { expect, test } from "@playwright/test";
import { writeLink } from "../../web/src/share/link";
import { examples } from "./works";

test("the median example shares in 600 characters, and none takes more than 4,000", () => {
  const lengths = examples
    .map(({ id, work }) => ({ id, length: writeLink(work).length }))
    .sort((a, b) => a.length - b.length);
  const median = lengths[Math.floor(lengths.length / 2)]?.length ?? 0;
  const longest = lengths.at(-1);
  const edited = examples.map(({ id, work }) => {
    const files = work.files.map((file, at) =>
      at === 0 ? { ...file, content: `#! Changed.\n${file.content}` } : file,
    );
    return writeLink({ ...work, files }, { id, work }).length;
  });
  const middle = edited.sort((a, b) => a - b)[Math.floor(edited.length / 2)];
  console.log(
    `links of ${lengths.length} examples: median ${median} characters, longest ${longest?.length} (${longest?.id}); after an edit: median ${middle}, longest ${edited.at(-1)}`,
  );
  expect(median).toBeLessThanOrEqual(600);
  expect(longest?.length).toBeLessThanOrEqual(4000);
});
