import { useQuery } from "@tanstack/react-query";
import { ActionButton } from "@/kit/action/ActionButton";
import { CopyField } from "@/kit/data/CopyField";
import { writeClipboard } from "@/kit/data/clipboard";
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
      <div className="stack">
        <p className={styles.words}>
          Your program needs the project id and the client key, which are public, and on its servers the
          server key, which is secret. The platform shows keys only as it makes them and lists none, so new
          ones are made when the old ones are not at hand.
        </p>
        {made && (
          <>
            <Facts
              facts={[
                {
                  term: "Project id",
                  detail: (
                    <CopyField
                      label="the project id of the keys"
                      value={made.providerProjectId}
                      copy={writeClipboard}
                    />
                  ),
                },
                {
                  term: "Client key",
                  detail: <CopyField label="the client key" value={made.clientKey} copy={writeClipboard} />,
                },
                { term: "Users in", detail: `${made.schema}.${made.table}` },
              ]}
            />
            {made.held === null ? (
              <Notice tone="warning" role="status" title="The server key is lost">
                The keys were made, and the reply lacked the server key. Make new SDK keys to get one that you
                can see.
              </Notice>
            ) : (
              <p className="muted-small">
                The public part of the keys that were made last, until Plinth quits. The server key was shown
                once.
              </p>
            )}
          </>
        )}
      </div>
    </Card>
  );
}
