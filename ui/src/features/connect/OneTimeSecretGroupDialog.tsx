import { useMemo, useRef, useState } from "react";
import { useMutationSpec } from "@/data/mutation";
import { isConnection } from "@/features/base/connections";
import { Failure } from "@/features/base/Failure";
import { dismissing, type OneTimeSecretGroup, untaken } from "@/features/base/oneTimeSecrets";
import { COMMON } from "@/features/base/words";
import type { ConnectSource, OneTimeSecretView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { Dialog } from "@/kit/overlay/Dialog";
import { openDialog } from "@/kit/overlay/dialogs";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import styles from "./Connect.module.css";
import { ConnectForms } from "./ConnectForms";
import { ConnectionButtons } from "./ConnectionButtons";
import { ConnectTabs } from "./ConnectTabs";
import { copiedWords, lostWords, SECRETS } from "./words";

/** Closes at once where nothing is lost by it, and asks first where a secret that is shown once is kept nowhere. */
export function OneTimeSecretGroupDialog({ group }: { group: OneTimeSecretGroup }) {
  const [leaving, setLeaving] = useState<{ lead: boolean }>();
  const dismiss = useMutationSpec(dismissing);
  const router = useRouter();
  const { lead } = group;
  const close = async (follow: boolean) => {
    if ((await dismiss.start(group)) !== undefined && follow && lead) router.go(lead.route);
  };
  const lost = untaken(group);
  const leave = (follow: boolean) => {
    if (lost.length > 0) setLeaving({ lead: follow });
    else void close(follow);
  };
  if (leaving && lost.length > 0) {
    return (
      <ConfirmDialog
        open
        onClose={() => setLeaving(undefined)}
        onConfirm={() => void close(leaving.lead)}
        title={SECRETS.leaveTitle}
        confirm={SECRETS.leave}
        cancel={SECRETS.back}
        busy={dismiss.underWay}
      >
        <p>{lostWords(lost)}</p>
      </ConfirmDialog>
    );
  }
  return <Shown group={group} busy={dismiss.underWay} leave={leave} />;
}

interface ShownProps {
  group: OneTimeSecretGroup;
  busy: boolean;
  /** `follow`: with the way on, where the group has one. */
  leave(follow: boolean): void;
}

/** Only its buttons close what is shown once: a stray click or Esc must not lose it. */
function Shown({ group, busy, leave }: ShownProps) {
  const { lead, again = false } = group;
  const first = useRef<HTMLElement>(null);
  return (
    <Dialog
      open
      initialFocus={first}
      onClose={() => leave(false)}
      dismiss={again && !busy ? "deliberate" : "never"}
      size="wide"
      title={group.title}
      footer={
        <>
          {group.offers?.map(({ label, dialog }) => (
            <Button key={label} disabled={busy} onClick={() => openDialog(dialog)}>
              {label}
            </Button>
          ))}
          <Button busy={busy} onClick={() => leave(false)}>
            {SECRETS.done}
          </Button>
          {lead && (
            <Button tone="primary" busy={busy} onClick={() => leave(true)}>
              {lead.label}
            </Button>
          )}
        </>
      }
    >
      <SecretNotice group={group} />
      {group.more?.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {group.open && (
        <Facts
          facts={group.open.map(({ label, value }) => ({
            term: label,
            detail: <CopyField label={label} value={value} />,
          }))}
        />
      )}
      <div
        className="ui-stack-wide"
        ref={(items) => {
          // Enter copies it: that is what the dialog is for.
          first.current = items?.querySelector<HTMLElement>("[data-copies]") ?? null;
        }}
      >
        {group.items.map((oneTimeSecret) => (
          <OneTimeSecretCard key={oneTimeSecret.id} oneTimeSecret={oneTimeSecret} />
        ))}
      </div>
      {group.connect && <ConnectForms {...group.connect} />}
    </Dialog>
  );
}

/** What is on the clipboard by now, or why nothing is, and what to know of the secrets. */
function SecretNotice({ group }: { group: OneTimeSecretGroup }) {
  const { items, note, again = false, clipboard, taken = [] } = group;
  const [first] = items;
  return (
    <>
      <Notice
        tone={again ? "info" : "warning"}
        title={!again && SECRETS.once}
        role="status"
        testId="secret-notice"
      >
        {first && clipboard && "seconds" in clipboard && copiedWords(first, clipboard.seconds)} {note}
      </Notice>
      {first && clipboard && "error" in clipboard && !taken.includes(first.id) && (
        <Failure title={COMMON.nothingCopied} error={clipboard.error} />
      )}
    </>
  );
}

/** One secret that was shown once: masked, to be revealed, copied, written or used while it is in memory. */
function OneTimeSecretCard({ oneTimeSecret }: { oneTimeSecret: OneTimeSecretView }) {
  const source = useMemo(
    (): ConnectSource => ({ kind: "oneTimeSecret", id: oneTimeSecret.id }),
    [oneTimeSecret.id],
  );
  const { label, forms } = oneTimeSecret;
  const connects = isConnection(forms);
  const [only, ...others] = forms.forms;
  // A secret in one form alone has no tab that names it.
  const title = !connects && only && others.length === 0 ? only.label : label;
  return (
    <section className="ui-stack-tight" aria-label={label}>
      <h3 className={styles.secretName}>{title}</h3>
      <ConnectTabs
        source={source}
        view={forms}
        label={connects ? SECRETS.connectTo(label) : SECRETS.secretOf(label)}
        actions={<ConnectionButtons source={source} name={label} view={forms} />}
      />
    </section>
  );
}
