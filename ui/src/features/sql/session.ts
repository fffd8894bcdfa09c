import { call, IpcError } from "@/ipc/call";
import type { ConnectSource, SqlOptions, SqlPart, SqlRunView, SqlTrialView } from "@/ipc/generated";
import { asError } from "@/kit/asError";
import { openDialog } from "@/kit/overlay/dialogs";
import { currentTime } from "@/time/clock";
import { ResultRows } from "./rows";

/** The last run of an editor. */
export interface SessionState {
  run: SqlRunView | undefined;
  /** The text that the places of the run are in; nothing where it is not the editor's. */
  text: string | undefined;
  /** True until the core has taken the run. */
  isStarting: boolean;
  /** True while more rows of a result are read, because they came into sight. */
  isReadingOn: boolean;
  /** Why the last run did not begin, or what became of it is not known. */
  error: Error | undefined;
  /** The script that is tried on a branch, or its report. */
  trial: Trial | undefined;
}

/** A script on a branch. */
export type Trial =
  | { isRunning: true; beganAt: number }
  | { isRunning: false; report: SqlTrialView; text: string };

export interface RunRequest {
  source: ConnectSource;
  text: string;
  part: SqlPart;
  options: SqlOptions;
  /** True for a statement that does not stand in the editor, such as COMMIT. */
  isOwn?: boolean;
}

const NEW: SessionState = {
  run: undefined,
  text: undefined,
  isStarting: false,
  isReadingOn: false,
  error: undefined,
  trial: undefined,
};

/**
 * The session of one editor. It lives outside of the page's components: a run and its results are still there when a person
 * comes back to the tab.
 */
export class SqlSession {
  private state: SessionState = NEW;
  private rows = new Map<number, ResultRows>();
  private readonly listeners = new Set<() => void>();
  private isStopWanted = false;

  constructor(readonly editor: string) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): SessionState => this.state;

  get isBusy(): boolean {
    return isBusy(this.state);
  }

  /** Runs statements, unless others still run. Resolves when the run has ended. */
  async start({ source, text, part, options, isOwn = false }: RunRequest): Promise<void> {
    if (this.isBusy) return;
    this.isStopWanted = false;
    this.set({ isStarting: true, error: undefined, trial: undefined });
    try {
      await this.readOn();
      const run = await call({ kind: "sqlStart", source, editor: this.editor, text, part, options });
      this.rows = new Map();
      this.set({ run, text: isOwn ? undefined : text, isStarting: false, isReadingOn: false });
      if (this.isStopWanted) void this.stop();
      await this.follow(run);
    } catch (reason) {
      const error = asError(reason);
      this.set({ isStarting: false, error });
      if (error instanceof IpcError && error.about !== null) {
        const request = { source, text, part, options, isOwn };
        openDialog({
          dialog: "runOnProduction",
          editor: this.editor,
          request,
          name: error.about,
          reason: error.message,
        });
      }
    }
  }

  /** Runs statements on a branch of now, and keeps the report until something else runs. */
  async tryOut({ source, text, part }: Omit<RunRequest, "options" | "isOwn">): Promise<void> {
    if (this.isBusy) return;
    this.set({ trial: { isRunning: true, beganAt: currentTime() }, error: undefined });
    try {
      const report = await call({ kind: "sqlTry", source, text, part });
      this.set({ trial: { isRunning: false, report, text } });
    } catch (error) {
      this.set({ trial: undefined, error: asError(error) });
    }
  }

  /** Closes the report of a trial. */
  closeTrial(): void {
    this.set({ trial: undefined });
  }

  /** Stops what runs, on the server as well. */
  async stop(): Promise<void> {
    const { run, isStarting, trial } = this.state;
    if (trial?.isRunning) return stopTrial().catch((error) => this.set({ error: asError(error) }));
    if (isStarting) this.isStopWanted = true;
    if (run && (!isStarting || this.state.isReadingOn))
      await call({ kind: "sqlStop", runId: run.id }).catch((error) => this.set({ error: asError(error) }));
  }

  /** Closes the session and its results: the server rolls back what is open. */
  async close(): Promise<void> {
    sessions.delete(this.editor);
    this.rows = new Map();
    this.set(NEW);
    await call({ kind: "sqlClose", editor: this.editor }).catch(() => {
      // It is closed when it is idle, or with the app.
    });
  }

  /** The message was read. */
  dismiss(): void {
    this.set({ error: undefined });
  }

  /** The rows of a result of the last run. */
  rowsOf(result: number): ResultRows {
    const { run } = this.state;
    const known = this.rows.get(result);
    if (known) return known;
    const rows = new ResultRows(run?.id ?? "", result);
    this.rows.set(result, rows);
    return rows;
  }

  /** Each call is held until there is something newer. */
  private async follow(first: SqlRunView): Promise<void> {
    let run = first;
    // The editor may have run something else meanwhile, or may have been closed.
    const isCurrent = () => this.state.run?.id === first.id;
    try {
      while (run.state !== "ended") {
        run = await call({ kind: "sqlWait", runId: run.id, version: run.version });
        if (!isCurrent()) return;
        const { run: before, isReadingOn } = this.state;
        const goesOn = run.state === "running" && run.done === before?.done;
        this.set({ run, isReadingOn: goesOn && (isReadingOn || before.state === "paused") });
      }
    } catch (error) {
      if (isCurrent())
        this.set({ run: { ...run, state: "ended" }, isReadingOn: false, error: asError(error) });
    }
  }

  /** Waits until rows that are being read are there: the session takes no statement before. */
  private readOn(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.state.isReadingOn) return;
        stop();
        resolve();
      };
      const stop = this.subscribe(look);
      look();
    });
  }

  private set(changes: Partial<SessionState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }
}

const sessions = new Map<string, SqlSession>();

/** Returns the session of an editor; nothing connects before it runs something. */
export function sessionOf(editor: string): SqlSession {
  const found = sessions.get(editor) ?? new SqlSession(editor);
  sessions.set(editor, found);
  return found;
}

/** True while a statement runs. A result of which more rows can be read is not in the way of the next run. */
export function isBusy({ run, isStarting, isReadingOn, trial }: SessionState): boolean {
  if (trial?.isRunning) return true;
  return isStarting || (!isReadingOn && (run?.state === "connecting" || run?.state === "running"));
}

/** Stops the trial that the core runs, of which there is a job. */
async function stopTrial(): Promise<void> {
  const jobs = await call({ kind: "jobList" });
  const job = jobs.find(({ verb }) => verb === "trySql");
  if (job) await call({ kind: "jobCancel", id: job.id });
}
