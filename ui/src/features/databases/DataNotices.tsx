import { useLastFailure } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { quickKey } from "./mutations";
import type { OnBranch } from "./places";

const TITLES: Record<string, string> = {
  password: "The password was not copied",
  copy: "Nothing was copied",
  psql: "psql was not opened",
};

/** Why what was clicked in a menu did not happen. */
export function DataNotices({ at }: { at: OnBranch }) {
  const failure = useLastFailure(quickKey(at));
  if (!failure) return null;
  return (
    <Failure
      title={TITLES[String(failure.key.at(-1))] ?? "It was not done"}
      error={failure.error}
      onDismiss={failure.clear}
    />
  );
}
