import { BRIDGE } from "./bridgeWords";
import { commands, type ErrorCode, type ErrorView } from "./generated";
import { readParts } from "./parts";

type Commands = typeof commands;
type Data<Reply> = Extract<Awaited<Reply>, { status: "ok" }> extends { data: infer View } ? View : never;

/** Every command of the backend as a function that resolves to its view or rejects with an `IpcError`. */
export type Call = {
  [Name in keyof Commands]: (
    ...args: Parameters<Commands[Name]>
  ) => Promise<Data<ReturnType<Commands[Name]>>>;
};

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

/** The commands, by the names that `generated.ts` gives them. */
export const call = Object.fromEntries(
  Object.entries(commands).map(([name, command]) => [name, wrapped(command as AnyCommand)]),
) as Call;

type AnyCommand = (...args: unknown[]) => Promise<{ status: "ok"; data: unknown } | Refusal>;
type Refusal = { status: "error"; error: unknown };

function wrapped(command: AnyCommand) {
  return async (...args: unknown[]) => {
    const reply = await command(...args).catch((error: unknown): Refusal => ({ status: "error", error }));
    if (reply.status === "ok") return reply.data instanceof ArrayBuffer ? readParts(reply.data) : reply.data;
    throw new IpcError(isErrorView(reply.error) ? reply.error : unforeseen(reply.error));
  };
}

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
