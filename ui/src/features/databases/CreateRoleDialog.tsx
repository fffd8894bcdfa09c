import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rolesQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { RoleView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { ask, unask } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { Notice } from "@/kit/state/Notice";
import { creatingRole } from "./mutations";
import { NameField, TakenNotice } from "./NameField";
import { faultOfName } from "./names";
import type { OnBranch, RoleSubject } from "./places";
import { canLogIn } from "./words";

/** Makes a role on a branch; its password is shown right after. */
export function CreateRoleDialog({ at }: { at: OnBranch }) {
  const { accountId, projectId, branchId, branchName } = at;
  const roles = useQuery(rolesQuery(accountId, projectId, branchId));
  const [name, setName] = useState("");
  const [login, setLogin] = useState<"login" | "none">("login");
  const [lost, setLost] = useState<RoleView>();
  const noLogin = login === "none";
  const isTaken = roles.data?.some((each) => each.name === name) === true;
  const form = useForm(creatingRole(at), {
    faults: { name: faultOfName(name) ?? (isTaken ? "Already exists." : undefined) },
    input: () => ({ name, noLogin }),
    onDone: ({ password, role }) => {
      if (password === null && canLogIn(role) && !noLogin) setLost(role);
      else form.close();
    },
    onRefused: () => void roles.refetch(),
  });
  if (lost) return <LostPassword subject={{ ...at, role: lost }} />;
  return (
    <CallFormDialog
      form={form}
      title={`New role on ${branchName}`}
      submit="Create role"
      call={
        name !== "" && {
          accountId,
          title: "Create role",
          call: { kind: "createRole", projectId, branchId, name, noLogin },
        }
      }
      failed="The role was not created"
      after={isTaken && !form.busy && <TakenNotice what="role" name={name} at={at} onShow={form.close} />}
    >
      <NameField label="Name" value={name} onChange={setName} tried={form.tried} error={form.faults.name} />
      <RadioGroup
        label="Login"
        value={login}
        onChange={setLogin}
        options={[
          {
            value: "login",
            label: "Password",
            hint: "The platform generates a password and shows it right after.",
          },
          {
            value: "none",
            label: "No login",
            hint: "To own objects or be granted to other roles.",
          },
        ]}
      />
    </CallFormDialog>
  );
}

/** It was done, and the reply with the password was lost on the way. */
function LostPassword({ subject }: { subject: RoleSubject }) {
  return (
    <Dialog
      open
      onClose={unask}
      size="small"
      dismiss="deliberate"
      title={`Password of ${subject.role.name}`}
      footer={
        <>
          <Button onClick={unask}>Close</Button>
          <Button tone="primary" onClick={() => ask({ dialog: "resetPassword", subject })}>
            Reset password…
          </Button>
        </>
      }
    >
      <Notice tone="warning" title="The password was lost">
        The role was created, but the reply with its password did not arrive. Reset the password to get a new
        one.
      </Notice>
    </Dialog>
  );
}
