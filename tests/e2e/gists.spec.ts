// Opening gists, without a request to GitHub.
import { expect, test } from "./playground";

test.describe("gists", () => {
  // The only request to another server, which is intercepted here.
  test("are loaded after a confirmation; a bundle opens as its playground; one that does not exist is reported", {
    tag: "@quick",
  }, async ({ page, baseURL }) => {
    await test.step("are loaded only after a confirmation", async () => {
      const asked: string[] = [];
      await page.route("https://api.github.com/**", (route) => {
        asked.push(route.request().url());
        return route.fulfill({
          json: {
            description: "From a gist",
            files: {
              "b.yml": { filename: "b.yml", content: "b: #@ 1 + 1\n" },
              "a.yml": { filename: "a.yml", content: "a: 1\n" },
            },
          },
          headers: { "access-control-allow-origin": "*" },
        });
      });
      await page.goto(`${baseURL}#gist:https://gist.github.com/example/0123456789abcdef0123`);
      await expect(page.getByText("This link opens a gist")).toBeVisible();
      expect(asked).toEqual([]);
      await page.getByRole("button", { name: "Load the gist" }).click();
      await expect(page.getByRole("region", { name: "Open playground" })).toContainText("Gist: From a gist");
      expect(asked).toEqual(["https://api.github.com/gists/0123456789abcdef0123"]);
      await expect(page.locator(".file-name")).toHaveText(["a.yml", "b.yml"]);
    });
    await test.step("with a bundle open as its playground", async () => {
      const content = "ytterby: 1\ntitle: In a gist\nfiles:\n- path: a.yml\n  content: |\n    a: 1\nargs: -o json\n";
      await page.route("https://api.github.com/**", (route) =>
        route.fulfill({
          json: { description: "x", files: { "a-lake.yml": { filename: "a-lake.yml", content } } },
          headers: { "access-control-allow-origin": "*" },
        }),
      );
      await page.goto(`${baseURL}#gist:https://gist.github.com/example/0123456789abcdef0123#file-a-lake-yml`);
      await page.getByRole("button", { name: "Load the gist" }).click();
      await expect(page.getByRole("region", { name: "Open playground" })).toContainText("Gist: In a gist");
      await expect(page.getByLabel("Flags after")).toHaveValue("-o json");
    });
    await test.step("that do not exist are reported", async () => {
      await page.route("https://api.github.com/**", (route) =>
        route.fulfill({ status: 404, headers: { "access-control-allow-origin": "*" } }),
      );
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.getByRole("menuitem", { name: "Gist" }).click();
      await page.getByLabel("Gist URL").fill("https://example.org/x");
      await page.getByRole("button", { name: "Load", exact: true }).click();
      await expect(page.getByText("Enter the URL of a gist")).toBeVisible();
      await page.getByLabel("Gist URL").fill("0123456789abcdef0123");
      await page.getByRole("button", { name: "Load", exact: true }).click();
      await expect(page.getByRole("alert").filter({ hasText: "GitHub has no gist with this URL" })).toBeVisible();
    });
  });
});
