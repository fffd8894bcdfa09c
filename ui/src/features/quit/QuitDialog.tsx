import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { counted } from "@/data/format";
import { workKeys } from "@/data/keys";
import { useWork, type Work } from "@/data/work";
import { Failure, WorkRefusal } from "@/features/accounts/Failure";
import { secretOf, untaken, useOneTimeSecrets } from "@/features/connect/oneTimeSecrets";
import { call } from "@/ipc/call";
import type { QuitView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Checkbox } from "@/kit/control/Checkbox";
import { unaskAbove } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { filledDialogs } from "@/kit/overlay/filled";
import { quitPlanQuery } from "./followQuit";
import styles from "./QuitDialog.module.css";

declare module "@/kit/overlay/asked" {
  interface Dialogs {
    quit: object;
  }
}

/** `true`: say it again the next time. */
const quitting: Work<null, boolean> = {
  key: workKeys.quit,
  run: (explainAgain) => call.appQuit(explainAgain),
};

/** Says what closing does before it is done. */
export function QuitDialog() {
  const plan = useQuery(quitPlanQuery);
  const [silent, setSilent] = useState(false);
  const quit = useWork(quitting);
  const first = useRef<HTMLButtonElement>(null);
  const unconfirmed = useOneTimeSecrets().flatMap(untaken);
  const [unsent] = useState(filledDialogs);
  const loses = unconfirmed.length > 0 || unsent.length > 0;
  return (
    <Dialog
      open
      onClose={unaskAbove}
      size="small"
      disposable
      initialFocus={first}
      title="Quit Plinth?"
      footer={
        <>
          <Button {...(loses && { ref: first })} onClick={unaskAbove}>
            Cancel
          </Button>
          <Button
            {...(!loses && { ref: first })}
            tone={loses ? "danger" : "primary"}
            busy={quit.underWay}
            onClick={() => void quit.start(!silent)}
          >
            {quitWord(unconfirmed.length > 0, unsent.length > 0)}
          </Button>
        </>
      }
    >
      <ul className={styles.list}>
        {plan.data &&
          quitWords(plan.data, unconfirmed.map(secretOf), unsent).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
      </ul>
      {plan.error && <Failure error={plan.error} />}
      <WorkRefusal failure={quit.failure} />
      <Checkbox checked={silent} onChange={setSilent}>
        Don’t show this again
      </Checkbox>
    </Dialog>
  );
}

function quitWord(losesSecrets: boolean, losesForms: boolean): string {
  if (losesSecrets) return "Quit without copying";
  return losesForms ? "Discard and quit" : "Quit";
}

/**
 * What closing would do, a sentence each. `untaken`: the secrets that are shown once and kept nowhere, as one calls them.
 * `unsent`: the titles of the dialogs that are filled in.
 */
export function quitWords(
  plan: QuitView,
  untaken: readonly string[] = [],
  unsent: readonly string[] = [],
): string[] {
  const words = [
    ...untaken.map((secret) => `${secret} hasn’t been copied or written to a file. It can’t be shown again.`),
    ...unsent.map((title) => `What you entered in “${title}” will be lost.`),
  ];
  if (plan.sandboxDatabases > 0) {
    words.push(
      `${counted(plan.sandboxDatabases, "sandbox database")} will stop until you open Plinth again. ` +
        "Data, addresses and ports are kept.",
    );
  }
  if (plan.openConnections > 0)
    words.push(`${counted(plan.openConnections, "open connection")} will be closed.`);
  if (plan.runningWork > 0) words.push(`${counted(plan.runningWork, "running task")} will be stopped.`);
  if (plan.secretsInMemory) {
    words.push("API keys, passwords and claim links are only in memory and will be lost.");
  }
  if (words.length === 0) words.push("Nothing is running. Hosted databases keep running without Plinth.");
  return words;
}
