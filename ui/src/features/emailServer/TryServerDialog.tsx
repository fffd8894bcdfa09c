import { useState } from "react";
import { milliseconds } from "@/data/format";
import { useMutationSpec } from "@/data/mutation";
import { singleUse } from "@/data/singleUse";
import { FailureNotice } from "@/features/base/FailureNotice";
import { secretError } from "@/features/base/secrets";
import type { SmtpStepView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { SecretField } from "@/kit/control/SecretField";
import { Facts } from "@/kit/data/Facts";
import { LookPill } from "@/kit/data/Pill";
import { useCloseDialog } from "@/kit/overlay/dialogs";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { Spinner } from "@/kit/state/Spinner";
import { currentTime } from "@/time/clock";
import { type Draft, draftOf, probeOf, sameServer } from "./draft";
import styles from "./Email.module.css";
import { tryingServer } from "./mutations";
import type { EmailSubject } from "./subjects";
import { useInSight } from "./useInSight";
import { addressOf, stepLook, stepWord, words } from "./words";

/** Tries the server that is set, from this machine, without sending anything. */
export function TryServerDialog({ subject }: { subject: EmailSubject }) {
  const { server } = subject;
  const [password, setPassword] = useState("");
  const attempt = useTry({ ...draftOf(server), password });
  const close = useCloseDialog();
  const fieldError = secretError(password);
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void (fieldError === undefined && attempt.start())}
      title={words.try}
      description={words.tryAbout}
      submit={words.try}
      instead={attempt.running && <Button busy>{words.try}</Button>}
      after={<TryResult attempt={attempt} />}
    >
      <Facts
        facts={[
          { term: words.server, detail: addressOf(server) },
          { term: words.userName, detail: server.username ?? words.notReported },
        ]}
      />
      <SecretField
        label={words.password}
        value={password}
        onChange={setPassword}
        error={fieldError}
        hint={words.tryPasswordHint}
      />
    </FormDialog>
  );
}

/** What a mail server did when it was tried, step by step, or that it is being tried. */
export function TryResult({ attempt }: { attempt: Try }) {
  const { running, steps, failure } = attempt;
  return (
    <>
      <div role="status" aria-label={words.tryStatus}>
        {running && <Running server={running} />}
        {!running && steps && <Steps steps={steps} />}
      </div>
      {!running && failure && (
        <FailureNotice title={words.tryFailed} error={failure.error} onRetry={() => void attempt.start()} />
      )}
    </>
  );
}

function Running({ server }: { server: Draft }) {
  const shown = useInSight<HTMLParagraphElement>();
  return (
    <p ref={shown} className={styles.trying}>
      <Spinner />
      {words.trying(addressOf(server))}
    </p>
  );
}

function Steps({ steps }: { steps: readonly SmtpStepView[] }) {
  const found = useInSight<HTMLElement>();
  return (
    <section ref={found} className="ui-stack-tight" aria-label={words.results}>
      <p className={styles.summary}>{summaryOf(steps)}</p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.step} className={styles.step}>
            <span className={styles.pill}>
              <LookPill look={stepLook(step.state)} />
            </span>
            <span className="ui-lines">
              {stepWord(step.step)}
              {step.detail && <span className={styles.detail}>{step.detail}</span>}
            </span>
            <span className={styles.took}>{step.state !== "skipped" && milliseconds(step.tookMs)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What follows from the steps. The platform sends from elsewhere, so a test message says more. */
function summaryOf(steps: readonly SmtpStepView[]): string {
  if (steps.some(({ state }) => state === "failed")) {
    return words.worksNot;
  }
  if (steps.some(({ step, state }) => step === "login" && state === "skipped")) {
    return words.noLogin;
  }
  return words.works;
}

interface Tried {
  draft: Draft;
  /** Absent while it is being tried, and after it could not be. */
  steps?: readonly SmtpStepView[];
}

/** Tries a mail server from this machine. What is found counts for what was typed then, and goes when that changes. */
export function useTry(draft: Draft) {
  const [form] = useState(() => currentTime());
  const trying = useMutationSpec(tryingServer(form));
  const [tried, setTried] = useState<Tried>();
  const start = async () => {
    if (trying.underWay) return;
    setTried({ draft });
    const found = await trying.start(singleUse(probeOf(draft)));
    if (found) setTried({ draft, steps: found.steps });
  };
  const counts = tried !== undefined && sameServer(tried.draft, draft);
  return {
    start,
    /** The server that is being tried right now. */
    running: trying.underWay ? tried?.draft : undefined,
    steps: counts ? tried.steps : undefined,
    failure: counts ? trying.failure : undefined,
  };
}

type Try = ReturnType<typeof useTry>;
