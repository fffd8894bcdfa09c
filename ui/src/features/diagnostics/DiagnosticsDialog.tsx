import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMutationSpec } from "@/data/mutation";
import { MutationRefusal, ReadFailure } from "@/features/base/Failure";
import type { DiagnosticsSection, DiagnosticsView } from "@/ipc/generated";
import { diagnosticsSections } from "@/ipc/words";
import { Button } from "@/kit/control/Button";
import { Checkbox } from "@/kit/control/Checkbox";
import { Switch } from "@/kit/control/Switch";
import { CopyButton } from "@/kit/data/CopyButton";
import { writeClipboard } from "@/kit/data/clipboard";
import { FilePath } from "@/kit/data/FilePath";
import { Dialog, LeaveButton } from "@/kit/overlay/Dialog";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Diagnostics.module.css";
import { diagnosticsQuery, savingDiagnostics, textOf } from "./mutations";
import { DIAGNOSTICS } from "./words";

/** The diagnostics file as it would be saved: read first, then copied or saved, without what was left out. */
export function DiagnosticsDialog() {
  const close = useCloseDialog();
  const [showsNames, setShowsNames] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<DiagnosticsSection>>(new Set());
  const [saved, setSaved] = useState<string | null>(null);
  const file = useQuery(diagnosticsQuery(showsNames));
  const save = useMutationSpec(savingDiagnostics);
  const { data } = file;
  const change = (section: DiagnosticsSection, stays: boolean) => {
    const next = new Set(left);
    if (stays) next.delete(section);
    else next.add(section);
    setLeft(next);
    setSaved(null);
  };
  const start = async ({ id, sections }: DiagnosticsView) => {
    const chosen = sections.map(({ section }) => section).filter((section) => !left.has(section));
    setSaved((await save.start({ id, sections: chosen })) ?? null);
  };
  return (
    <Dialog
      open
      onClose={close}
      size="wide"
      disposable
      title={DIAGNOSTICS.title}
      description={DIAGNOSTICS.about}
      footer={
        <>
          <LeaveButton>{DIAGNOSTICS.close}</LeaveButton>
          <Button
            tone="primary"
            busy={save.underWay}
            disabled={data === undefined}
            onClick={() => data && void start(data)}
          >
            {DIAGNOSTICS.save}
          </Button>
        </>
      }
    >
      <fieldset className={styles.sections} aria-label={DIAGNOSTICS.sections}>
        {data?.sections.map(({ section }) => (
          <Checkbox key={section} checked={!left.has(section)} onChange={(stays) => change(section, stays)}>
            {diagnosticsSections[section]}
          </Checkbox>
        ))}
      </fieldset>
      <div className={styles.names}>
        <Switch
          checked={showsNames}
          onChange={(next) => {
            setShowsNames(next);
            setSaved(null);
          }}
          hint={DIAGNOSTICS.namesHint}
        >
          {DIAGNOSTICS.names}
        </Switch>
        {data && <CopyButton what={DIAGNOSTICS.text} copy={() => writeClipboard(textOf(data, left))} />}
      </div>
      <ReadFailure query={file} title={DIAGNOSTICS.unread} />
      {file.isPending && <Skeleton label={DIAGNOSTICS.loading} shape="text" count={6} />}
      {data && <FileText text={textOf(data, left)} />}
      <MutationRefusal failure={save.failure} title={DIAGNOSTICS.unsaved} />
      {saved !== null && (
        <Notice tone="ok" role="status">
          {DIAGNOSTICS.saved} <FilePath path={saved} />.
        </Notice>
      )}
    </Dialog>
  );
}

/** It scrolls in itself, so the keys must reach it. */
function FileText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <figure className={styles.text} tabIndex={0} aria-label={DIAGNOSTICS.text}>
      <pre className={styles.lines} data-selectable>
        {text}
      </pre>
    </figure>
  );
}
