import { invoke } from "@tauri-apps/api/core";
import { BRIDGE } from "./bridgeWords";
import type { CallTextView, ErrorCode, ErrorView, Operations } from "./generated";
import { type Kind, snakeCase } from "./kind";
import { isInParts, readParts } from "./parts";

export type { Kind } from "./kind";

/** An operation with its arguments: one object that is run, and shown as text. */
export type Operation<K extends Kind = Kind> = { [Each in K]: { kind: Each } & Args<Each> }[K];

/** The arguments of an operation. */
export type Args<K extends Kind> = Operations[K]["args"];

/** The reply of an operation. */
export type Reply<K extends Kind> = Operations[K]["reply"];

/** Why a command failed: a code to branch on, words to read. The only error that leaves this folder. */
export class IpcError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | null;
  readonly requestId: string | null;
  /** Id of what it is about, where something is to be done with that. */
  readonly about: string | null;

  constructor(view: ErrorView) {
    super(view.message);
    this.name = "IpcError";
    this.code = view.code;
    this.hint = view.hint;
    this.requestId = view.requestId;
    this.about = view.about;
  }
}

/** Joins two parts of an operation. */
export const operationOf = <K extends Kind, Of extends Partial<Args<K>>>(
  of: { kind: K } & Of,
  rest: Omit<Args<K>, keyof Of>,
): Operation<K> => ({ ...of, ...rest }) as unknown as Operation<K>;

/** Runs an operation. Rejects with an `IpcError`. */
export async function call<K extends Kind>({ kind, ...args }: { kind: K } & Args<K>): Promise<Reply<K>> {
  try {
    const reply: unknown = await invoke(snakeCase(kind), args);
    return (isInParts(reply) ? readParts(reply) : reply) as Reply<K>;
  } catch (error) {
    throw new IpcError(isErrorView(error) ? error : unforeseen(error));
  }
}

/** An operation that an account runs. */
export type AccountOperation = Extract<Operation, { accountId: string }>;

/** Returns the request of an operation as text. Nothing is sent. `psql`: more arguments of psql, which is opened right after. */
export const callText = (
  operation: AccountOperation,
  psql: readonly string[] | null = null,
): Promise<CallTextView> => call({ kind: "callText", call: operation, psql: psql && [...psql] });

function isErrorView(error: unknown): error is ErrorView {
  return typeof error === "object" && error !== null && "code" in error && "message" in error;
}

/** The bridge itself refused: a command that is not allowed, arguments that do not fit. */
function unforeseen(error: unknown): ErrorView {
  const detail = error instanceof Error ? error.message : String(error);
  return {
    code: "internal",
    message: BRIDGE.failed(detail),
    hint: BRIDGE.hint,
    requestId: null,
    about: null,
  };
}
