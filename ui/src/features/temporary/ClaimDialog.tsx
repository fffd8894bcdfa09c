import { useQuery } from "@tanstack/react-query";
import { useMutationSpec } from "@/data/mutation";
import { MutationRefusal, ReadFailure } from "@/features/base/Failure";
import type { TemporaryView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Dialog } from "@/kit/overlay/Dialog";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { copied } from "@/kit/overlay/toasts";
import styles from "./ClaimDialog.module.css";
import { claimOf, copyingOf } from "./mutations";
import { claimTargetQuery } from "./queries";
import { CLAIM, COPIED, DETAIL } from "./words";

/** Shows where the claim link leads before it is opened. */
export function ClaimDialog({ row }: { row: TemporaryView }) {
  const close = useCloseDialog();
  const target = useQuery(claimTargetQuery(row.id));
  const claiming = useMutationSpec(claimOf(row.id));
  const open = async () => {
    if (target.data && (await claiming.start(target.data.host))) close();
  };
  const copy = useMutationSpec(copyingOf(row.id));
  const copyLink = async () => {
    const seconds = await copy.start("claimLink");
    if (seconds !== undefined) copied(COPIED.claimLink, seconds);
  };
  return (
    <Dialog
      open
      onClose={close}
      size="small"
      title={CLAIM.title(row.name)}
      description={CLAIM.text}
      footer={
        <>
          <Button icon="copy" busy={copy.underWay} disabled={!target.data} onClick={() => void copyLink()}>
            {CLAIM.copy}
          </Button>
          <Button
            tone="primary"
            icon="external"
            busy={claiming.underWay}
            disabled={!target.data}
            onClick={() => void open()}
          >
            {CLAIM.open}
          </Button>
        </>
      }
    >
      <p>
        {CLAIM.before}{" "}
        <strong className={styles.host} data-testid="claim-host">
          {target.data?.host ?? "…"}
        </strong>
        .
      </p>
      <p>{CLAIM.secret}</p>
      <ReadFailure query={target} />
      <MutationRefusal failure={claiming.failure} title={DETAIL.claimFailed} />
      <MutationRefusal failure={copy.failure} title={CLAIM.copyFailed} />
    </Dialog>
  );
}
