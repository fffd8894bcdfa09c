import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { keys } from "@/data/keys";
import type { TemporaryView } from "@/ipc/generated";
import { useUnask } from "@/kit/overlay/asked";
import { toast } from "@/kit/overlay/toasts";
import { useRouter } from "@/kit/route/useRouter";
import { place } from "./mutations";

/**
 * An import under way. Kept out of the mutation cache on purpose: what is typed there can be a claim link, and a claim
 * link is a secret.
 */
export function useImport() {
  const client = useQueryClient();
  const close = useUnask();
  const router = useRouter();
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<Error>();
  const running = useRef(false);

  const run = async (name: string, work: () => Promise<TemporaryView>) => {
    if (running.current) return;
    running.current = true;
    setBusy(name);
    setFailure(undefined);
    try {
      const row = await work();
      place(client, row);
      void client.invalidateQueries({ queryKey: keys.temporaryList });
      router.go({ screen: "temporary", id: row.id });
      toast({ title: `${row.name} is on the shelf` });
      close();
    } catch (error) {
      if (error instanceof Error) setFailure(error);
    } finally {
      running.current = false;
      setBusy(undefined);
    }
  };
  return { busy, failure, run };
}
