import { useQuery } from "@tanstack/react-query";
import { ReadFailure } from "@/features/base/Failure";
import { CodeBlock } from "@/kit/data/CodeBlock";
import { writeClipboard } from "@/kit/data/clipboard";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialog } from "@/kit/overlay/dialogs";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./CallText.module.css";
import { type CallSubject, hasCli } from "./copying";
import { callTextQuery } from "./queries";
import { TEXT } from "./words";

interface CallTextProps extends CallSubject {
  onClose(): void;
}

/** Shows an operation as text to run elsewhere: as curl, as a command of the client that has it, and the variables to set. */
export function CallText({ onClose, ...subject }: CallTextProps) {
  const text = useQuery(callTextQuery(subject));
  return (
    <Dialog open onClose={onClose} size="wide" title={TEXT.title(subject.title)} description={TEXT.about}>
      {text.isPending && <Skeleton label={TEXT.loading} shape="text" count={3} />}
      <ReadFailure query={text} title={TEXT.failed} />
      {text.data && (
        <>
          <section className="ui-stack-tight" aria-label={TEXT.curl}>
            <h3 className="ui-strong">{TEXT.curl}</h3>
            <CodeBlock label={TEXT.curlCode} code={text.data.curl} copy={writeClipboard} wrap />
          </section>
          {text.data.cli !== null && (
            <section className="ui-stack-tight" aria-label={TEXT.cli}>
              <h3 className="ui-strong">{TEXT.cli}</h3>
              <CodeBlock label={TEXT.cliCode} code={text.data.cli} copy={writeClipboard} wrap />
            </section>
          )}
          {text.data.cli === null && hasCli(subject.operation) && (
            <p className={styles.variables}>{TEXT.notAll}</p>
          )}
          <Variables names={text.data.variables} />
        </>
      )}
    </Dialog>
  );
}

function Variables({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className={styles.variables}>
      {TEXT.variables(names.length)}{" "}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ", "}
          <code data-selectable>{name}</code>
        </span>
      ))}
      . {TEXT.secrets}
    </p>
  );
}

/** The dialog of the action "Show as text…". */
export function CallTextDialog(props: CallSubject) {
  return <CallText {...props} onClose={closeDialog} />;
}
