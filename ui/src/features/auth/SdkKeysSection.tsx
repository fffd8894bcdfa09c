import { useQuery } from "@tanstack/react-query";
import { ActionButton } from "@/kit/action/ActionButton";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";
import { Card } from "@/kit/layout/Card";
import { PageSection } from "@/kit/layout/PageSection";
import { Notice } from "@/kit/state/Notice";
import styles from "./Auth.module.css";
import { lastKeysQuery } from "./queries";
import type { OnIntegration } from "./subjects";
import { integrationWords as words } from "./words";

/** The keys that a program speaks to the auth provider with. */
export function SdkKeysSection({ at }: { at: OnIntegration }) {
  const made = useQuery(lastKeysQuery(at)).data;
  return (
    <PageSection
      title={words.keys}
      tools={<ActionButton action="auth.newKeys" context={{ auth: at }} size="small" />}
    >
      <p className={styles.words}>{words.keysAbout}</p>
      {made && (
        <Card>
          <div className={styles.padded}>
            <Facts
              facts={[
                {
                  term: words.projectId,
                  detail: <CopyField label={words.keysProjectId} value={made.providerProjectId} />,
                },
                {
                  term: words.clientKey,
                  detail: <CopyField label={words.clientKeyCopy} value={made.clientKey} />,
                },
                { term: words.table, detail: `${made.schema}.${made.table}` },
              ]}
            />
          </div>
        </Card>
      )}
      {made?.oneTimeSecret === null && (
        <Notice tone="warning" role="status" title={words.lost}>
          {words.lostAbout}
        </Notice>
      )}
      {made?.oneTimeSecret && <p className="ui-muted-small">{words.keysKept}</p>}
    </PageSection>
  );
}
