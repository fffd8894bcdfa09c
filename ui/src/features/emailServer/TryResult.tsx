import { milliseconds } from "@/data/format";
import { FailureNotice } from "@/features/base/FailureNotice";
import type { SmtpStepView } from "@/ipc/generated";
import { Pill } from "@/kit/data/Pill";
import { Spinner } from "@/kit/state/Spinner";
import type { Draft } from "./draft";
import styles from "./Email.module.css";
import { useInSight } from "./useInSight";
import type { Try } from "./useTry";
import { addressOf, STEP_WORDS, stepLook } from "./words";

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
    <section ref={found} className={styles.tried} aria-label="What the server did">
      <p className={styles.summary}>{summaryOf(steps)}</p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.step} className={styles.step}>
            <span className={styles.pill}>
              <Pill tone={stepLook(step.state).tone}>{stepLook(step.state).word}</Pill>
            </span>
            <span className={styles.what}>
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
