import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/data/errors";
import { ReadFailure } from "@/features/base/Failure";
import { FailureNotice } from "@/features/base/FailureNotice";
import { MutationFormDialog } from "@/features/base/MutationDialogs";
import { useForm } from "@/features/base/useForm";
import { EnvChange } from "@/features/envFile/EnvChange";
import { offerUndo } from "@/features/envFile/undo";
import type { FolderWrittenView, StaleFolderView } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { Card } from "@/kit/layout/Card";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { writingAll } from "./mutations";
import { staleQuery } from "./queries";
import { FORMER } from "./words";

const NONE: ReadonlySet<string> = new Set();

/** Compares what was written with what is right now, and writes the folders that are ticked. */
export function WriteFoldersDialog() {
  const client = useQueryClient();
  const stale = useQuery(staleQuery);
  // What is shown stays while it is compared anew, such as after an operation: the button must not move under the pointer.
  const shown = stale.data;
  // All of them, but for those that somebody took the tick from.
  const [left, setLeft] = useState(NONE);
  const [refused, setRefused] = useState<readonly FolderWrittenView[]>([]);
  const plans = (shown ?? []).flatMap(({ folder, env }) => (env && !left.has(folder.id) ? [env] : []));
  const form = useForm(writingAll, {
    hindered: plans.length === 0,
    input: () => plans.map(({ id }) => id),
    onDone: (written) => {
      const files = written.flatMap(({ undoId, planId }) => {
        const path = plans.find(({ id }) => id === planId)?.path;
        return undoId && path ? [{ path, undoId }] : [];
      });
      if (files.length > 0) offerUndo({ title: FORMER.done(files.length), files }, client);
      const failed = written.filter(({ error }) => error !== null);
      setRefused(failed);
      if (failed.length === 0) form.close();
      void stale.refetch();
    },
  });
  const nameOf = (id: string | null) => shown?.find(({ folder }) => folder.id === id)?.folder.name ?? "";
  return (
    <MutationFormDialog
      form={form}
      size="wide"
      title={FORMER.dialog}
      description={FORMER.dialogText}
      submit={FORMER.write(plans.length)}
      disabled={plans.length === 0}
      failed={FORMER.failed}
      initialFocus="submit"
      disposable
      after={refused.map(
        ({ planId, folderId, error }) =>
          error && <FailureNotice key={planId} title={FORMER.notWritten(nameOf(folderId))} error={error} />,
      )}
    >
      <ReadFailure query={stale} title={FORMER.unread} />
      {stale.isPending && <Skeleton label={FORMER.loading} shape="card" count={2} />}
      {shown?.length === 0 && (
        <Notice tone="ok" role="status" title={FORMER.none}>
          {FORMER.noneText}
        </Notice>
      )}
      {shown?.map((each) => (
        <Former
          key={each.folder.id}
          former={each}
          chosen={!left.has(each.folder.id)}
          onChoose={(on) => {
            const next = new Set(left);
            if (on) next.delete(each.folder.id);
            else next.add(each.folder.id);
            setLeft(next);
          }}
        />
      ))}
    </MutationFormDialog>
  );
}

interface FormerProps {
  former: StaleFolderView;
  chosen: boolean;
  onChoose(chosen: boolean): void;
}

/** One folder: the change of its env file, or why there is none. */
function Former({ former: { folder, env, error }, chosen, onChoose }: FormerProps) {
  return (
    <Card title={folder.name}>
      <p className="ui-faint-small">{folder.sourceLabel}</p>
      {error && (
        <Notice tone="warning" title={FORMER.notCompared(folder.name)}>
          {failureText(error)}
        </Notice>
      )}
      {env && (
        <>
          <Checkbox checked={chosen} onChange={onChoose}>
            {FORMER.choose(folder.name)}
          </Checkbox>
          <EnvChange typed="" preview={env} replace={[]} onReplace={() => {}} />
        </>
      )}
    </Card>
  );
}
