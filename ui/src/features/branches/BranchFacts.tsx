import { useClockOffset } from "@/data/clockOffset";
import { Instant } from "@/features/base/Instant";
import type { BranchView } from "@/ipc/generated";
import { ByteSize } from "@/kit/data/ByteSize";
import { CopyField } from "@/kit/data/CopyField";
import { writeClipboard } from "@/kit/data/clipboard";
import { Facts } from "@/kit/data/Facts";
import { Countdown } from "@/kit/time/Countdown";
import { formatDuration } from "@/kit/time/duration";
import { instantOf } from "@/time/clock";
import { branchLook, originOf } from "./words";

interface BranchFactsProps {
  accountId: string;
  branch: BranchView;
  branches: readonly BranchView[];
}

/** What the platform says of a branch, and what stands below it. */
export function BranchFacts({ accountId, branch, branches }: BranchFactsProps) {
  const clockOffset = useClockOffset(accountId);
  const parent = branches.find(({ id }) => id === branch.parentId);
  const children = branches.filter(({ parentId, deletedAt }) => parentId === branch.id && deletedAt === null);
  const facts = [
    { term: "State", detail: branchLook(branch).word },
    { term: "Id", detail: <CopyField label="branch id" value={branch.id} copy={writeClipboard} /> },
    {
      term: "Comes from",
      detail: originOf(branch, parent?.name, branch.parentId !== null && parent === undefined, clockOffset),
    },
    ...(branch.parentLsn === null
      ? []
      : [
          {
            term: "Parent LSN",
            detail: <CopyField label="LSN" value={branch.parentLsn} copy={writeClipboard} />,
          },
        ]),
    ...(children.length === 0
      ? []
      : [{ term: "Below it", detail: children.map(({ name }) => name).join(", ") }]),
    { term: "Size", detail: bytes(branch.logicalSize) },
    { term: "Written", detail: bytes(branch.writtenDataBytes) },
    { term: "Sent out", detail: bytes(branch.dataTransferBytes) },
    { term: "Active time", detail: span(branch.activeTimeSeconds) },
    { term: "Compute time", detail: span(branch.computeTimeSeconds) },
    {
      term: "Expires",
      detail:
        branch.expiresAt === null ? (
          "never"
        ) : (
          <>
            in <Countdown until={instantOf(branch.expiresAt)} clockOffset={clockOffset} over="now" />
          </>
        ),
    },
    { term: "Created", detail: moment(branch.createdAt, clockOffset) },
    { term: "Updated", detail: moment(branch.updatedAt, clockOffset) },
    ...(branch.lastResetAt === null
      ? []
      : [{ term: "Last reset", detail: moment(branch.lastResetAt, clockOffset) }]),
    ...(branch.createdBy === null ? [] : [{ term: "Created by", detail: branch.createdBy }]),
  ];
  return <Facts facts={facts} />;
}

function bytes(count: number | null) {
  return count === null ? "not told" : <ByteSize bytes={count} />;
}

function span(seconds: number | null) {
  return seconds === null ? "not told" : formatDuration(seconds * 1000);
}

function moment(at: string | null, ahead: number) {
  return <Instant at={at} clock={{ ahead }} />;
}
