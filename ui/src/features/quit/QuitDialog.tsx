import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { workKeys } from "@/data/keys";
import { useWork, type Work } from "@/data/work";
import { Failure, WorkRefusal } from "@/features/base/Failure";
import { untaken, useOneTimeSecrets } from "@/features/base/oneTimeSecrets";
import { call } from "@/ipc/call";
import { Button } from "@/kit/control/Button";
import { Checkbox } from "@/kit/control/Checkbox";
import { unaskAbove } from "@/kit/overlay/asked";
import { Dialog } from "@/kit/overlay/Dialog";
import { filledDialogs } from "@/kit/overlay/filled";
import { quitPlanQuery } from "./followQuit";
import styles from "./QuitDialog.module.css";
import { QUIT, quitWord, quitWords } from "./words";

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
      title={QUIT.title}
      footer={
        <>
          <Button {...(loses && { ref: first })} onClick={unaskAbove}>
            {QUIT.cancel}
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
          quitWords(plan.data, unconfirmed, unsent).map((sentence) => <li key={sentence}>{sentence}</li>)}
      </ul>
      {plan.error && <Failure error={plan.error} />}
      <WorkRefusal failure={quit.failure} />
      <Checkbox checked={silent} onChange={setSilent}>
        {QUIT.silent}
      </Checkbox>
    </Dialog>
  );
}
