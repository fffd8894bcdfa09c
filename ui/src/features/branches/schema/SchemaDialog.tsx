import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useClockOffset } from "@/data/clockOffset";
import { databasesQuery } from "@/data/queries";
import { ReadFailure } from "@/features/base/Failure";
import { useWhere } from "@/features/base/useWhere";
import type { BranchDialogSubject } from "@/features/branches/BranchDialog";
import { earliestOf } from "@/features/branches/createDraft";
import { mainDatabase } from "@/features/databases/connection";
import type { BranchView } from "@/ipc/generated";
import { Field } from "@/kit/control/Field";
import { Segmented } from "@/kit/control/Segmented";
import { Select } from "@/kit/control/Select";
import { Dialog } from "@/kit/overlay/Dialog";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { NothingFits } from "@/kit/state/NothingFits";
import { Skeleton } from "@/kit/state/Skeleton";
import { readDateTime } from "@/kit/time/dateTime";
import { MINUTE, useNow } from "@/kit/time/useNow";
import { Comparison } from "./Comparison";
import { MomentField } from "./MomentField";
import styles from "./SchemaDialog.module.css";
import { WholeSchema } from "./WholeSchema";
import { COMPARISON, SCHEMA } from "./words";

type Shown = "differences" | "whole";

/** The schema of a branch's database, and how it differs from another branch's. */
export function SchemaDialog({ first, ...subject }: BranchDialogSubject & { first: Shown }) {
  const { branch, branches, accountId, projectId, branchId } = subject;
  const close = useCloseDialog();
  const databases = useQuery(databasesQuery(accountId, projectId, branchId));
  const { account, project, hasPast } = useWhere(accountId, projectId);
  const ahead = useClockOffset(accountId);
  const now = useNow(MINUTE) + ahead;
  // Of the branch itself, or of what it is compared with.
  const [moment, setMoment] = useState("");
  const [shown, setShown] = useState(first);
  const [named, setNamed] = useState<string>();
  const [baseId, setBaseId] = useState(() => usualBase(branch, branches)?.id);
  const others = branches.filter(({ id }) => id !== branchId);
  const base = branches.find(({ id }) => id === baseId);
  const read = shown === "whole" ? branch : base;
  const at = readDateTime(moment);
  const database = named ?? (databases.data && mainDatabase(databases.data, account)?.name);
  return (
    <Dialog
      open
      onClose={close}
      size="widest"
      title={SCHEMA.title(branch.name)}
      description={SCHEMA.about}
      disposable
    >
      <div className={styles.choices}>
        <Segmented
          label={SCHEMA.show}
          options={[
            { value: "differences", label: SCHEMA.differences },
            { value: "whole", label: SCHEMA.whole },
          ]}
          value={shown}
          onChange={(next) => {
            setShown(next);
            setMoment("");
          }}
        />
        <Field label={SCHEMA.database}>
          <Select
            options={databases.data?.map(({ name }) => ({ value: name, label: name })) ?? []}
            value={database ?? null}
            disabled={database === undefined}
            onChange={setNamed}
          />
        </Field>
        {shown === "differences" && (
          <Field label={SCHEMA.base}>
            <Select
              options={[
                ...others.map(({ id, name }) => ({ value: id, label: name })),
                ...(hasPast ? [{ value: branchId, label: SCHEMA.itself(branch.name) }] : []),
              ]}
              value={base?.id ?? null}
              disabled={others.length === 0 && !hasPast}
              onChange={(next) => {
                setBaseId(next);
                setMoment("");
              }}
            />
          </Field>
        )}
        <MomentField
          key={`${shown}/${baseId}`}
          label={shown === "whole" ? SCHEMA.at : SCHEMA.baseAt}
          earliest={earliestOf(project, read, now)}
          now={now}
          ahead={ahead}
          noPast={hasPast ? undefined : SCHEMA.noWindow}
          onChange={setMoment}
        />
      </div>
      {databases.isPending && <Skeleton label={SCHEMA.loadingDatabases} shape="text" count={3} />}
      <ReadFailure query={databases} title={SCHEMA.databasesFailed} account={accountId} />
      {databases.data?.length === 0 && <NothingFits>{SCHEMA.noDatabase}</NothingFits>}
      {database !== undefined && shown === "whole" && (
        <WholeSchema subject={subject} database={database} at={at} ahead={ahead} />
      )}
      {database !== undefined &&
        shown === "differences" &&
        (base ? (
          base.id === branchId && at === undefined ? (
            <NothingFits>{COMPARISON.noTime}</NothingFits>
          ) : (
            <Comparison subject={subject} base={base} database={database} at={at} ahead={ahead} />
          )
        ) : (
          <NothingFits>{COMPARISON.alone}</NothingFits>
        ))}
    </Dialog>
  );
}

/** What a branch is compared with before anything is chosen: its parent, else the default branch, else any other. */
function usualBase({ id, parentId }: BranchView, branches: readonly BranchView[]): BranchView | undefined {
  const others = branches.filter((each) => each.id !== id);
  const parent = others.find((each) => each.id === parentId);
  return parent ?? others.find(({ isDefault }) => isDefault) ?? others[0];
}
