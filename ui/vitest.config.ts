import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vite.config.ts";

export default mergeConfig(
  base,
  defineConfig({
    test: {
      environment: "jsdom",
      include: ["src/**/*.test.{ts,tsx}"],
      setupFiles: ["./src/test/setup.ts"],
      css: { modules: { classNameStrategy: "non-scoped" } },
      restoreMocks: true,
      testTimeout: 30_000,
      // One page a worker: each test takes down what it drew, and making a page costs more than most tests.
      isolate: false,
      maxWorkers: "100%",
    },
  }),
);
