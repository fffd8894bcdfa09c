/** The longest name that PostgreSQL keeps whole, in bytes of UTF-8. */
const MOST_BYTES = 63;

const encoder = new TextEncoder();

/** Why a name cannot be that of a database or a role; nothing for one that can. Any letters of any script will do. */
export function faultOfName(name: string): string | undefined {
  if (name === "") return "Write a name.";
  const bytes = encoder.encode(name).length;
  if (bytes > MOST_BYTES) {
    const why = bytes > [...name].length ? " Letters beyond a to z count more than one." : "";
    return `This name has ${bytes} bytes, and PostgreSQL keeps ${MOST_BYTES}.${why}`;
  }
  if (/\p{Cc}/u.test(name) || name === "." || name === "..") {
    return "Write it with letters, digits and underscores.";
  }
  return undefined;
}

/** What is easily typed and hardly meant. */
export function doubtOfName(name: string): string | undefined {
  if (name !== name.trim()) return "It begins or ends with a space, which is a part of the name.";
  return undefined;
}
