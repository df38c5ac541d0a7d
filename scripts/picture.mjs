// Takes the pictures of README.md: scripts/picture.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const ofPage = createRequire(join(root, "web/package.json"));
const { chromium } = ofPage("playwright-core");
const { preview } = await import(ofPage.resolve("vite"));

const VIEWPORT = { width: 1200, height: 724 };

/** A PNG as a WebP, a quarter of its size; by the browser, as Playwright writes none. */
async function webp(png) {
  const page = await browser.newPage();
  const data = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", 0.85);
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  await page.close();
  return Buffer.from(data.split(",")[1], "base64");
}

const server = await preview({
  configFile: join(root, "web/vite.config.ts"),
  logLevel: "warn",
  preview: { host: "localhost", port: 0 },
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--disable-gpu", "--disable-lcd-text"],
});
try {
  for (const colorScheme of ["light", "dark"]) {
    // Twice the pixels, for screens that have them.
    const context = await browser.newContext({
      viewport: VIEWPORT,
      deviceScaleFactor: 2,
      colorScheme,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await page.goto(server.resolvedUrls.local[0]);
    await page.getByText("Rendered in").waitFor();
    await page.evaluate(() => document.fonts.ready);
    // Without the status line, which has the time that the render took.
    const { y: height } = await page.locator("footer").boundingBox();
    const clip = { x: 0, y: 0, width: VIEWPORT.width, height };
    // Hints and marks come after the output.
    let picture;
    let earlier;
    do {
      earlier = picture;
      await page.waitForTimeout(2000);
      picture = await page.screenshot({ clip });
    } while (!earlier?.equals(picture));
    const bytes = await webp(picture);
    writeFileSync(join(root, `docs/page-${colorScheme}.webp`), bytes);
    console.log(`docs/page-${colorScheme}.webp: ${bytes.length} bytes`);
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}
