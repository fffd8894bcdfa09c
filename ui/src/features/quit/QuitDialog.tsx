import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { mutationKeys } from "@/data/keys";
import { type MutationSpec, useMutationSpec } from "@/data/mutation";
import { Failure, MutationRefusal } from "@/features/base/Failure";
import { untaken, useOneTimeSecrets } from "@/features/base/oneTimeSecrets";
import { call } from "@/ipc/call";
import type { Background } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Checkbox } from "@/kit/control/Checkbox";
import { Dialog } from "@/kit/overlay/Dialog";
import { closeDialogAbove } from "@/kit/overlay/dialogs";
import { filledDialogs } from "@/kit/overlay/filled";
import { quitPlanQuery } from "./followQuit";
import styles from "./QuitDialog.module.css";
import { KEEP, type Leaving, leaveWord, lossWords, QUIT, stopWords } from "./words";

declare module "@/kit/overlay/dialogs" {
  interface Dialogs {
    quit: object;
  }
}

interface Choice {
  /** Say it again the next time. */
  explainAgain: boolean;
  /** Whether Plinth goes on, from now on; `null` leaves it as it is. */
  background: Background | null;
  atLogin: boolean;
}

const leaving: MutationSpec<null, Choice> = {
  key: mutationKeys.quit,
  run: ({ explainAgain, background, atLogin }) =>
    call({ kind: "appQuit", explainAgain, background, atLogin }),
};

/** Says what closing does before it is done, and the first time asks whether Plinth goes on. */
export function QuitDialog() {
  const closing = useQuery(quitPlanQuery);
  const [silent, setSilent] = useState(false);
  const [atLogin, setAtLogin] = useState(false);
  const leave = useMutationSpec(leaving);
  const first = useRef<HTMLButtonElement>(null);
  const unconfirmed = useOneTimeSecrets().flatMap(untaken);
  const [unsent] = useState(filledDialogs);
  const loses = unconfirmed.length > 0 || unsent.length > 0;
  const { plan, background = "off", hasTray = false, restarts = false } = closing.data ?? {};
  const kind: Leaving = restarts ? "restart" : background === "on" ? "close" : "quit";
  const asks = background === "ask";
  const losses = lossWords(unconfirmed, unsent);
  const stops = plan ? stopWords(plan, kind) : [];
  const start = (chosen: Background | null) =>
    void leave.start({ explainAgain: !silent, background: chosen, atLogin: chosen === "on" && atLogin });
  // Which question it is, is known in a moment.
  if (closing.isPending) return null;
  const word = leaveWord(unconfirmed.length > 0, unsent.length > 0, kind);
  return (
    <Dialog
      open
      onClose={closeDialogAbove}
      size="small"
      disposable
      initialFocus={first}
      title={asks ? KEEP.title : QUIT.titles[kind]}
      footer={
        <>
          <Button {...(loses && { ref: first })} onClick={closeDialogAbove}>
            {QUIT.cancel}
          </Button>
          <Button
            {...(!loses && !asks && { ref: first })}
            tone={asks ? "default" : loses ? "danger" : "primary"}
            busy={leave.underWay}
            onClick={() => start(asks ? "off" : null)}
          >
            {word}
          </Button>
          {asks && (
            <Button
              {...(!loses && { ref: first })}
              tone="primary"
              busy={leave.underWay}
              onClick={() => start("on")}
            >
              {KEEP.submit}
            </Button>
          )}
        </>
      }
    >
      {asks && <p>{hasTray ? KEEP.inTray : KEEP.withoutTray}</p>}
      {losses.length > 0 && <Sentences of={losses} />}
      {asks && stops.length > 0 && <p className={styles.lead}>{KEEP.ifYouQuit}</p>}
      <Sentences of={asks || losses.length > 0 || stops.length > 0 ? stops : plan ? [QUIT.nothing] : []} />
      {closing.error && <Failure error={closing.error} />}
      <MutationRefusal failure={leave.failure} />
      {asks && !hasTray && (
        <Checkbox checked={atLogin} onChange={setAtLogin}>
          {KEEP.atLogin}
        </Checkbox>
      )}
      {kind === "quit" && !asks && (
        <Checkbox checked={silent} onChange={setSilent}>
          {QUIT.silent}
        </Checkbox>
      )}
    </Dialog>
  );
}

function Sentences({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <ul className={styles.list}>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
