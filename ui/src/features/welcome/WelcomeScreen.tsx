import { useQuery } from "@tanstack/react-query";
import { accountsQuery, placesQuery, sandboxQuery } from "@/data/queries";
import { starting } from "@/data/sandbox";
import { useWork } from "@/data/work";
import { enter } from "@/features/accounts/enter";
import { Failure } from "@/features/base/Failure";
import { StartProgress } from "@/features/sandbox/StartProgress";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Icon } from "@/kit/icon/Icon";
import { ask } from "@/kit/overlay/asked";
import styles from "./Welcome.module.css";
import { ACCOUNT_DOOR, FIRST_PROJECT, HOSTED_DOOR, SANDBOX_DOOR, WELCOME } from "./words";

/** The first screen: the ways to start, and what each does. */
export function WelcomeScreen() {
  const places = useQuery(placesQuery);
  const hosted = places.data?.find((place) => place.kind === "neon");
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Mark />
        <h1 className={styles.title}>{WELCOME.title}</h1>
        <p className={styles.lead}>{WELCOME.lead}</p>
      </header>
      <div className={styles.doors}>
        <SandboxDoor />
        <AccountDoor />
      </div>
      <HostedDoor host={hosted?.host ?? "neon.new"} />
    </div>
  );
}

/** Starts the sandbox at once, and leads to a first project that needs a click and nothing typed. */
function SandboxDoor() {
  const { tools } = useActionSurroundings();
  const sandbox = useQuery(sandboxQuery);
  const start = useWork(starting);
  const open = async () => {
    start.failure?.clear();
    if (!(await start.start())) return;
    await enter(tools, { screen: "projects" });
    const accounts = await tools.client.fetchQuery({ ...accountsQuery, staleTime: 0 });
    const account = accounts.find(({ isCurrent }) => isCurrent);
    if (account) ask({ dialog: "createProject", accountId: account.id, name: FIRST_PROJECT });
  };
  const busy = start.underWay || sandbox.data?.status === "starting";
  return (
    <section className={styles.door} aria-labelledby="door-sandbox">
      <h2 id="door-sandbox" className={styles.name}>
        <Icon name="terminal" />
        {SANDBOX_DOOR.title}
      </h2>
      <p className={styles.words}>{SANDBOX_DOOR.text}</p>
      <Button tone="primary" busy={busy} onClick={() => void open()}>
        {SANDBOX_DOOR.start}
      </Button>
      <StartProgress />
      {start.failure && (
        <Failure title={SANDBOX_DOOR.failed} error={start.failure.error} onRetry={() => void open()} />
      )}
    </section>
  );
}

/**
 * A temporary database on the hosted platform. Says whom it asks and what is sent before anything is. The platform is
 * chosen in the dialog alone: nothing is kept of it until the person confirms there.
 */
function HostedDoor({ host }: { host: string }) {
  const { tools } = useActionSurroundings();
  const open = async () => {
    await enter(tools);
    ask({ dialog: "temporaryOptions", place: { kind: "neon" } });
  };
  return (
    <section className={styles.aside} aria-labelledby="door-hosted">
      <Icon name="timer" />
      <div className={styles.words}>
        <h2 id="door-hosted" className="ui-strong">
          {HOSTED_DOOR.title}
        </h2>
        <p>
          {HOSTED_DOOR.before}
          <code>{host}</code>
          {HOSTED_DOOR.between}
          <code>plinth</code>
          {HOSTED_DOOR.after}
        </p>
      </div>
      <Button size="small" onClick={() => void open()}>
        {HOSTED_DOOR.create(host)}
      </Button>
    </section>
  );
}

/** An account on a platform, by its key. */
function AccountDoor() {
  return (
    <section className={styles.door} aria-labelledby="door-account">
      <h2 id="door-account" className={styles.name}>
        <Icon name="key" />
        {ACCOUNT_DOOR.title}
      </h2>
      <p className={styles.words}>{ACCOUNT_DOOR.text}</p>
      <Button onClick={() => ask({ dialog: "connectAccount" })}>{ACCOUNT_DOOR.connect}</Button>
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
