import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure } from "@/features/base/Failure";
import { noteTaken, useCopiedAtOnce } from "@/features/base/oneTimeSecrets";
import { useClipboardNote } from "@/features/base/useClipboardNote";
import { call } from "@/ipc/call";
import type { ConnectFormView, ConnectSource } from "@/ipc/generated";
import { SecretText } from "@/kit/data/SecretText";
import styles from "./Connect.module.css";
import { useAttempt } from "./useAttempt";

interface ConnectFormProps {
  source: ConnectSource;
  form: ConnectFormView;
  /** Whether something else is what is done next. */
  quiet?: boolean;
  /** More that can be done with the connection, beside Copy. */
  actions?: ReactNode;
}

/**
 * One form of a connection. What is revealed lives in this component alone and never in the query cache; what is
 * copied goes from the backend to the clipboard without passing through the window.
 */
export function ConnectForm({ source, form, quiet = false, actions }: ConnectFormProps) {
  const client = useQueryClient();
  const { attempt, failure, clear } = useAttempt();
  const clipboard = useClipboardNote();
  const copied = useCopiedAtOnce(source, form.id);
  return (
    <div data-testid="connect-text">
      <SecretText
        label={form.label}
        masked={<Masked text={form.masked} />}
        reveal={async () => (await attempt(call({ kind: "connectReveal", source, form: form.id }))).text}
        copy={async () => {
          await attempt(call({ kind: "connectCopy", source, form: form.id }));
          noteTaken(client, source, form.id);
        }}
        copied={copied}
        quiet={quiet}
        actions={actions}
        note={clipboard}
      />
      {failure && (
        <div className={styles.failure}>
          <Failure error={failure} onDismiss={clear} />
        </div>
      )}
    </div>
  );
}

/** A masked text with what is hidden, and what every string has after its `?`, drawn lighter. */
function Masked({ text }: { text: string }) {
  return text.split(/(•+|\?[^\s'"]+)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <span key={index} className="ui-faint">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
