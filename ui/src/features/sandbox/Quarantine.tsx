import { useQuery } from "@tanstack/react-query";
import { useFailure, useMutationSpec } from "@/data/mutation";
import { MutationRefusal, ReadFailure } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import { useForm } from "@/features/base/useForm";
import { CallConfirmDialog } from "@/features/calls/CallDialogs";
import type { QuarantinedView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { ByteSize } from "@/kit/data/ByteSize";
import { formatBytes } from "@/kit/data/bytes";
import { CutMiddle } from "@/kit/data/CutMiddle";
import { FullPath } from "@/kit/data/FullPath";
import { openDialog } from "@/kit/overlay/dialogs";
import { Skeleton } from "@/kit/state/Skeleton";
import { type Column, wordsWidth } from "@/kit/table/columns";
import { Table } from "@/kit/table/Table";
import { discardingOf, puttingBackOf } from "./mutations";
import { quarantineQuery } from "./queries";
import styles from "./Sandbox.module.css";
import { QUARANTINE, quarantinedWord } from "./words";

const COLUMNS: ReadonlyArray<Column<QuarantinedView>> = [
  {
    id: "name",
    header: QUARANTINE.contents,
    width: "minmax(160px, 1fr)",
    takes: (item) => wordsWidth(item.name, quarantinedWord(item)),
    cell: (item) => (
      <span className="ui-lines" title={item.path}>
        <CutMiddle>{item.name}</CutMiddle>
        <span className={styles.quiet}>{quarantinedWord(item)}</span>
      </span>
    ),
  },
  {
    id: "size",
    header: QUARANTINE.size,
    width: "80px",
    align: "end",
    cell: ({ sizeBytes }) => <ByteSize bytes={sizeBytes} />,
  },
  {
    id: "used",
    header: QUARANTINE.lastUsed,
    width: "104px",
    align: "end",
    wideOnly: true,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Ago at={lastUsedAt} /> : QUARANTINE.unknown),
  },
  {
    id: "aside",
    header: QUARANTINE.foundAt,
    width: "104px",
    align: "end",
    cell: ({ putAsideAt }) => <Ago at={putAsideAt} />,
  },
  {
    id: "do",
    header: QUARANTINE.actions,
    width: "176px",
    stays: true,
    cell: (item) => <QuarantineButtons item={item} />,
  },
];

/** Data that the state store does not know, and state stores that could not be read: kept until somebody decides. */
export function Quarantine() {
  const quarantine = useQuery(quarantineQuery);
  if (quarantine.error) {
    return <ReadFailure query={quarantine} title={QUARANTINE.unread} />;
  }
  const items = quarantine.data;
  if (!items) return <Skeleton label={QUARANTINE.loading} count={1} />;
  if (items.length === 0) {
    return <p className={styles.quiet}>{QUARANTINE.empty}</p>;
  }
  const bytes = items.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <>
      <p className={styles.quarantine}>{QUARANTINE.found(items.length, formatBytes(bytes))}</p>
      <div className={styles.serverFaults}>
        {items.map((item) => (
          <QuarantineFault key={item.id} item={item} />
        ))}
      </div>
      <div className={styles.table}>
        <Table
          label={QUARANTINE.title}
          layout="sandbox.quarantine"
          columns={COLUMNS}
          rows={items}
          rowKey={({ id }) => id}
          tall
        />
      </div>
    </>
  );
}

/** Files are dated by this machine, whatever the sandbox's clock says. */
function Ago({ at }: { at: string }) {
  return <Instant at={at} clock="here" />;
}

/** What can be done with one; a refusal is shown by `QuarantineFault`, above the table. */
function QuarantineButtons({ item }: { item: QuarantinedView }) {
  const back = useMutationSpec(puttingBackOf(item.id));
  return (
    <span className={styles.inline}>
      {item.isWhole && (
        <Button
          size="small"
          busy={back.underWay}
          aria-label={QUARANTINE.recoverNamed(item.name)}
          onClick={() => void back.start()}
        >
          {QUARANTINE.recover}
        </Button>
      )}
      <Button
        size="small"
        disabled={back.underWay}
        aria-label={QUARANTINE.deleteNamed(item.name)}
        onClick={() => openDialog({ dialog: "deleteQuarantined", item })}
      >
        {QUARANTINE.deleteAsk}
      </Button>
    </span>
  );
}

/** Why one was not put back. Nothing while nobody tried. */
function QuarantineFault({ item }: { item: QuarantinedView }) {
  const refused = useFailure(puttingBackOf(item.id).key);
  if (!refused) return null;
  return <MutationRefusal failure={refused} title={QUARANTINE.unrecovered(item.name)} dismissible />;
}

/** Deletes one for good, after saying what it is and where it lies. */
export function DeleteQuarantinedDialog({ item }: { item: QuarantinedView }) {
  const form = useForm(discardingOf(item.id), { input: () => undefined });
  return (
    <CallConfirmDialog
      form={form}
      title={QUARANTINE.delete(item.name)}
      confirm={QUARANTINE.confirm}
      typeName="delete"
      failed={QUARANTINE.undeleted(item.name)}
      retry
    >
      <FullPath of={[item.path]} />
      <p>{QUARANTINE.deleted(formatBytes(item.sizeBytes))}</p>
    </CallConfirmDialog>
  );
}
