import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { Button } from "@/kit/control/Button";
import { Field } from "@/kit/control/Field";
import { TextInput } from "@/kit/control/TextInput";
import { Notice } from "@/kit/state/Notice";
import { DIALOG } from "@/kit/words";
import styles from "./ConfirmDialog.module.css";
import { Dialog } from "./Dialog";
import { MainButton } from "./MainButton";

export interface ConfirmDialogProps {
  open: boolean;
  onClose(): void;
  onConfirm(): void;
  /** The question: "Delete 3 projects?" */
  title: string;
  /** What goes, and what goes with it. */
  children: ReactNode;
  /** Names the action: "Delete 3 projects". */
  confirm: string;
  /** The word of the other button. */
  cancel?: string;
  danger?: boolean;
  /** Must be typed exactly before it can be done; for what cannot be undone. */
  typeName?: string | undefined;
  busy?: boolean;
  /** Why it cannot be done now, in words without a full stop. */
  blocked?: string | undefined;
  /** There is nothing that could be done. */
  disabled?: boolean;
  /** Before the buttons: another way to do the same. */
  aside?: ReactNode;
  /** Why the last try did not work; shown above the buttons. */
  error?: ReactNode;
}

/** Asks before something is lost. The focus starts on Cancel, or in the field where a name must be typed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, confirm, danger = true, busy = false, disabled = false, blocked } = props;
  const form = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const ready =
    !disabled && blocked === undefined && (props.typeName === undefined || typed === props.typeName);
  const close = () => {
    setTyped("");
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !busy) props.onConfirm();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      size="small"
      dismiss={busy ? "never" : "deliberate"}
      disposable
      initialFocus={props.typeName === undefined ? cancel : field}
      footer={
        <>
          {props.aside}
          <Button ref={cancel} onClick={close} disabled={busy}>
            {props.cancel ?? DIALOG.cancel}
          </Button>
          <MainButton form={form} tone={danger ? "danger" : "primary"} disabled={!ready} busy={busy}>
            {confirm}
          </MainButton>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        {props.children}
        {props.typeName !== undefined && (
          <Field label={DIALOG.typeName(props.typeName)}>
            <TextInput ref={field} value={typed} onChange={setTyped} mono />
          </Field>
        )}
      </form>
      {blocked !== undefined && <Notice tone="warning">{blocked}.</Notice>}
      {props.error}
    </Dialog>
  );
}
