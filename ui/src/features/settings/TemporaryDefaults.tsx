import { useQuery } from "@tanstack/react-query";
import { instantServicesQuery } from "@/data/queries";
import type { InstantServiceChoice, InstantServiceView, TemporaryOptions } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Facts } from "@/kit/data/Facts";
import { openDialog } from "@/kit/overlay/dialogs";
import { Section } from "./Section";
import styles from "./Settings.module.css";
import { words } from "./words";

/** What a new temporary database begins with, and the dialog where it is changed. */
export function TemporaryDefaults({ options }: { options: TemporaryOptions }) {
  const services = useQuery(instantServicesQuery).data ?? [];
  const { envPath, envKey, envPrefix, seedPath } = options;
  return (
    <Section title={words.temporary}>
      <p className={styles.quiet}>{words.temporaryHint}</p>
      <Facts
        facts={[
          { term: words.where, detail: serviceWords(options.place, services) },
          { term: words.reference, detail: options.reference },
          { term: words.replication, detail: options.logicalReplication ? words.on : words.off },
          { term: words.envFile, detail: envPath ?? words.none },
          { term: words.envKey, detail: envKey },
          { term: words.envPrefix, detail: envPrefix },
          { term: words.seed, detail: seedPath ?? words.none },
        ]}
      />
      <Button onClick={() => openDialog({ dialog: "temporaryOptions" })}>{words.changeTemporary}</Button>
    </Section>
  );
}

function serviceWords(choice: InstantServiceChoice | null, services: readonly InstantServiceView[]): string {
  if (choice === null) return words.thisMachine;
  if (choice.kind === "custom") return choice.address;
  const same = (service: InstantServiceView) =>
    service.choice?.kind === choice.kind &&
    (choice.kind !== "account" ||
      (service.choice.kind === "account" && service.choice.accountId === choice.accountId));
  return services.find(same)?.label ?? words.none;
}
