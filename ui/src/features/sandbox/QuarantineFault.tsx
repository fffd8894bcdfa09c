import { useFailure } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import type { QuarantinedView } from "@/ipc/generated";
import { quarantineKey } from "./mutations";

/** Why one was not put back. Nothing while nobody tried. */
export function QuarantineFault({ item }: { item: QuarantinedView }) {
  const refused = useFailure(quarantineKey(item.id));
  if (!refused) return null;
  return <Failure title={`${item.name} was not put back`} error={refused.error} onDismiss={refused.clear} />;
}
