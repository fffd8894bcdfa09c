import { useQuery } from "@tanstack/react-query";
import { useAccount } from "@/data/account";
import { useClockOffset } from "@/data/clockOffset";
import { counted } from "@/data/format";
import { keys } from "@/data/keys";
import { branchesQuery } from "@/data/queries";
import { historyUse } from "@/features/base/historyUse";
import { Missing } from "@/features/base/Missing";
import { COMMON } from "@/features/base/words";
import { call } from "@/ipc/call";
import type { BranchView, ProjectView, UserView } from "@/ipc/generated";
import { ByteSize } from "@/kit/data/ByteSize";
import { formatBytes } from "@/kit/data/bytes";
import { Facts } from "@/kit/data/Facts";
import { Meter } from "@/kit/data/Meter";
import { Unbroken } from "@/kit/data/Unbroken";
import { Card } from "@/kit/layout/Card";
import { formatDate } from "@/kit/time/formatDate";
import styles from "./Overview.module.css";
import { spanOfSeconds, toneOf, workOfSeconds } from "./usage";
import { USAGE } from "./words";

interface UsageCardProps {
  accountId: string;
  project: ProjectView;
}

/** The counters of this period beside the limits that are known. */
export function UsageCard({ accountId, project }: UsageCardProps) {
  const account = useAccount(accountId);
  const branches = useQuery(branchesQuery(accountId, project.id)).data;
  const user = useQuery({
    queryKey: keys.user(accountId),
    queryFn: () => call({ kind: "userMe", accountId }),
    // Only a person's key belongs to a user, whose plan says what there may be.
    enabled: account?.keyKind === "personal",
  }).data;
  return (
    <Card title={USAGE.title}>
      <Facts facts={[...storage(project, branches), ...counters(project), ...limits(branches, user)]} />
      <Period accountId={accountId} project={project} />
    </Card>
  );
}

function storage(
  { usage, branchSizeLimitBytes: limit }: ProjectView,
  branches: readonly BranchView[] | undefined,
) {
  const largest = largestOf(branches);
  return [
    {
      term: COMMON.storage,
      detail:
        usage.storageBytes === null ? (
          <Missing />
        ) : (
          <StorageSize bytes={usage.storageBytes} withWindow={historyUse(branches) === undefined} />
        ),
    },
    largest && {
      term: USAGE.largest,
      detail: (
        <>
          {largest.name} · <Limit label={USAGE.largest} used={largest.size} limit={limit} />
        </>
      ),
    },
  ];
}

/** `withWindow`: false where restore windows are reported apart, beside the storage. */
function StorageSize({ bytes, withWindow }: { bytes: number; withWindow: boolean }) {
  return (
    <>
      <ByteSize bytes={bytes} /> {withWindow && <span className="ui-faint">{USAGE.including}</span>}
    </>
  );
}

/** What the platform does not say is said to be so, and never shown as nothing. */
function counters({ usage }: ProjectView) {
  const { computeTimeSeconds, activeTimeSeconds, writtenDataBytes, dataTransferBytes } = usage;
  const time = (seconds: number | null, words: (seconds: number) => string) =>
    seconds === null ? <Missing /> : <Unbroken title={counted(seconds, "second")}>{words(seconds)}</Unbroken>;
  const size = (bytes: number | null) => (bytes === null ? <Missing /> : <ByteSize bytes={bytes} />);
  return [
    { term: USAGE.compute, detail: time(computeTimeSeconds, workOfSeconds) },
    { term: COMMON.activeTime, detail: time(activeTimeSeconds, spanOfSeconds) },
    { term: COMMON.written, detail: size(writtenDataBytes) },
    { term: COMMON.transferred, detail: size(dataTransferBytes) },
  ];
}

function limits(branches: readonly BranchView[] | undefined, user: UserView | undefined) {
  const most = user?.branchesLimit;
  if (!branches) return [];
  const largest = user?.largestCu;
  return [
    {
      term: USAGE.branches,
      detail: most ? USAGE.ofLimit(branches.length, most, user.plan) : branches.length,
    },
    Boolean(largest) && { term: USAGE.computeLimit, detail: USAGE.largestCompute(largest ?? 0) },
  ];
}

function Period({ accountId, project }: UsageCardProps) {
  const ahead = useClockOffset(accountId);
  const { periodStart, periodEnd } = project.usage;
  if (!periodStart || !periodEnd) return null;
  return (
    <p className={styles.period}>
      {USAGE.period(formatDate(periodStart, ahead), formatDate(periodEnd, ahead))}
    </p>
  );
}

function largestOf(branches: readonly BranchView[] | undefined) {
  const sized = branches?.flatMap(({ name, logicalSize }) =>
    logicalSize === null ? [] : [{ name, size: logicalSize }],
  );
  return sized?.sort((one, other) => other.size - one.size)[0];
}

interface LimitProps {
  label: string;
  /** Bytes. */
  used: number;
  /** Nothing where there is none, or none is known. */
  limit: number | null;
}

/** How much of a limit is used; near its end in words as well as in colour. */
function Limit({ label, used, limit }: LimitProps) {
  if (!limit) return <ByteSize bytes={used} />;
  const share = used / limit;
  const tone = toneOf(share);
  return (
    <>
      <span title={`${used} B`}>{USAGE.used(formatBytes(used), formatBytes(limit))}</span>
      {tone !== "accent" && (
        <span className={styles[tone]}> · {tone === "danger" ? USAGE.full : USAGE.nearlyFull}</span>
      )}
      <Meter
        label={label}
        value={used}
        max={limit}
        text={USAGE.used(formatBytes(used), formatBytes(limit))}
        tone={tone}
        className={styles.meter}
      />
    </>
  );
}
