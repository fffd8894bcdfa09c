import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { mutationKeys } from "@/data/keys";
import { type MutationSpec, useMutationSpec } from "@/data/mutation";
import { Failure, MutationRefusal } from "@/features/base/Failure";
import { untaken, useOneTimeSecrets } from "@/features/base/oneTimeSecrets";
import { call } from "@/ipc/call";
import { Button } from "@/kit/control/Button";
import { Checkbox } from "@/kit/control/Checkbox";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialogAbove } from "@/kit/overlay/dialogs";
import { filledDialogs } from "@/kit/overlay/filled";
import { quitPlanQuery } from "./followQuit";
import styles from "./QuitDialog.module.css";
import { QUIT, quitWord, quitWords } from "./words";

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    quit: object;
  }
}

/** `true`: say it again the next time. */
const quitting: MutationSpec<null, boolean> = {
  key: mutationKeys.quit,
  run: (explainAgain) => call.appQuit(explainAgain),
};

/** Says what closing does before it is done. */
export function QuitDialog() {
  const plan = useQuery(quitPlanQuery);
  const [silent, setSilent] = useState(false);
  const quit = useMutationSpec(quitting);
  const first = useRef<HTMLButtonElement>(null);
  const unconfirmed = useOneTimeSecrets().flatMap(untaken);
  const [unsent] = useState(filledDialogs);
  const loses = unconfirmed.length > 0 || unsent.length > 0;
  return (
    <Dialog
      open
      onClose={closeDialogAbove}
      size="small"
      disposable
      initialFocus={first}
      title={QUIT.title}
      footer={
        <>
          <Button {...(loses && { ref: first })} onClick={closeDialogAbove}>
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
      <MutationRefusal failure={quit.failure} />
      <Checkbox checked={silent} onChange={setSilent}>
        {QUIT.silent}
      </Checkbox>
    </Dialog>
  );
}
