/** What is wrong with a typed key, in words; the platform has the last one. */
export function keyTrouble(key: string): string | undefined {
  const typed = key.trim();
  if (typed === "") return "Enter the key.";
  if (/\s/.test(typed)) return "Keys don’t contain spaces. Copy the whole key again.";
  if (/^[*•.…]+|[•…*]{3,}/.test(typed))
    return "This key is masked. The full key is only shown when it is created.";
  return undefined;
}

const LONGEST = 256;

export function nameTrouble(name: string): string | undefined {
  const length = [...name.trim()].length;
  return length > LONGEST ? `Use at most ${LONGEST} characters (now ${length}).` : undefined;
}

/** What is wrong with a typed address. Only addresses of this machine go without encryption. */
export function addressTrouble(address: string, wanted: "required" | "optional"): string | undefined {
  const typed = address.trim();
  if (typed === "") return wanted === "required" ? "Enter an address." : undefined;
  if (!URL.canParse(typed)) return "Enter a full address, such as https://api.example.com/api/v2.";
  const { protocol, hostname } = new URL(typed);
  const here = hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
  if (protocol === "https:" || (protocol === "http:" && here)) return undefined;
  return "Use https. http only works on this machine.";
}

/** What is wrong with a typed path; whether there is a file is seen when it is read. */
export function pathTrouble(path: string): string | undefined {
  const typed = path.trim();
  return typed === "" || /^(~?\/|[a-z]:[\\/]|\\\\)/i.test(typed)
    ? undefined
    : "Enter an absolute path or choose a file.";
}
