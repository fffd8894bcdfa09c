import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A script with one character beyond Latin-1 is kept with two bytes for each, and read a third slower. */
const ascii = (): Plugin => ({
  name: "ascii",
  apply: "build",
  enforce: "post",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      // A backslash before it would become part of what stands for it.
      if (/\\[^\0-\x7f]/.test(file.code))
        throw new Error(`${file.fileName} escapes a character beyond ASCII`);
      file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
    }
  },
});

/** Half of a pair is written by itself: strings, templates and patterns take both as one character. */
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The font of the frame. Asked for with the page, it is there before the first text is laid out. */
const FONT = "inter-latin-wght-normal";

const preloadedFont = (): Plugin => ({
  name: "preloaded-font",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle = {} }) {
      const file = Object.keys(bundle).find((name) => name.includes(FONT));
      if (!file) throw new Error(`no file of the bundle is ${FONT}`);
      const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${file}` };
      return [{ tag: "link", attrs, injectTo: "head-prepend" }];
    },
  },
});

/** The editor of SQL, and what it alone needs. */
const EDITOR =
  /node_modules\/(@codemirror|@lezer|@marijn|style-mod|crelt|w3c-keyname)\/|sql\/(Editor\.tsx|codemirror\.ts)$/;

export default defineConfig({
  plugins: [react(), ascii(), preloadedFont()],
  resolve: { alias: { "@": here("./src") } },
  clearScreen: false,
  server: { port: 5173, strictPort: true, host: "127.0.0.1" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: ["safari17.5", "chrome123"],
    // The content security policy allows fonts and images from 'self' only, so nothing may become a data: URL.
    assetsInlineLimit: 0,
    // Of the packages that are in what is shipped; the installer takes it along.
    license: { fileName: "licences.md" },
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // The gallery is a second page for the eye; it is served in development and never shipped.
      input: here("./index.html"),
      output: {
        // Three files: the code of the first picture, all else, which is read once the window is used (decision 0062), and the editor
        // of SQL, which is read when it is opened.
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 2 },
            { name: "rest", test: (id) => !EDITOR.test(id), priority: 1 },
            { name: "editor" },
          ],
        },
      },
    },
  },
});
