import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "@/data/queries";
import { CLIPBOARD } from "./words";

/** How long a copied secret stays on the clipboard, as the settings say it; nothing until they are known. */
export function useClipboardNote(): string | undefined {
  const seconds = useQuery(settingsQuery).data?.clipboardSeconds;
  if (seconds === undefined) return undefined;
  return seconds > 0 ? CLIPBOARD.clears(seconds) : CLIPBOARD.stays;
}
