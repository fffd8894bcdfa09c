import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [react()],
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
    // Read from the disk in one go; splitting it would only add round trips before the first paint.
    chunkSizeWarningLimit: 1000,
    // The gallery is a second page for the eye; it is served in development and never shipped.
    rolldownOptions: { input: here("./index.html") },
  },
});
