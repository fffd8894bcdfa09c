import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Starts a platform with a data folder of its own. */
export async function startSandbox() {
  const data = await mkdtemp(join(tmpdir(), "sandbox-"));
  const program = process.env.PLINTH_SANDBOX ?? "plinth-sandbox";
  const options = ["--data", data, "--max-unclaimed", "1000", "--end-with-stdin"];
  const child = spawn(program, options, {
    env: { ...process.env, RUST_LOG: "warn" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ready = await new Promise((resolve, reject) => {
    createInterface(child.stdout).once("line", (line) => resolve(JSON.parse(line)));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });

  return {
    /** The connection string of a new, empty database. */
    async database() {
      const reply = await fetch(`${ready.instant_url}/api/v1/database`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ref: "tests" }),
      });
      if (!reply.ok) throw new Error(await reply.text());
      return (await reply.json()).connection_string;
    },
    async stop() {
      child.stdin.end();
      await once(child, "exit");
      await rm(data, { recursive: true });
    },
  };
}
