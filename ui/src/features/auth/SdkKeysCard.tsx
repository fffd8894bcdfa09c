import { useQuery } from "@tanstack/react-query";
import { ActionButton } from "@/kit/action/ActionButton";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";
import { Card } from "@/kit/layout/Card";
import { Notice } from "@/kit/state/Notice";
import styles from "./Auth.module.css";
import type { OnIntegration } from "./places";
import { lastKeysQuery } from "./queries";

/** The keys that a program speaks to the auth provider with. */
export function SdkKeysCard({ at }: { at: OnIntegration }) {
  const made = useQuery(lastKeysQuery(at.accountId, at.projectId)).data;
  return (
    <Card
      title="SDK keys"
      tools={<ActionButton action="auth.newKeys" context={{ auth: at }} size="small" icon="key" />}
    >
      <div className="ui-stack">
        <p className={styles.words}>
          Your app needs the public project ID and client key and, on its servers, the secret server key. The
          platform shows keys only when it creates them, so create new ones if you no longer have them.
        </p>
        {made && (
          <>
            <Facts
              facts={[
                {
                  term: "Project ID",
                  detail: <CopyField label="the project ID of the keys" value={made.providerProjectId} />,
                },
                {
                  term: "Client key",
                  detail: <CopyField label="the client key" value={made.clientKey} />,
                },
                { term: "Users table", detail: `${made.schema}.${made.table}` },
              ]}
            />
            {made.held === null ? (
              <Notice tone="warning" role="status" title="The server key was lost">
                The keys were created, but the reply did not include the server key. Create new SDK keys to
                get a new one.
              </Notice>
            ) : (
              <p className="ui-muted-small">
                The public part of the latest keys, kept until Plinth quits. The server key was shown once.
              </p>
            )}
          </>
        )}
      </div>
    </Card>
  );
}
