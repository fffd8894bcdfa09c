import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { viewOf } from "@/data/errors";
import { fileName } from "@/data/format";
import { perform } from "@/data/mutation";
import { temporaryListQuery } from "@/data/queries";
import { MutationRefusal, ReadFailure } from "@/features/base/Failure";
import { MutationFormDialog } from "@/features/base/MutationDialogs";
import { useForm } from "@/features/base/useForm";
import { EnvChange } from "@/features/envFile/EnvChange";
import { SeedPlanNotice } from "@/features/seed/SeedPlanNotice";
import { SeedProgress } from "@/features/seed/SeedProgress";
import type { FolderPlanView, FolderView } from "@/ipc/generated";
import { folderSteps } from "@/ipc/words";
import { Checkbox } from "@/kit/control/Checkbox";
import { Skeleton } from "@/kit/state/Skeleton";
import { sayEnsured } from "./ensuring";
import { changingOf, ensuringOf } from "./mutations";
import { planQuery } from "./queries";
import { ENSURE, STEPS } from "./words";

interface EnsureDialogProps {
  folder: FolderView;
  replace: boolean;
}

/** Shows what a folder lacks and the change of its env file, and does it. What is left after a failure is planned anew. */
export function EnsureDialog({ folder, replace: wanted }: EnsureDialogProps) {
  const client = useQueryClient();
  // A replacement that stopped half-way goes on: it is not replaced a second time.
  const [replace, setReplace] = useState(wanted);
  const [unasked, setUnasked] = useState(folder.settings.writeWithoutAsking);
  const [sent, setSent] = useState<FolderPlanView>();
  const plan = useQuery(planQuery(folder.id, replace));
  // Events have it read again: it stays, as the core compares it with the files before it writes.
  const current = plan.error ? undefined : plan.data;
  const keepUnasked = () => {
    if (!unasked || folder.settings.writeWithoutAsking) return;
    const settings = { ...folder.settings, writeWithoutAsking: true };
    // A refusal changes nothing of what was done: the next time asks again.
    void perform(client, changingOf(folder.id), settings).catch(() => {});
  };
  const form = useForm(ensuringOf(folder.id), {
    hindered: !current || current.step === "nothing",
    input: () => {
      setSent(current);
      return { planId: current?.id ?? null, replace };
    },
    onDone: (done) => {
      keepUnasked();
      form.close();
      sayEnsured(done, client);
    },
    onRefused: () => {
      void client.resetQueries({ queryKey: planQuery(folder.id, replace).queryKey, exact: true });
      if (!wanted) return;
      // Where nothing was begun, there is nothing to go on with.
      const rest = client.fetchQuery(planQuery(folder.id, false));
      void rest.then(
        ({ step }) => setReplace(step === "nothing"),
        () => setReplace(false),
      );
    },
  });
  // The plan that is carried out stays in sight until that ends.
  const shown = form.busy ? sent : current;
  const failed = form.failure && viewOf(form.failure.error);
  const isSeedFailed = failed?.code === "database";
  return (
    <MutationFormDialog
      form={{ ...form, error: undefined }}
      size="wide"
      title={shown?.step === "seed" ? ENSURE.seedTitle(folder.name) : ENSURE.title(folder.name, wanted)}
      submit={shown ? folderSteps[shown.step] : plan.isFetching ? ENSURE.loading : ENSURE.submit}
      disabled={!shown || shown.step === "nothing"}
      initialFocus="submit"
      leavable
      disposable
    >
      {plan.error && !plan.isFetching && <ReadFailure query={plan} title={ENSURE.unplanned} />}
      {plan.isFetching && !form.busy && <Skeleton label={ENSURE.working} shape="card" count={1} />}
      {shown && <Plan folder={folder} plan={shown} />}
      {shown?.env && !folder.settings.writeWithoutAsking && (
        <Checkbox checked={unasked} onChange={setUnasked} disabled={form.busy} hint={ENSURE.unaskedHint}>
          {ENSURE.unasked}
        </Checkbox>
      )}
      {form.busy ? (
        <Running folder={folder} />
      ) : (
        <MutationRefusal failure={form.failure} title={isSeedFailed ? ENSURE.unseeded : ENSURE.failed} />
      )}
    </MutationFormDialog>
  );
}

function Plan({ folder, plan: { step, env, seed } }: { folder: FolderView; plan: FolderPlanView }) {
  return (
    <>
      <p data-testid="folder-step">{STEPS[step](folder)}</p>
      {env && <EnvChange typed={env.path} preview={env} replace={[]} onReplace={() => {}} />}
      {seed && <SeedPlanNotice plan={seed} file={fileName(seed.path)} />}
    </>
  );
}

/** It goes on behind the dialog; of a seed it says how far it is. */
function Running({ folder }: { folder: FolderView }) {
  const rows = useQuery(temporaryListQuery).data?.items;
  const row = rows?.find(({ id }) => id === folder.temporaryId);
  return (
    <>
      <p className="ui-muted-small" role="status">
        {ENSURE.running}
      </p>
      {row?.seed?.status === "running" && <SeedProgress row={row} />}
    </>
  );
}
