import { useQuery } from "@tanstack/react-query";
import { ActionButton } from "@/kit/action/ActionButton";
import { Card } from "@/kit/layout/Card";
import { Notice } from "@/kit/state/Notice";
import styles from "./Auth.module.css";
import type { OnIntegration } from "./places";
import { handoverQuery } from "./queries";
import { isOwn, ownerWord } from "./words";

/** Who owns the auth project, and the way to an owner of one's own. */
export function OwnershipCard({ at }: { at: OnIntegration }) {
  const { accountId, projectId, integration } = at;
  const handover = useQuery(handoverQuery(accountId, projectId)).data;
  const own = isOwn(integration);
  const waits = !own && (handover !== undefined || integration.transferStatus === "initiated");
  return (
    <Card
      title="Ownership"
      tools={<ActionButton action="auth.transfer" context={{ auth: at }} size="small" icon="external" />}
    >
      <div className="stack">
        <p className={styles.words}>
          Owner: <b>{ownerWord(integration)}</b>.{" "}
          {own
            ? "It can be reached from the auth provider’s dashboard and from the platform’s."
            : "With a transfer the auth project goes to an account of your own at the auth provider. Afterwards it can be reached from both dashboards."}
        </p>
        {waits && (
          <Notice tone="info" role="status" title="A transfer has begun" testId="transfer-waits">
            It waits for somebody to choose the receiving account on the link’s page and to confirm. The owner
            changes here as soon as that is done.
          </Notice>
        )}
      </div>
    </Card>
  );
}
