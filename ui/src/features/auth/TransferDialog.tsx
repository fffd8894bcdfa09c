import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useAccount } from "@/data/account";
import { useMutationSpec } from "@/data/mutation";
import { authIntegrationsQuery } from "@/data/queries";
import { MutationRefusal } from "@/features/base/Failure";
import { lockedWords } from "@/features/base/words";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import { ConnectForm } from "@/features/connect/ConnectForm";
import type { ConnectSource, TransferLinkView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Card } from "@/kit/layout/Card";
import { Dialog } from "@/kit/overlay/Dialog";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { Notice } from "@/kit/state/Notice";
import { Spinner } from "@/kit/state/Spinner";
import styles from "./Auth.module.css";
import { forgettingLink, gettingLink, openingLink } from "./mutations";
import type { OnIntegration } from "./subjects";
import { useElsewhere } from "./useAuthSubject";
import { isOwn, words as tabWords, ownershipWords as words } from "./words";

/** Hands the auth project to an account of one's own: explains, shows where the link leads, opens it, follows it. */
export function TransferDialog({ at }: { at: OnIntegration }) {
  const closeDialog = useCloseDialog();
  const cancel = useRef<HTMLButtonElement>(null);
  const account = useAccount(at.accountId);
  const elsewhere = useElsewhere(at, true);
  const locked = (account ? lockedWords(account) : at.locked) ?? elsewhere;
  const { stage, link, get, open, forget, getting, opening } = useTransfer(at);
  const close = () => {
    forget();
    closeDialog();
  };
  const busy = getting.underWay || opening.underWay;
  return (
    <Dialog
      open
      onClose={close}
      dismiss={busy ? "never" : "deliberate"}
      title={words.dialog}
      description={words.dialogAbout(at.projectName)}
      initialFocus={cancel}
      footer={
        <>
          {stage === "explain" && (
            <CopyAsButton title={words.linkCall} operation={gettingLink(at).operation()} />
          )}
          <Button ref={cancel} onClick={close} disabled={busy}>
            {stage === "explain" || stage === "link" ? tabWords.cancel : tabWords.close}
          </Button>
          {stage === "explain" && (
            <Button
              tone="primary"
              busy={getting.underWay}
              disabled={locked !== undefined}
              onClick={() => void get()}
            >
              {words.getLink}
            </Button>
          )}
          {(stage === "link" || stage === "waiting") && (
            <Button
              tone={stage === "link" ? "primary" : "default"}
              icon="external"
              busy={opening.underWay}
              onClick={() => void open()}
            >
              {stage === "link" ? words.open : words.openAgain}
            </Button>
          )}
        </>
      }
    >
      {stage === "explain" && <Explained />}
      {stage === "explain" && locked !== undefined && <Notice tone="warning">{words.locked(locked)}</Notice>}
      {link && stage !== "done" && <TheLink link={link} />}
      {stage === "waiting" && (
        <p className={styles.wait} role="status" data-testid="transfer-waiting">
          <Spinner /> {words.waiting}
        </p>
      )}
      {stage === "done" && (
        <Notice tone="ok" role="status" title={words.done} testId="transfer-done">
          {words.doneAbout}
        </Notice>
      )}
      <MutationRefusal failure={getting.failure} title={words.noLink} />
      <MutationRefusal failure={opening.failure} title={words.notOpened} />
    </Dialog>
  );
}

function Explained() {
  return (
    <>
      <p>{words.explained}</p>
      <p>{words.consequences}</p>
    </>
  );
}

function TheLink({ link }: { link: TransferLinkView }) {
  const source = useMemo(
    (): ConnectSource => ({ kind: "oneTimeSecret", id: link.oneTimeSecret.id }),
    [link.oneTimeSecret.id],
  );
  return (
    <>
      <p>
        {words.opensOn}{" "}
        <strong className={styles.host} data-testid="transfer-host">
          {link.target.host}
        </strong>
      </p>
      <p>{words.secret}</p>
      <Card label={words.linkLabel}>
        {link.oneTimeSecret.forms.forms.map((form) => (
          <ConnectForm key={form.id} source={source} form={form} quiet />
        ))}
      </Card>
    </>
  );
}

/** A transfer from its explanation to another owner. The core forgets the link when the dialog is closed. */
function useTransfer(at: OnIntegration) {
  const { integration } = at;
  const list = useQuery(authIntegrationsQuery(at)).data;
  const now = list?.find(({ provider }) => provider === integration.provider);
  const getting = useMutationSpec(gettingLink(at));
  const opening = useMutationSpec(openingLink(at));
  const forgetting = useMutationSpec(forgettingLink(at));
  const [link, setLink] = useState<TransferLinkView>();
  const [opened, setOpened] = useState(false);
  const get = async () => {
    const got = await getting.start(undefined);
    if (got) setLink(got);
  };
  const open = async () => {
    if (!link) return;
    const done = await opening.start({ secretId: link.oneTimeSecret.id, host: link.target.host });
    if (done !== undefined) setOpened(true);
  };
  /** The link is of no use without this dialog. */
  const forget = () => {
    if (link) void forgetting.start(link.oneTimeSecret.id);
  };
  const stage: "explain" | "link" | "waiting" | "done" =
    now && isOwn(now) ? "done" : opened ? "waiting" : link ? "link" : "explain";
  return { stage, link, get, open, forget, getting, opening };
}
