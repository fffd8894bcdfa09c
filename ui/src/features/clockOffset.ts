import { useQuery } from "@tanstack/react-query";
import { sandboxQuery } from "@/data/queries";
import { useAccount } from "@/features/accounts/current";

/**
 * How far the clock behind an account is ahead of this machine's, in milliseconds: not at all, but for an account whose
 * address is that of a clock that was moved here.
 */
export function useClockOffset(accountId: string): number {
  const account = useAccount(accountId);
  const running = useQuery(sandboxQuery).data?.running;
  return running && account?.baseUrl === running.baseUrl ? running.clockOffsetMs : 0;
}
