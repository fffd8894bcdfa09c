import { milliseconds } from "@/data/format";
import { Failure } from "@/features/Failure";
import type { SmtpStepView } from "@/ipc/generated";
import { Pill } from "@/kit/data/Pill";
import { Spinner } from "@/kit/state/Spinner";
import styles from "./Email.module.css";
import type { Try } from "./useTry";
import { addressOf, STEP_WORDS, stepLook } from "./words";

/** What a mail server did when it was tried, step by step, or that it is being tried. */
export function TryResult({ attempt }: { attempt: Try }) {
  const { running, steps, failure } = attempt;
  return (
    <>
      <div role="status" aria-label="Trying the server">
        {running && (
          <p className={styles.trying}>
            <Spinner />
            Trying {addressOf(running)} from this machine. A server that hangs is given up after a while;
            closing this stops waiting.
          </p>
        )}
        {!running && steps && <Steps steps={steps} />}
      </div>
      {!running && failure && (
        <Failure
          title="The server was not tried"
          error={failure.error}
          account={null}
          onRetry={() => void attempt.start()}
        />
      )}
    </>
  );
}

function Steps({ steps }: { steps: readonly SmtpStepView[] }) {
  return (
    <section className={styles.tried} aria-label="What the server did">
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.step} className={styles.step}>
            <Pill tone={stepLook(step.state).tone}>{stepLook(step.state).word}</Pill>
            <span className={styles.what}>
              {STEP_WORDS[step.step]}
              {step.detail && <span className={styles.detail}>{step.detail}</span>}
            </span>
            <span className={styles.took}>{step.state !== "skipped" && milliseconds(step.tookMs)}</span>
          </li>
        ))}
      </ol>
      <p className={styles.note}>{summaryOf(steps)}</p>
    </section>
  );
}

/** What follows from the steps. The platform sends from elsewhere, so a test message says more. */
function summaryOf(steps: readonly SmtpStepView[]): string {
  if (steps.some(({ state }) => state === "failed")) {
    return "It does not work from this machine. The platform connects from elsewhere and may fare differently.";
  }
  if (steps.some(({ step, state }) => step === "login" && state === "skipped")) {
    return "The server answers this machine. The login was not tried.";
  }
  return "It works from this machine. Only a test mail shows that the platform can send through it.";
}
