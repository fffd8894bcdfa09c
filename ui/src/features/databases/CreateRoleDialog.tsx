import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rolesQuery } from "@/data/queries";
import { useForm } from "@/features/base/useForm";
import { COMMON } from "@/features/base/words";
import { CallFormDialog } from "@/features/calls/CallDialogs";
import type { RoleView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { RadioGroup } from "@/kit/control/RadioGroup";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog, openDialog } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import { creatingRole } from "./mutations";
import { NameField, TakenNotice } from "./NameField";
import { identifierError } from "./names";
import type { OnBranch, RoleSubject } from "./subjects";
import { CREATE_ROLE, canLogIn, PASSWORD, TAKEN } from "./words";

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
    fieldErrors: { name: identifierError(name) ?? (isTaken ? TAKEN.other : undefined) },
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
      title={CREATE_ROLE.title(branchName)}
      submit={CREATE_ROLE.submit}
      call={CREATE_ROLE.submit}
      failed={CREATE_ROLE.failed}
      after={isTaken && !form.busy && <TakenNotice what="role" name={name} at={at} onShow={form.close} />}
    >
      <NameField
        label={COMMON.name}
        value={name}
        onChange={setName}
        tried={form.tried}
        error={form.fieldErrors.name}
      />
      <RadioGroup
        label={CREATE_ROLE.login}
        value={login}
        onChange={setLogin}
        options={[
          {
            value: "login",
            label: CREATE_ROLE.password,
            hint: CREATE_ROLE.passwordHint,
          },
          {
            value: "none",
            label: CREATE_ROLE.noLogin,
            hint: CREATE_ROLE.noLoginHint,
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
      onClose={closeDialog}
      size="small"
      dismiss="deliberate"
      title={PASSWORD.title(subject.role.name)}
      footer={
        <>
          <Button onClick={closeDialog}>{COMMON.close}</Button>
          <Button tone="primary" onClick={() => openDialog({ dialog: "resetPassword", subject })}>
            {PASSWORD.reset}
          </Button>
        </>
      }
    >
      <Notice tone="warning" title={CREATE_ROLE.lost}>
        {CREATE_ROLE.lostText}
      </Notice>
    </Dialog>
  );
}
