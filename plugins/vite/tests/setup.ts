import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the sandbox's instant service. */
    sandbox: string;
  }
}

/** Builds the package as it is published, and starts one sandbox for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = path.dirname(import.meta.dirname);
  rmSync(path.join(folder, "dist"), { recursive: true, force: true });
  execFileSync(
    process.execPath,
    [path.join(folder, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"],
    {
      cwd: folder,
      stdio: "inherit",
    },
  );
  const sandbox = await startSandbox();
  project.provide("sandbox", sandbox.url);
  return sandbox.stop;
}

async function startSandbox(): Promise<{ url: string; stop(): Promise<void> }> {
  const { PLINTH_SANDBOX: program, PLINTH_POSTGRES_DIR: postgres } = process.env;
  if (program === undefined) {
    throw new Error(
      "set PLINTH_SANDBOX to the built program, such as target/debug/plinth-sandbox of this project",
    );
  }
  const data = mkdtempSync(path.join(tmpdir(), "plinth-vite-sandbox-"));
  const bundled = postgres === undefined ? [] : ["--bundled", postgres];
  const options = ["--data", data, "--max-unclaimed", "1000", "--end-with-stdin", ...bundled];
  const child = spawn(program, options, {
    env: { ...process.env, RUST_LOG: "warn" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once("line", (line) => resolve(JSON.parse(line).instant_url));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });
  return {
    url,
    async stop() {
      child.stdin.end();
      await once(child, "exit");
      rmSync(data, { recursive: true });
    },
  };
}
