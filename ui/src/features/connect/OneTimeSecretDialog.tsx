import { useMemo, useRef, useState } from "react";
import { useMutationSpec } from "@/data/mutation";
import { isConnection } from "@/features/base/connections";
import {
  dismissing,
  type OneTimeSecretGroup,
  untaken,
  useOneTimeSecrets,
} from "@/features/base/oneTimeSecrets";
import type { ConnectSource, OneTimeSecretView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";
import { ConfirmDialog } from "@/kit/overlay/ConfirmDialog";
import { Dialog } from "@/kit/overlay/Dialog";
import { openDialog, useOpenDialog } from "@/kit/overlay/dialogs";
import { useRouter } from "@/kit/route/useRouter";
import { Notice } from "@/kit/state/Notice";
import styles from "./Connect.module.css";
import { ConnectionButtons } from "./ConnectionButtons";
import { ConnectTabs } from "./ConnectTabs";
import { lostWords, SECRETS } from "./words";

/** Over the window while secrets of something new are in memory. Another dialog goes before it; then it is back. */
export function OneTimeSecretDialog() {
  const [group] = useOneTimeSecrets();
  const openDialog = useOpenDialog();
  return group && !openDialog ? <Group key={group.items[0]?.id} group={group} /> : null;
}

/** Closes at once where nothing is lost by it, and asks first where a secret that is shown once is kept nowhere. */
function Group({ group }: { group: OneTimeSecretGroup }) {
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
          <Button busy={busy} onClick={() => leave(false)}>
            {SECRETS.done}
          </Button>
          {group.offers?.map(({ label, dialog }) => (
            <Button key={label} disabled={busy} onClick={() => openDialog(dialog)}>
              {label}
            </Button>
          ))}
          {lead && (
            <Button tone="primary" busy={busy} onClick={() => leave(true)}>
              {lead.label}
            </Button>
          )}
        </>
      }
    >
      {again ? (
        <Notice tone="info" testId="secret-notice">
          {group.note}
        </Notice>
      ) : (
        <Notice tone="warning" title={SECRETS.once} testId="secret-notice">
          {group.note}
        </Notice>
      )}
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
    </Dialog>
  );
}

/** One secret that was shown once: masked, to be revealed, copied, written or used while it is in memory. */
function OneTimeSecretCard({ oneTimeSecret }: { oneTimeSecret: OneTimeSecretView }) {
  const source = useMemo(
    (): ConnectSource => ({ kind: "oneTimeSecret", id: oneTimeSecret.id }),
    [oneTimeSecret.id],
  );
  return (
    <section className="ui-stack-tight" aria-label={oneTimeSecret.label}>
      <h3 className={styles.secretName}>{oneTimeSecret.label}</h3>
      <ConnectTabs
        source={source}
        view={oneTimeSecret.forms}
        label={
          isConnection(oneTimeSecret.forms)
            ? SECRETS.connectTo(oneTimeSecret.label)
            : SECRETS.secretOf(oneTimeSecret.label)
        }
        actions={<ConnectionButtons source={source} name={oneTimeSecret.label} view={oneTimeSecret.forms} />}
      />
    </section>
  );
}
