import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { workKeys } from "@/data/keys";
import { useWork, type Work } from "@/data/work";
import { Failure, WorkRefusal } from "@/features/accounts/Failure";
import { secretOf, untaken, useHeld } from "@/features/connect/oneTimeSecrets";
import { call } from "@/ipc/call";
import { Button } from "@/kit/control/Button";
import { Checkbox } from "@/kit/control/Checkbox";
import { unaskAbove } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { quitPlanQuery } from "./followQuit";
import styles from "./QuitDialog.module.css";
import { quitWords } from "./words";

declare module "@/kit/overlay/asked" {
  interface Dialogs {
    quit: object;
  }
}

/** `true`: tell again the next time. */
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
  const unconfirmed = useHeld().flatMap(untaken);
  const loses = unconfirmed.length > 0;
  return (
    <Dialog
      open
      onClose={unaskAbove}
      size="small"
      initialFocus={first}
      title="Quit Plinth?"
      footer={
        <>
          <Button {...(loses && { ref: first })} onClick={unaskAbove}>
            Stay
          </Button>
          <Button
            {...(!loses && { ref: first })}
            tone={loses ? "danger" : "primary"}
            busy={quit.underWay}
            onClick={() => void quit.start(!silent)}
          >
            {loses ? "Quit without a copy" : "Quit"}
          </Button>
        </>
      }
    >
      <ul className={styles.list}>
        {plan.data &&
          quitWords(plan.data, unconfirmed.map(secretOf)).map((sentence) => (
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
