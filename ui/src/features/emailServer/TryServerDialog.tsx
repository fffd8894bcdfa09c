import { useState } from "react";
import { milliseconds } from "@/data/format";
import { useWork } from "@/data/work";
import { KeyField } from "@/features/accounts/KeyField";
import { once } from "@/features/accounts/once";
import { FailureNotice } from "@/features/base/FailureNotice";
import { faultOfSecret } from "@/features/base/secrets";
import type { SmtpStepView } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Facts } from "@/kit/data/Facts";
import { LookPill } from "@/kit/data/Pill";
import { useUnask } from "@/kit/overlay/asked";
import { FormDialog } from "@/kit/overlay/FormDialog";
import { Spinner } from "@/kit/state/Spinner";
import { currentTime } from "@/time/clock";
import { type Draft, draftOf, probeOf, sameServer } from "./draft";
import styles from "./Email.module.css";
import { tryingServer } from "./mutations";
import type { EmailSubject } from "./places";
import { useInSight } from "./useInSight";
import { addressOf, STEP_WORDS, stepLook } from "./words";

/** Tries the server that is set, from this machine, without sending anything. */
export function TryServerDialog({ subject }: { subject: EmailSubject }) {
  const { server } = subject;
  const [password, setPassword] = useState("");
  const attempt = useTry({ ...draftOf(server), password });
  const close = useUnask();
  const fault = faultOfSecret(password);
  return (
    <FormDialog
      onClose={close}
      onSubmit={() => void (fault === undefined && attempt.start())}
      title="Test connection"
      description="Connects, encrypts and logs in from this machine. Sends nothing."
      submit="Test connection"
      instead={attempt.running && <Button busy>Test connection</Button>}
      after={<TryResult attempt={attempt} />}
    >
      <Facts
        facts={[
          { term: "Server", detail: addressOf(server) },
          { term: "User name", detail: server.username ?? "Not reported" },
        ]}
      />
      <KeyField
        label="Password"
        value={password}
        onChange={setPassword}
        error={fault}
        hint="The platform does not return the saved password. Leave empty to skip the login test."
      />
    </FormDialog>
  );
}

/** What a mail server did when it was tried, step by step, or that it is being tried. */
export function TryResult({ attempt }: { attempt: Try }) {
  const { running, steps, failure } = attempt;
  return (
    <>
      <div role="status" aria-label="Connection test">
        {running && <Running server={running} />}
        {!running && steps && <Steps steps={steps} />}
      </div>
      {!running && failure && (
        <FailureNotice
          title="The connection was not tested"
          error={failure.error}
          onRetry={() => void attempt.start()}
        />
      )}
    </>
  );
}

function Running({ server }: { server: Draft }) {
  const shown = useInSight<HTMLParagraphElement>();
  return (
    <p ref={shown} className={styles.trying}>
      <Spinner />
      Testing {addressOf(server)} from this machine. A server that does not answer times out; you need not
      wait for it.
    </p>
  );
}

function Steps({ steps }: { steps: readonly SmtpStepView[] }) {
  const found = useInSight<HTMLElement>();
  return (
    <section ref={found} className="ui-stack-tight" aria-label="Test results">
      <p className={styles.summary}>{summaryOf(steps)}</p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.step} className={styles.step}>
            <span className={styles.pill}>
              <LookPill look={stepLook(step.state)} />
            </span>
            <span className="ui-lines">
              {STEP_WORDS[step.step]}
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
    return "It does not work from this machine. The platform connects from elsewhere.";
  }
  if (steps.some(({ step, state }) => step === "login" && state === "skipped")) {
    return "The server answers. The login was not tested.";
  }
  return "It works from this machine. Send a test email to check that the platform can use it.";
}

interface Tried {
  draft: Draft;
  /** Absent while it is being tried, and after it could not be. */
  steps?: readonly SmtpStepView[];
}

/** Tries a mail server from this machine. What is found counts for what was typed then, and goes when that changes. */
export function useTry(draft: Draft) {
  const [form] = useState(() => currentTime());
  const trying = useWork(tryingServer(form));
  const [tried, setTried] = useState<Tried>();
  const start = async () => {
    if (trying.underWay) return;
    setTried({ draft });
    const found = await trying.start(once(probeOf(draft)));
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
