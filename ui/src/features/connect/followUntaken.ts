import { hashKey, type QueryClient } from "@tanstack/react-query";
import { keys } from "@/data/keys";
import { call } from "@/ipc/call";
import { heldNow, untaken } from "./held";

const HELD = hashKey(keys.held);

/**
 * Tells how many secrets are shown once and kept nowhere yet, so that closing the window asks before they are lost. At
 * the start, too: a page that was loaded again holds none of those that the page before it told of.
 */
export function followUntaken(client: QueryClient): () => void {
  let told = heldNow(client).flatMap(untaken).length;
  void call.appSecretsUntaken(told);
  return client.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== HELD) return;
    const count = heldNow(client).flatMap(untaken).length;
    if (count === told) return;
    told = count;
    void call.appSecretsUntaken(count);
  });
}
