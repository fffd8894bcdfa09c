import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { workKeys } from "@/data/keys";
import { settingsQuery } from "@/data/queries";
import { perform, useFailure } from "@/data/work";
import { Failure } from "@/features/Failure";
import { saving } from "@/features/settings/mutations";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Icon } from "@/kit/icon/Icon";
import { ask } from "@/kit/overlay/asked";
import { enter } from "./enter";
import styles from "./Welcome.module.css";

/** A temporary database on the hosted platform. Says whom it asks and what is sent before anything is. */
export function HostedDoor({ host }: { host: string }) {
  const client = useQueryClient();
  const { tools } = useActionSurroundings();
  const [busy, setBusy] = useState(false);
  const failure = useFailure(workKeys.settings);
  const open = async () => {
    setBusy(true);
    try {
      const settings = await client.fetchQuery(settingsQuery);
      const temporary = { ...settings.temporary, place: { kind: "neon" } as const };
      await perform(client, saving, { ...settings, temporary });
      await enter(tools);
      ask({ dialog: "temporaryOptions" });
    } catch {
      // The refusal is shown below, from the work that was refused.
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.door} aria-labelledby="door-hosted">
      <h2 id="door-hosted" className={styles.name}>
        <Icon name="timer" />
        Hosted, without an account
      </h2>
      <p className={styles.words}>
        A temporary database at <code>{host}</code>. The request carries a referrer (<code>plinth</code>) and
        whether logical replication is wanted, nothing else, and nothing is sent before you confirm.
      </p>
      <Button busy={busy} onClick={() => void open()}>
        A temporary database on {host}
      </Button>
      {failure && (
        <Failure title="The choice was not kept" error={failure.error} onRetry={() => void open()} />
      )}
    </section>
  );
}
