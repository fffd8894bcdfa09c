import { type QueryClient, type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { isShown } from "@/data/shown";
import { perform, useWork } from "@/data/work";
import { noteTaken, noteTakenBack } from "@/features/connect/held";
import type { ConnectSource, EnvPreviewView, EnvReceiptView } from "@/ipc/generated";
import { useUnask } from "@/kit/overlay/asked";
import { toast } from "@/kit/overlay/toasts";
import { undoing, writing } from "./mutations";

/** Writes the change that is shown, closes the dialog and offers to take it back. */
export function useEnvWrite(source: ConnectSource, preview: UseQueryResult<EnvPreviewView>) {
  const close = useUnask();
  const work = useWork(writing);
  const client = useQueryClient();
  const write = async () => {
    if (!preview.data) return;
    const receipt = await work.start(preview.data.id);
    if (!receipt) return;
    noteTaken(client, source);
    close();
    offerUndo(receipt, source, client);
  };
  const lookAgain = () => {
    work.failure?.clear();
    void preview.refetch();
  };
  return { write, lookAgain, underWay: work.underWay, failure: work.failure?.error };
}

/** How long a screen may take to draw what was refused, in milliseconds. */
const DRAWN = 150;

function offerUndo({ undoId, path, variables }: EnvReceiptView, source: ConnectSource, client: QueryClient) {
  toast({
    title: variables.length === 1 ? "1 variable written" : `${variables.length} variables written`,
    detail: path,
    undo: { run: () => void undo(undoId, path, source, client) },
    stay: 20_000,
  });
}

async function undo(undoId: string, path: string, source: ConnectSource, client: QueryClient) {
  try {
    const undone = await perform(client, undoing, undoId);
    if (undone !== undefined) noteTakenBack(client, source);
    toast({ title: "The file is as it was before", detail: path });
  } catch (error) {
    // The shelf shows why, from the work that was refused; elsewhere it is told in passing.
    await new Promise((drawn) => setTimeout(drawn, DRAWN));
    if (error instanceof Error && isShown(error)) return;
    toast({ title: "The file was not put back", detail: path, tone: "danger" });
  }
}
