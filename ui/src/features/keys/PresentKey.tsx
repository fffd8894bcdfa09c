import { useClockOffset } from "@/data/clockOffset";
import type { KeyRowView } from "@/ipc/generated";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Notice } from "@/kit/state/Notice";
import { formatDate } from "@/kit/time/formatDate";

interface PresentKeyProps {
  candidates: readonly KeyRowView[];
  accountId: string;
  chosen: string | undefined;
  onChoose(id: string): void;
  error: string | undefined;
}

/** Which key the account has now: told where it is sure, chosen where the platform does not say it. */
export function PresentKey({ candidates, accountId, chosen, onChoose, error }: PresentKeyProps) {
  const ahead = useClockOffset(accountId);
  const [only, ...more] = candidates;
  if (!only) return null;
  if (more.length === 0) {
    const sure = only.usedBy.some((user) => user.accountId === accountId && user.isSure);
    return (
      <Notice tone={sure ? "plain" : "warning"} title={`The former key is ${only.key.name}`}>
        {whyOf(only, ahead)}{" "}
        {sure ? "" : "The platform does not say it, and no other key of the list can be it."}
      </Notice>
    );
  }
  return (
    <>
      <RadioGroup<string>
        label="The key that the account has now"
        cards
        value={chosen ?? ""}
        onChange={onChoose}
        options={candidates.map((row, index) => ({
          value: row.key.id,
          label: index === 0 ? `${row.key.name} (likeliest)` : row.key.name,
          hint: whyOf(row, ahead),
        }))}
      />
      {error && (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      )}
      <Notice tone="warning">
        The platform does not say which key a request came with. What is chosen here is revoked in the end: a
        wrong choice stops whatever uses that key.
      </Notice>
    </>
  );
}

/** What speaks for a key. */
function whyOf({ key }: KeyRowView, ahead: number): string {
  const used =
    key.lastUsedAt === null
      ? "Never used."
      : `Last used ${formatDate(key.lastUsedAt, ahead)}${key.lastUsedFrom ? ` from ${key.lastUsedFrom}` : ""}.`;
  const made = key.createdAt === null ? "" : ` Made ${formatDate(key.createdAt, ahead)}.`;
  return `Id ${key.id}. ${used}${made}`;
}
