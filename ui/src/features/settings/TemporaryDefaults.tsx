import { useQuery } from "@tanstack/react-query";
import { placesQuery } from "@/data/queries";
import type { PlaceChoice, PlaceView, TemporaryOptions } from "@/ipc/generated";
import { Button } from "@/kit/control/Button";
import { Facts } from "@/kit/data/Facts";
import { ask } from "@/kit/overlay/asked";
import { Section } from "./Section";
import styles from "./Settings.module.css";
import { words } from "./words";

/** What a new temporary database begins with, and the dialog where it is changed. */
export function TemporaryDefaults({ options }: { options: TemporaryOptions }) {
  const places = useQuery(placesQuery).data ?? [];
  const { envPath, envKey, envPrefix, seedPath } = options;
  return (
    <Section title={words.temporary}>
      <p className={styles.quiet}>{words.temporaryHint}</p>
      <Facts
        facts={[
          { term: words.where, detail: placeWords(options.place, places) },
          { term: words.reference, detail: options.reference },
          { term: words.replication, detail: options.logicalReplication ? words.on : words.off },
          { term: words.envFile, detail: envPath ?? words.none },
          { term: words.envKey, detail: envKey },
          { term: words.envPrefix, detail: envPrefix },
          { term: words.seed, detail: seedPath ?? words.none },
        ]}
      />
      <Button onClick={() => ask({ dialog: "temporaryOptions" })}>{words.changeTemporary}</Button>
    </Section>
  );
}

function placeWords(choice: PlaceChoice | null, places: readonly PlaceView[]): string {
  if (choice === null) return words.thisMachine;
  if (choice.kind === "custom") return choice.address;
  const same = (place: PlaceView) =>
    place.choice?.kind === choice.kind &&
    (choice.kind !== "account" ||
      (place.choice.kind === "account" && place.choice.accountId === choice.accountId));
  return places.find(same)?.label ?? words.none;
}
