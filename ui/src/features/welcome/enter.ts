import { viewOf } from "@/data/errors";
import { appInfoQuery } from "@/data/queries";
import { call } from "@/ipc/call";
import type { Tools } from "@/kit/action/action";
import { toast } from "@/kit/overlay/toasts";

/** A first door was chosen: the shelf is shown, and the welcome never again. That it could not be noted stops nobody. */
export async function enter({ client, router }: Tools): Promise<void> {
  router.go({ screen: "temporary" }, { replace: true });
  client.setQueryData(appInfoQuery.queryKey, (info) => (info ? { ...info, firstRun: false } : info));
  try {
    await call.appWelcomed();
  } catch (error) {
    const detail = viewOf(error).message;
    toast({ title: "The welcome will come once more at the next start", detail, tone: "danger" });
  }
}
