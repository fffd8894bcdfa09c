import type { ReactNode } from "react";
import { isWay } from "@/features/base/connections";
import { call } from "@/ipc/call";
import type { ConnectFormView, ConnectSource, ConnectView, FormId } from "@/ipc/generated";
import { CopyButton } from "@/kit/data/CopyButton";
import { FilePath } from "@/kit/data/FilePath";
import { Fold } from "@/kit/layout/Fold";
import styles from "./Connect.module.css";
import { CERTIFICATE, noteTitle, WAYS } from "./words";

interface FormNotesProps {
  source: ConnectSource;
  view: ConnectView;
  form: ConnectFormView;
}

/** The forms that say where the certificate file is: they are typed into a program that asks for it. */
const ASKS_FOR_FILE: ReadonlySet<FormId> = new Set<FormId>(["parameters", "node"]);

/** What only some need to know of a form, folded. */
export function FormNotes({ source, view, form }: FormNotesProps) {
  const notes: readonly ReactNode[] = [
    isWay(form.id) && (
      <Fold key="ways" label={WAYS.title}>
        <Ways view={view} />
      </Fold>
    ),
    !isWay(form.id) && form.note && (
      <Fold key="note" label={noteTitle(form)}>
        <p className={styles.note}>{form.note}</p>
      </Fold>
    ),
    view.namedCaFile && form.group === "string" && (
      <Fold key="named" label={CERTIFICATE.title}>
        <div className={styles.note}>
          <p>{CERTIFICATE.named}</p>
          <FilePath path={view.namedCaFile} testId="ca-file" />
          <p>{CERTIFICATE.elsewhere}</p>
        </div>
      </Fold>
    ),
    !view.namedCaFile && view.caFile && ASKS_FOR_FILE.has(form.id) && (
      <Fold key="certificate" label={CERTIFICATE.title}>
        <Certificate source={source} path={view.caFile} node={form.id === "node"} />
      </Fold>
    ),
  ].filter(Boolean);
  return notes.length > 0 ? <div className={styles.folds}>{notes}</div> : null;
}

/** What the two ways are for, or why they are one. */
function Ways({ view }: { view: ConnectView }) {
  if (view.pooledEqualsDirect && view.pooledNote) return <p className={styles.note}>{view.pooledNote}</p>;
  return (
    <div className={styles.note}>
      <p>{WAYS.pooled}</p>
      <p>{WAYS.direct}</p>
    </div>
  );
}

interface CertificateProps {
  source: ConnectSource;
  path: string;
  node: boolean;
}

/** The certificate authority of a server that no public one signs. */
function Certificate({ source, path, node }: CertificateProps) {
  return (
    <div className={styles.note}>
      <p>{node ? CERTIFICATE.node : CERTIFICATE.detail}</p>
      <div className="ui-row">
        <span className="ui-rest">
          <FilePath path={path} testId="ca-file" />
        </span>
        {node && (
          <CopyButton
            what={CERTIFICATE.nodeLine}
            copy={async () => void (await call({ kind: "connectCopy", source, form: "ca" }))}
          />
        )}
      </div>
    </div>
  );
}
