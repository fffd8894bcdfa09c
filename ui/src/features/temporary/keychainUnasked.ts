import { isKeychain } from "@/data/errors";
import type { ErrorView, TemporaryView } from "@/ipc/generated";

/** Why the keychain could not say whether a database was made. While it cannot, its secrets may well be in there. */
export function keychainUnasked(row: TemporaryView): ErrorView | undefined {
  if (row.state !== "unclear" || !row.checkError) return undefined;
  return isKeychain(row.checkError.code) ? row.checkError : undefined;
}
