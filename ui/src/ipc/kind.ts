import type { Operations } from "./generated";

/** The name of an operation. */
export type Kind = keyof Operations;

/** Returns the name by which the program knows an operation. */
export const snakeCase = (kind: Kind) => kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the operation that the program knows by this name. */
export const kindOf = (name: string): Kind =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as Kind;
