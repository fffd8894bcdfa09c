import { useQuery } from "@tanstack/react-query";
import { placesQuery, sandboxQuery } from "@/data/queries";
import { starting } from "@/data/sandbox";
import { useWork } from "@/data/work";
import { enter } from "@/features/accounts/enter";
import { Failure } from "@/features/accounts/Failure";
import { StartProgress } from "@/features/sandbox/StartProgress";
import { useActionSurroundings } from "@/kit/action/useActions";
import { Button } from "@/kit/control/Button";
import { Icon } from "@/kit/icon/Icon";
import { ask } from "@/kit/overlay/asked";
import styles from "./Welcome.module.css";

/** The first thing a person sees: the doors, and what is behind each. */
export function WelcomeScreen() {
  const places = useQuery(placesQuery);
  const hosted = places.data?.find((place) => place.kind === "neon");
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Mark />
        <h1 className={styles.title}>Welcome to Plinth</h1>
        <p className={styles.lead}>
          Manage Postgres from your desktop: a local sandbox to try everything in, and your projects wherever
          they run.
        </p>
      </header>
      <div className={styles.doors}>
        <SandboxDoor />
        <AccountDoor />
      </div>
      <HostedDoor host={hosted?.host ?? "neon.new"} />
    </div>
  );
}

/** Starts the sandbox at once: nothing to fill in. */
function SandboxDoor() {
  const { tools } = useActionSurroundings();
  const sandbox = useQuery(sandboxQuery);
  const start = useWork(starting);
  const open = async () => {
    start.failure?.clear();
    if (await start.start()) await enter(tools);
  };
  const busy = start.underWay || sandbox.data?.status === "starting";
  return (
    <section className={styles.door} aria-labelledby="door-sandbox">
      <h2 id="door-sandbox" className={styles.name}>
        <Icon name="terminal" />
        Sandbox
      </h2>
      <p className={styles.words}>
        A real PostgreSQL platform on this machine. No account, no network, no setup.
      </p>
      <Button tone="primary" busy={busy} onClick={() => void open()}>
        Start in the sandbox
      </Button>
      <StartProgress />
      {start.failure && (
        <Failure title="Couldn’t start the sandbox" error={start.failure.error} onRetry={() => void open()} />
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
          Hosted, without an account
        </h2>
        <p>
          A temporary database at <code>{host}</code>. The request only contains a referrer (
          <code>plinth</code>) and whether to enable logical replication. Nothing is sent until you confirm.
        </p>
      </div>
      <Button size="small" onClick={() => void open()}>
        Create on {host}…
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
        Your account
      </h2>
      <p className={styles.words}>
        Manage projects, branches and databases on Neon or a compatible platform with an API key. The key is
        verified, then stored in the keychain.
      </p>
      <Button onClick={() => ask({ dialog: "connectAccount" })}>Connect an account…</Button>
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
