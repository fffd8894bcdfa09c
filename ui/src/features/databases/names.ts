import { COMMON } from "@/features/base/words";
import { NAME } from "./words";

/** The longest name that PostgreSQL keeps whole, in bytes of UTF-8. */
const MOST_BYTES = 63;

const encoder = new TextEncoder();

/** Why a name cannot be that of a database or a role; nothing for one that can. Any letters of any script will do. */
export function identifierError(name: string): string | undefined {
  if (name === "") return COMMON.enterName;
  const bytes = encoder.encode(name).length;
  if (bytes > MOST_BYTES) {
    return NAME.tooLong(bytes, MOST_BYTES, bytes > [...name].length);
  }
  if (/\p{Cc}/u.test(name) || name === "." || name === "..") {
    return NAME.invalid;
  }
  return undefined;
}

/** What is easily typed and hardly meant. */
export function doubtOfName(name: string): string | undefined {
  if (name !== name.trim()) return NAME.spaces;
  return undefined;
}
