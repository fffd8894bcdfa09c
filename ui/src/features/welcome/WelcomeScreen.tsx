import { useQuery } from "@tanstack/react-query";
import { placesQuery } from "@/data/queries";
import { Icon } from "@/kit/icon/Icon";
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
          Managed Postgres from a window: temporary databases in one click, and a real platform on this
          machine to try everything on.
        </p>
      </header>
      <div className={styles.doors}>
        <SandboxDoor />
        <HostedDoor host={hosted?.host ?? "neon.new"} />
      </div>
      <p className={styles.later}>
        <Icon name="key" />
        <span>Connecting an account with an API key comes in a later version.</span>
      </p>
    </div>
  );
}
