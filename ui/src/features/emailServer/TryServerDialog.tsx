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
import { Pill } from "@/kit/data/Pill";
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
      title="Try the server"
      description="This machine connects, encrypts and logs in, and sends nothing."
      submit="Try the server"
      instead={attempt.running && <Button busy>Try the server</Button>}
      after={<TryResult attempt={attempt} />}
    >
      <Facts
        facts={[
          { term: "Server", detail: addressOf(server) },
          { term: "User name", detail: server.username ?? "not told" },
        ]}
      />
      <KeyField
        label="Password"
        value={password}
        onChange={setPassword}
        error={fault}
        hint="The platform keeps the one that is set to itself. Left empty, the login is not tried."
      />
    </FormDialog>
  );
}

/** What a mail server did when it was tried, step by step, or that it is being tried. */
export function TryResult({ attempt }: { attempt: Try }) {
  const { running, steps, failure } = attempt;
  return (
    <>
      <div role="status" aria-label="Trying the server">
        {running && <Running server={running} />}
        {!running && steps && <Steps steps={steps} />}
      </div>
      {!running && failure && (
        <FailureNotice
          title="The server was not tried"
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
      Trying {addressOf(server)} from this machine. A server that hangs is given up after a while; you need
      not wait for it.
    </p>
  );
}

function Steps({ steps }: { steps: readonly SmtpStepView[] }) {
  const found = useInSight<HTMLElement>();
  return (
    <section ref={found} className="stack-tight" aria-label="What the server did">
      <p className={styles.summary}>{summaryOf(steps)}</p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.step} className={styles.step}>
            <span className={styles.pill}>
              <Pill tone={stepLook(step.state).tone}>{stepLook(step.state).word}</Pill>
            </span>
            <span className="lines">
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
    return "The server answers this machine. The login was not tried.";
  }
  return "It works from this machine. Only a test mail shows that the platform can send through it.";
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
