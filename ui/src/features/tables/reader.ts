import type { ResultRows } from "@/features/sql/rows";
import { isBusy, type SessionState, SqlSession } from "@/features/sql/session";
import { tabId } from "@/features/sql/tabs";
import type { ConnectSource, SqlResultView, SqlRunView } from "@/ipc/generated";
import { rowsQuery, type TableName, type TableOrder } from "./query";

/** The rows that a person wants to see. */
interface WantedRows {
  source: ConnectSource;
  table: TableName;
  order: TableOrder | undefined;
}

/** Rows that were read, or are being read. */
interface ShownRows extends WantedRows {
  run: SqlRunView;
  result: SqlResultView;
  rows: ResultRows;
}

interface ReaderState {
  shown: ShownRows | undefined;
  session: SessionState;
  isBusy: boolean;
}

/** Reads the rows of one table after another in a session of its own, which can't change anything. */
export class RowsReader {
  private readonly session = new SqlSession(`tables:${tabId()}`);
  private readonly listeners = new Set<() => void>();
  private wanted: WantedRows | undefined;
  private reading: WantedRows | undefined;
  private isWorking = false;
  private state: ReaderState = { shown: undefined, session: this.session.current(), isBusy: false };

  constructor() {
    this.session.subscribe(() => this.update());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): ReaderState => this.state;

  /** Reads these rows, unless it has. Reading others is stopped. */
  show(wanted: WantedRows): void {
    if (this.wanted && isSame(this.wanted, wanted)) return;
    this.wanted = wanted;
    void this.work();
  }

  /** Reads the same rows as they are now. */
  refresh(): void {
    if (!this.wanted) return;
    this.wanted = { ...this.wanted };
    void this.work();
  }

  /** Closes the session: nobody looks at rows any more. */
  leave(): void {
    this.wanted = undefined;
    void this.work();
  }

  private async work(): Promise<void> {
    if (this.isWorking) {
      if (this.session.isBusy) void this.session.stop();
      return;
    }
    this.isWorking = true;
    while (this.reading !== this.wanted) {
      this.reading = this.wanted;
      if (this.reading) await this.read(this.reading);
      else await this.session.close();
    }
    this.isWorking = false;
  }

  /** Resolves when the session can read others: these rows have ended, or wait until more are asked for. */
  private async read({ source, table, order }: WantedRows): Promise<void> {
    const text = rowsQuery(table, order);
    void this.session.start({
      source,
      text,
      part: { kind: "all" },
      options: { isReadOnly: true, isBrowsing: true },
    });
    await new Promise<void>((resolve) => {
      const look = () => {
        if (this.session.isBusy) return;
        stop();
        resolve();
      };
      const stop = this.session.subscribe(look);
      look();
    });
  }

  private update(): void {
    const session = this.session.current();
    this.state = { shown: this.shownIn(session), session, isBusy: isBusy(session) };
    for (const listener of this.listeners) listener();
  }

  /** Rows stay in sight until others, or an error, take their place. */
  private shownIn({ run, isStarting, error }: SessionState): ShownRows | undefined {
    if (!this.reading || error) return undefined;
    const result = run?.results[0];
    if (isStarting || !run || (!result && run.state !== "ended")) return this.state.shown;
    if (!result || result.columns.length === 0)
      return result?.error || run.error ? undefined : this.state.shown;
    return { ...this.reading, run, result, rows: this.session.rowsOf(0) };
  }
}

const isSame = (one: WantedRows, other: WantedRows): boolean =>
  one.source === other.source && rowsQuery(one.table, one.order) === rowsQuery(other.table, other.order);
