import { useQueryClient } from "@tanstack/react-query";
import { viewOf } from "@/data/errors";
import { authIntegrationsQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { Button } from "@/kit/control/Button";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { EnableFields } from "./EnableFields";
import { enabling } from "./mutations";
import type { AuthSubject } from "./places";
import { useEnableDraft } from "./useEnableDraft";

/** Attaches auth to a branch and a database of a project. */
export function EnableAuthDialog({ at }: { at: AuthSubject }) {
  const { accountId, projectId, projectName, locked } = at;
  const form = useEnableDraft(at);
  const work = useWork(enabling(at));
  const client = useQueryClient();
  const close = useUnask();
  const show = () => {
    void client.invalidateQueries({ queryKey: authIntegrationsQuery(accountId, projectId).queryKey });
    close();
  };
  const enable = async () => {
    form.try();
    if (form.enable && (await work.start(form.enable))) close();
  };
  const failure = work.failure?.error;
  const code = failure && viewOf(failure).code;
  const mayBeThere = code === "exists" || code === "maybeCreated" || code === "secretLost";
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void enable()}
      title={`Enable auth for ${projectName}`}
      description="Users are written to a table of the database that you choose. Its compute is woken for that."
      submit="Enable auth"
      busy={work.underWay}
      blocked={locked}
      aside={
        form.enable && (
          <AuthCallButton at={at} title="Enable auth" call={{ kind: "enable", enable: form.enable }} />
        )
      }
      after={
        failure && (
          <Failure
            title={TITLES[code ?? ""] ?? "Auth was not enabled"}
            error={failure}
            actions={
              mayBeThere && (
                <Button size="small" onClick={show}>
                  Show the integration
                </Button>
              )
            }
          />
        )
      }
    >
      <EnableFields form={form} />
    </FormDialog>
  );
}

const TITLES: Record<string, string> = {
  exists: "Auth is enabled here already",
  maybeCreated: "Auth may be enabled",
  secretLost: "Auth is enabled, and its keys are lost",
};
