/** What is wrong with a typed key, in words; the platform has the last one. */
export function keyTrouble(key: string): string | undefined {
  const typed = key.trim();
  if (typed === "") return "Paste the key.";
  if (/\s/.test(typed)) return "A key has no blanks inside. Copy it once more, whole.";
  if (/^[*•.…]+|[•…*]{3,}/.test(typed))
    return "That is a masked key. The whole one is shown only when it is made.";
  return undefined;
}

const LONGEST = 256;

export function nameTrouble(name: string): string | undefined {
  const length = [...name.trim()].length;
  return length > LONGEST ? `Use ${LONGEST} characters at most; these are ${length}.` : undefined;
}

/** What is wrong with a typed address. Only addresses of this machine go without encryption. */
export function addressTrouble(address: string, wanted: "required" | "optional"): string | undefined {
  const typed = address.trim();
  if (typed === "") return wanted === "required" ? "Type the address." : undefined;
  if (!URL.canParse(typed)) return "Type a whole address, such as https://api.example.com/api/v2.";
  const { protocol, hostname } = new URL(typed);
  const here = hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
  if (protocol === "https:" || (protocol === "http:" && here)) return undefined;
  return "Use https. Plain http works on this machine only.";
}

/** What is wrong with a typed path; whether there is a file is seen when it is read. */
export function pathTrouble(path: string): string | undefined {
  const typed = path.trim();
  return typed === "" || /^(~?\/|[a-z]:[\\/]|\\\\)/i.test(typed)
    ? undefined
    : "Write the whole path, or choose the file.";
}
