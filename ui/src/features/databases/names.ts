/** The longest name that PostgreSQL keeps whole, in bytes of UTF-8. */
const MOST_BYTES = 63;

const encoder = new TextEncoder();

/** Why a name cannot be that of a database or a role; nothing for one that can. Any letters of any script will do. */
export function faultOfName(name: string): string | undefined {
  if (name === "") return "Enter a name.";
  const bytes = encoder.encode(name).length;
  if (bytes > MOST_BYTES) {
    const why = bytes > [...name].length ? " Letters other than a to z take more than one byte." : "";
    return `The name is ${bytes} bytes long. PostgreSQL allows at most ${MOST_BYTES}.${why}`;
  }
  if (/\p{Cc}/u.test(name) || name === "." || name === "..") {
    return "Use letters, digits and underscores.";
  }
  return undefined;
}

/** What is easily typed and hardly meant. */
export function doubtOfName(name: string): string | undefined {
  if (name !== name.trim()) return "It starts or ends with a space, which is part of the name.";
  return undefined;
}
