import { call } from "@/ipc/call";
import { asError } from "@/kit/asError";
import type { GridRange, GridValue } from "@/kit/grid/grid";
import { decodePage } from "./page";

/** Rows that are read at once. */
const CHUNK = 100;
/** Bytes of rows that stay in memory. The core has all that were read. */
const MOST_BYTES = 24_000_000;
/** Rows beyond the last one in sight, from which on more are asked for. */
const AHEAD = 500;
/** Rows that the widths of the columns are made for. */
const SAMPLE = 50;

interface Chunk {
  rows: GridValue[][];
  bytes: number;
  /** True while more of the chunk is being read. */
  isReading: boolean;
}

/** The rows of a result, read from the core as they come into sight. */
export class ResultRows {
  private readonly chunks = new Map<number, Chunk>();
  private readonly listeners = new Set<() => void>();
  private bytes = 0;
  private askedTo = 0;
  private known = 0;
  private shown: GridRange = { first: 0, end: 0 };
  /** Changes whenever rows were read. */
  version = 0;
  /** Why the last rows could not be read. */
  error: Error | undefined;
  /** The first rows. */
  sample: ReadonlyArray<readonly GridValue[]> = [];

  constructor(
    private readonly runId: string,
    private readonly result: number,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly valueAt = (row: number, column: number): GridValue =>
    this.chunks.get(Math.floor(row / CHUNK))?.rows[row % CHUNK]?.[column];

  /** The core has read so many rows. `hasMore`: it reads on when more are asked for. */
  grow(known: number, hasMore: boolean): void {
    if (known > this.known) this.known = known;
    this.look(hasMore);
  }

  /** These rows are in sight. */
  show(shown: GridRange, hasMore: boolean): void {
    this.shown = shown;
    this.look(hasMore);
  }

  /** Returns rows, which are read where they are not in memory. */
  async read({ first, end }: GridRange): Promise<GridValue[][]> {
    const rows: GridValue[][] = [];
    while (first + rows.length < end) {
      const at = first + rows.length;
      const row = this.chunks.get(Math.floor(at / CHUNK))?.rows[at % CHUNK];
      if (row) {
        rows.push(row);
        continue;
      }
      const page = await this.page(at, Math.min(CHUNK, end - at));
      if (page.rows.length === 0) break;
      rows.push(...page.rows);
    }
    return rows;
  }

  private look(hasMore: boolean): void {
    const end = Math.min(this.shown.end, this.known);
    for (let at = Math.floor(this.shown.first / CHUNK); at * CHUNK < end; at += 1) void this.fill(at);
    const wanted = this.known + CHUNK;
    if (hasMore && this.shown.end + AHEAD > this.known && this.askedTo < wanted) {
      this.askedTo = wanted;
      // The answer is the rows behind the last one: none yet. Those come with the next version of the run.
      this.page(this.known, CHUNK).catch((error: unknown) => this.fail(error));
    }
  }

  private async fill(at: number): Promise<void> {
    const chunk = this.chunks.get(at) ?? { rows: [], bytes: 0, isReading: false };
    // The chunk that was used last is the last one to be dropped.
    this.chunks.delete(at);
    this.chunks.set(at, chunk);
    const most = Math.min(CHUNK, this.known - at * CHUNK);
    if (chunk.isReading || chunk.rows.length >= most) return;
    chunk.isReading = true;
    try {
      while (chunk.rows.length < Math.min(CHUNK, this.known - at * CHUNK)) {
        const first = at * CHUNK + chunk.rows.length;
        const page = await this.page(first, CHUNK - chunk.rows.length);
        if (page.rows.length === 0) break;
        chunk.rows.push(...page.rows);
        chunk.bytes += page.bytes;
        this.bytes += page.bytes;
        this.changed();
      }
      this.drop();
    } catch (error) {
      this.fail(error);
    } finally {
      chunk.isReading = false;
    }
  }

  private async page(first: number, count: number) {
    return decodePage(await call({ kind: "sqlRows", runId: this.runId, result: this.result, first, count }));
  }

  private drop(): void {
    const shown = (at: number) => at * CHUNK < this.shown.end && (at + 1) * CHUNK > this.shown.first;
    for (const [at, chunk] of this.chunks) {
      if (this.bytes <= MOST_BYTES) return;
      if (chunk.isReading || shown(at)) continue;
      this.chunks.delete(at);
      this.bytes -= chunk.bytes;
    }
  }

  private fail(error: unknown): void {
    this.error = asError(error);
    this.changed();
  }

  private changed(): void {
    this.version += 1;
    if (this.sample.length === 0) {
      const first = this.chunks.get(0)?.rows ?? [];
      if (first.length > 0) this.sample = first.slice(0, SAMPLE);
    }
    for (const listener of this.listeners) listener();
  }
}
