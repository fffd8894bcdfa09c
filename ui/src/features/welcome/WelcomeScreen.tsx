import { useQuery } from "@tanstack/react-query";
import { useMutationSpec } from "@/data/mutation";
import { accountsQuery, instantServicesQuery, sandboxQuery } from "@/data/queries";
import { starting } from "@/data/sandbox";
import { enter } from "@/features/accounts/enter";
import { Failure } from "@/features/base/Failure";
import { StartProgress } from "@/features/sandbox/StartProgress";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Icon } from "@/kit/icon/Icon";
import { openDialog } from "@/kit/overlay/dialogs";
import styles from "./Welcome.module.css";
import { ACCOUNT_CHOICE, FIRST_PROJECT, HOSTED_CHOICE, SANDBOX_CHOICE, WELCOME } from "./words";

/** The first screen: the ways to start, and what each does. */
export function WelcomeScreen() {
  const services = useQuery(instantServicesQuery);
  const hosted = services.data?.find((service) => service.kind === "neon");
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Mark />
        <h1 className={styles.title}>{WELCOME.title}</h1>
        <p className={styles.lead}>{WELCOME.lead}</p>
      </header>
      <div className={styles.choices}>
        <SandboxChoice />
        <AccountChoice />
      </div>
      <HostedChoice host={hosted?.host ?? "neon.new"} />
    </div>
  );
}

/** Starts the sandbox at once, and leads to a first project that needs a click and nothing typed. */
function SandboxChoice() {
  const { tools } = useActionSurroundings();
  const sandbox = useQuery(sandboxQuery);
  const start = useMutationSpec(starting);
  const open = async () => {
    start.failure?.clear();
    if (!(await start.start())) return;
    await enter(tools, { screen: "projects" });
    const accounts = await tools.client.fetchQuery({ ...accountsQuery, staleTime: 0 });
    const account = accounts.find(({ isCurrent }) => isCurrent);
    if (account) openDialog({ dialog: "createProject", accountId: account.id, name: FIRST_PROJECT });
  };
  const busy = start.underWay || sandbox.data?.status === "starting";
  return (
    <>
      <section className={styles.choice} aria-labelledby="choice-sandbox">
        <h2 id="choice-sandbox" className={styles.name}>
          <Icon name="terminal" />
          {SANDBOX_CHOICE.title}
        </h2>
        <p className={styles.words}>{SANDBOX_CHOICE.text}</p>
        <Button tone="primary" busy={busy} onClick={() => void open()}>
          {SANDBOX_CHOICE.start}
        </Button>
        <StartProgress />
      </section>
      {start.failure && (
        <div className={styles.wide}>
          <Failure title={SANDBOX_CHOICE.failed} error={start.failure.error} onRetry={() => void open()} />
        </div>
      )}
    </>
  );
}

/**
 * A temporary database on the hosted platform. Says whom it asks and what is sent before anything is. The platform is
 * chosen in the dialog alone: nothing is kept of it until the person confirms there.
 */
function HostedChoice({ host }: { host: string }) {
  const { tools } = useActionSurroundings();
  const open = async () => {
    await enter(tools);
    openDialog({ dialog: "temporaryOptions", place: { kind: "neon" } });
  };
  return (
    <section className={styles.aside} aria-labelledby="choice-hosted">
      <Icon name="timer" />
      <div className={styles.words}>
        <h2 id="choice-hosted" className="ui-strong">
          {HOSTED_CHOICE.title}
        </h2>
        <p>
          {HOSTED_CHOICE.before}
          <code>{host}</code>
          {HOSTED_CHOICE.between}
          <code>plinth</code>
          {HOSTED_CHOICE.after}
        </p>
      </div>
      <Button size="small" onClick={() => void open()}>
        {HOSTED_CHOICE.create(host)}
      </Button>
    </section>
  );
}

/** An account on a platform, by its key. */
function AccountChoice() {
  return (
    <section className={styles.choice} aria-labelledby="choice-account">
      <h2 id="choice-account" className={styles.name}>
        <Icon name="key" />
        {ACCOUNT_CHOICE.title}
      </h2>
      <p className={styles.words}>{ACCOUNT_CHOICE.text}</p>
      <Button onClick={() => openDialog({ dialog: "connectAccount" })}>{ACCOUNT_CHOICE.connect}</Button>
    </section>
  );
}

/** The app's sign: a drum on a plinth, as in icons/icon.svg. */
function Mark() {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={styles.mark}>
      <rect x="2" y="2" width="60" height="60" rx="13.5" className={styles.ground} />
      <path
        d="M20 24v6.5c0 2.75 5.4 5 12 5s12-2.25 12-5V24c0 2.75-5.4 5-12 5s-12-2.25-12-5z"
        className={styles.drum}
      />
      <path d="M20 15v7c0 2.75 5.4 5 12 5s12-2.25 12-5v-7z" className={styles.drum} />
      <ellipse cx="32" cy="15" rx="12" ry="5" className={styles.lid} />
      <path d="M16 36h32v4H16zM20 40h24v8H20zM12 48h40v6H12z" className={styles.stone} />
    </svg>
  );
}
