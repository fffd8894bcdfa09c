import { FAULTS as BASE_FAULTS } from "@/features/base/words";
import { FAULTS } from "./words";

/** What is wrong with a typed key, in words; the platform has the last one. */
export function keyError(key: string): string | undefined {
  const typed = key.trim();
  if (typed === "") return FAULTS.keyMissing;
  if (/\s/.test(typed)) return FAULTS.keySpaces;
  if (/^[*•.…]+|[•…*]{3,}/.test(typed)) return FAULTS.keyMasked;
  return undefined;
}

const LONGEST = 256;

export function accountNameError(name: string): string | undefined {
  if (name !== name.trim()) return BASE_FAULTS.blanks;
  const length = [...name].length;
  return length > LONGEST ? FAULTS.nameLong(LONGEST, length) : undefined;
}

/** What is wrong with a typed address. Only addresses of this machine go without encryption. */
export function addressError(address: string, wanted: "required" | "optional"): string | undefined {
  const typed = address.trim();
  if (typed === "") return wanted === "required" ? FAULTS.addressMissing : undefined;
  if (!URL.canParse(typed)) return FAULTS.addressFull;
  const { protocol, hostname } = new URL(typed);
  const here = hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
  if (protocol === "https:" || (protocol === "http:" && here)) return undefined;
  return FAULTS.addressHttps;
}

/** What is wrong with a typed path; whether there is a file is seen when it is read. */
export function pathError(path: string): string | undefined {
  const typed = path.trim();
  return typed === "" || /^(~?\/|[a-z]:[\\/]|\\\\)/i.test(typed) ? undefined : FAULTS.path;
}
