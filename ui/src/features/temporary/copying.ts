import type { QueryClient } from "@tanstack/react-query";
import { perform } from "@/data/mutation";
import { copied, toast } from "@/kit/overlay/toasts";
import { copyingOf } from "./mutations";
import { COPIED, READY } from "./words";

/** Puts the connection string on the clipboard and says so, under `title` where more than that is said. */
export async function copyConnection(id: string, client: QueryClient, title?: string): Promise<void> {
  const seconds = await perform(client, copyingOf(id), "pooled");
  if (seconds === undefined) return;
  if (title === undefined) copied(COPIED.connection, seconds);
  else toast({ title, detail: READY.copied(seconds) });
}

/** Puts the claim link on the clipboard and says so. */
export async function copyClaimLink(id: string, client: QueryClient): Promise<void> {
  const seconds = await perform(client, copyingOf(id), "claimLink");
  if (seconds !== undefined) copied(COPIED.claimLink, seconds);
}
