import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { InlineConfig, LogLevel, ViteDevServer } from "vite";
import { onTestFinished, vi } from "vitest";

type Vite = typeof import("vite");

const PACKAGE = path.dirname(import.meta.dirname);
/** Another version of Vite than the installed one: its folder. */
const VITE = process.env.PLINTH_VITE ?? path.join(PACKAGE, "node_modules/vite");
const READY = /Local:\s+(http:\S+)/;

/** A Vite project in a folder of its own, with the plugin installed as it is published, until the test ends. */
export class Project {
  readonly folder: string;
  /** What the last server said through Vite's logger. */
  said: string[] = [];

  constructor(options: unknown = { referrer: "tests" }, config: unknown = {}) {
    this.folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), "plinth-vite-")));
    onTestFinished(() => fs.rmSync(this.folder, { recursive: true }));
    fs.cpSync(path.join(import.meta.dirname, "fixture"), this.folder, { recursive: true });
    const installed = this.path("node_modules/vite-plugin-plinth");
    fs.mkdirSync(installed, { recursive: true });
    fs.copyFileSync(path.join(PACKAGE, "package.json"), path.join(installed, "package.json"));
    fs.cpSync(path.join(PACKAGE, "dist"), path.join(installed, "dist"), { recursive: true });
    fs.symlinkSync(VITE, this.path("node_modules/vite"));
    fs.symlinkSync(path.join(PACKAGE, "node_modules/pg"), this.path("node_modules/pg"));
    this.set(options, config);
  }

  set(options: unknown, config: unknown = {}): void {
    this.write("test.json", JSON.stringify({ options, config }));
  }

  path(name: string): string {
    return path.join(this.folder, name);
  }

  write(name: string, text: string | Buffer): void {
    fs.mkdirSync(path.dirname(this.path(name)), { recursive: true });
    fs.writeFileSync(this.path(name), text);
  }

  read(name = ".env"): string {
    return fs.readFileSync(this.path(name), "utf8");
  }

  exists(name = ".env"): boolean {
    return fs.existsSync(this.path(name));
  }

  /** Every file that is not the fixture's. */
  files(): string[] {
    const known = new Set([
      "index.html",
      "src",
      "package.json",
      "vite.config.js",
      "test.json",
      "node_modules",
    ]);
    return (
      fs
        .readdirSync(this.folder)
        // Vite 5 removes the configuration that it compiled a moment later.
        .filter((name) => !known.has(name) && !name.includes(".timestamp-"))
        .sort()
    );
  }

  /** The project's own Vite. */
  vite(): Promise<Vite> {
    return import(pathToFileURL(path.join(VITE, "dist/node/index.js")).href);
  }

  /** Starts a server in this process, as a program that embeds Vite does. */
  async serve(url: string | undefined, inline: InlineConfig = {}): Promise<ViteDevServer> {
    this.said = [];
    vi.stubEnv("VITEST", undefined);
    vi.stubEnv("NODE_ENV", "development");
    vi.stubEnv("PLINTH_INSTANT_URL", url);
    const { createServer } = await this.vite();
    const server = await createServer({
      root: this.folder,
      configFile: this.path("vite.config.js"),
      customLogger: this.#logger(),
      server: { host: "127.0.0.1", port: 0, watch: null },
      // Vite 5 looks for its configuration later than the test may last.
      css: { postcss: {} },
      ...inline,
    });
    onTestFinished(() => server.close());
    return server;
  }

  /** Starts `vite` with these arguments as a program of its own. */
  command(url: string | undefined, args: string[] = [], env: Record<string, string> = {}): Command {
    const bin = path.join(VITE, "bin/vite.js");
    const { VITEST: _, NODE_ENV: __, ...others } = process.env;
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: this.folder,
      env: { ...others, NO_COLOR: "1", ...(url === undefined ? {} : { PLINTH_INSTANT_URL: url }), ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    return new Command(child);
  }

  #logger(): import("vite").Logger {
    const say = (level: LogLevel) => (message: string) => {
      this.said.push(`${level}: ${message}`);
    };
    return {
      info: say("info"),
      warn: say("warn"),
      warnOnce: say("warn"),
      error: say("error"),
      clearScreen() {},
      hasErrorLogged: () => false,
      hasWarned: false,
    };
  }
}

/** A running program. It is stopped with the test. */
export class Command {
  readonly child: ChildProcess;
  output = "";

  constructor(child: ChildProcess) {
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
      });
    }
    onTestFinished(() => this.stop("SIGKILL"));
  }

  /** Waits for the development server's address. */
  async address(): Promise<string> {
    await this.until(() => READY.test(this.output));
    return READY.exec(this.output)?.[1] ?? "";
  }

  async until(holds: () => boolean): Promise<void> {
    await vi.waitUntil(
      () => {
        if (!holds() && this.child.exitCode !== null) {
          throw new Error(`it ended with ${this.child.exitCode}:\n${this.output}`);
        }
        return holds();
      },
      { timeout: 30_000, interval: 10 },
    );
  }

  /** Its exit code, once it has ended by itself. */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null) {
      await once(this.child, "close");
    }
    return this.child.exitCode;
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const closed = once(this.child, "close");
      this.child.kill(signal);
      await closed;
    }
  }
}
