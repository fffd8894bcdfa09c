import { useQuery } from "@tanstack/react-query";
import { ActionButton } from "@/kit/action/ActionButton";
import { Facts } from "@/kit/data/Facts";
import { Card } from "@/kit/layout/Card";
import { PageSection } from "@/kit/layout/PageSection";
import { Notice } from "@/kit/state/Notice";
import styles from "./Auth.module.css";
import { handoverQuery } from "./queries";
import type { OnIntegration } from "./subjects";
import { isOwn, ownerWord, transferWord, ownershipWords as words } from "./words";

/** Who owns the auth project, the way to an owner of one's own, and what ends the integration. */
export function OwnershipPage({ at }: { at: OnIntegration }) {
  const { integration } = at;
  const handover = useQuery(handoverQuery(at)).data;
  const own = isOwn(integration);
  const waits = !own && (handover !== undefined || integration.transferStatus === "initiated");
  const transfer = transferWord(integration);
  return (
    <>
      <PageSection
        title={words.title}
        tools={<ActionButton action="auth.transfer" context={{ auth: at }} size="small" icon="external" />}
      >
        <p className={styles.words}>{own ? words.aboutOwn : words.aboutPlatform}</p>
        <Card>
          <div className={styles.padded}>
            <Facts
              facts={[
                { term: words.owner, detail: ownerWord(integration) },
                transfer && { term: words.transfer, detail: transfer },
              ]}
            />
          </div>
        </Card>
        {waits && (
          <Notice tone="info" role="status" title={words.waits} testId="transfer-waits">
            {words.waitsAbout}
          </Notice>
        )}
      </PageSection>
      <PageSection title={words.remove}>
        <p className={styles.words}>{words.removeAbout}</p>
        <div className="ui-row-wrapping">
          <ActionButton action="auth.remove" context={{ auth: at }} tone="danger" icon="trash" short />
        </div>
      </PageSection>
    </>
  );
}
