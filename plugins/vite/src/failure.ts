/** Something that failed: what, in plain words without a full stop, and what to do next, in whole sentences. */
export class Failure extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = "Failure";
    this.hint = hint;
  }

  /** Both as one text for a person. */
  inWords(): string {
    return `${this.message}. ${this.hint}`.trim();
  }
}

/** Any error as a `Failure`: one that was not foreseen has no hint. */
export function failureFrom(error: unknown): Failure {
  if (error instanceof Failure) {
    return error;
  }
  const message = error instanceof Error && error.message !== "" ? error.message : String(error);
  return new Failure(printable(message).replace(/\.$/, ""), "");
}

/** The system's code of an error of Node's, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  return undefined;
}

/** Text that came from elsewhere, on one line, without control characters, and not too long for a message. */
export function printable(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
