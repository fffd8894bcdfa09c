import { type ComponentProps, type FormEvent, type ReactNode, type RefObject, useId, useRef } from "react";
import { Notice } from "@/kit/state/Notice";
import { DIALOG } from "@/kit/words";
import { Dialog, LeaveButton } from "./Dialog";
import { MainButton } from "./MainButton";
import { useErrorFocus } from "./useErrorFocus";

export interface FormDialogProps {
  onClose(): void;
  onSubmit(): void;
  title: string;
  description?: ReactNode;
  size?: "small" | "normal" | "wide";
  /** Names the action: "Create branch". */
  submit: string;
  /** The word of the other button. */
  cancel?: string;
  danger?: boolean;
  /** It is being done: nothing closes the dialog, and nothing is sent twice. */
  busy?: boolean;
  /** It can be closed all the same, and goes on. */
  leavable?: boolean;
  /** Why it cannot be done now, in words without a full stop. */
  blocked?: string | undefined;
  /** It cannot be done yet, and the fields say why. */
  disabled?: boolean;
  /** Before the buttons: another way to do the same. */
  aside?: ReactNode;
  /** In place of the main button, where what comes next is something else. */
  instead?: ReactNode;
  /** What has the focus first: `submit` where nothing has to be filled in; the first field otherwise. */
  initialFocus?: RefObject<HTMLElement | null> | "submit";
  /** Under the fields: why the last try did not work, or what is known of what was typed. */
  after?: ReactNode;
  /** Notices when a field is entered and left. */
  watch?: Pick<ComponentProps<"form">, "onFocus" | "onBlur"> | undefined;
  /** What is typed is nothing to keep. */
  disposable?: boolean;
  /** The fields. */
  children: ReactNode;
}

/** A form over the window. What is typed is lost neither by a stray click nor by a refusal. */
export function FormDialog(props: FormDialogProps) {
  const { onClose, size = "normal", busy = false, leavable = false, blocked, disabled = false } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  const initialFocus = props.initialFocus === "submit" ? main : props.initialFocus;
  const focusFirstError = useErrorFocus(form, busy);
  const stays = busy && !leavable;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || disabled || blocked !== undefined) return;
    focusFirstError();
    props.onSubmit();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={props.title}
      description={props.description}
      size={size}
      dismiss={stays ? "never" : "anywhere"}
      disposable={props.disposable ?? false}
      {...(initialFocus ? { initialFocus } : {})}
      footer={
        <>
          {props.aside}
          <LeaveButton disabled={stays}>{props.cancel ?? DIALOG.cancel}</LeaveButton>
          {props.instead || (
            <MainButton
              ref={main}
              form={id}
              tone={props.danger ? "danger" : "primary"}
              busy={busy}
              disabled={disabled || blocked !== undefined}
            >
              {props.submit}
            </MainButton>
          )}
        </>
      }
    >
      <form ref={form} id={id} className="ui-stack-wide" onSubmit={submit} noValidate {...props.watch}>
        {props.children}
      </form>
      {blocked !== undefined && <Notice tone="warning">{blocked}.</Notice>}
      {props.after}
    </Dialog>
  );
}
