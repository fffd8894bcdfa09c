import { appInfoQuery } from "@/data/queries";
import { call } from "@/ipc/call";
import type { Tools } from "@/kit/action/action";

/** A first door was chosen: the shelf is shown, and the welcome never again. */
export async function enter({ client, router }: Tools): Promise<void> {
  router.go({ screen: "temporary" }, { replace: true });
  client.setQueryData(appInfoQuery.queryKey, (info) => (info ? { ...info, firstRun: false } : info));
  await call.appWelcomed();
}
