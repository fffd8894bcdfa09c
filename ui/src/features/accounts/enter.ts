import { viewOf } from "@/data/errors";
import { appInfoQuery } from "@/data/queries";
import { call } from "@/ipc/call";
import type { Tools } from "@/kit/action/action";
import { toast } from "@/kit/overlay/toasts";
import type { Route } from "@/kit/route/route";
import { WELCOME_AGAIN } from "./words";

/**
 * Goes where a choice of the welcome leads: the temporary databases, unless it says otherwise. After the first choice the welcome never comes again; that
 * it could not be noted stops nobody.
 */
export async function enter(
  { client, router }: Tools,
  route: Route = { screen: "temporary" },
): Promise<void> {
  const first = client.getQueryData(appInfoQuery.queryKey)?.firstRun === true;
  router.go(route, { replace: first });
  if (!first) return;
  client.setQueryData(appInfoQuery.queryKey, (info) => (info ? { ...info, firstRun: false } : info));
  try {
    await call({ kind: "appWelcomed" });
  } catch (error) {
    const detail = viewOf(error).message;
    toast({ title: WELCOME_AGAIN.title, detail, tone: "danger" });
  }
}
