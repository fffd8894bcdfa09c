import { useQuery } from "@tanstack/react-query";
import { placesQuery } from "@/data/queries";
import { AccountDoor } from "./AccountDoor";
import { HostedDoor } from "./HostedDoor";
import { Mark } from "./Mark";
import { SandboxDoor } from "./SandboxDoor";
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
          Managed Postgres from a window: a real platform on this machine to try everything on, and your
          projects wherever they are.
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
