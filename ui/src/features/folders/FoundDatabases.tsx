import { fileName, sentence } from "@/data/format";
import type { FoundDatabaseView } from "@/ipc/generated";
import { Checkbox } from "@/kit/control/Checkbox";
import { groupBy } from "@/kit/groupBy";
import { canImport, keyOf } from "./found";
import styles from "./ImportFoldersDialog.module.css";
import { IMPORT } from "./words";

interface FoundDatabasesProps {
  found: readonly FoundDatabaseView[];
  ticked: ReadonlySet<string>;
  onTick(ticked: ReadonlySet<string>): void;
}

/** What was found, by folder, each with a tick where it can be brought into the list. */
export function FoundDatabases({ found, ticked, onTick }: FoundDatabasesProps) {
  const open = found.filter(canImport);
  const chosen = open.filter((each) => ticked.has(keyOf(each)));
  const tick = (key: string, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(key);
    else next.delete(key);
    onTick(next);
  };
  return (
    <section className="ui-stack" aria-label={IMPORT.found}>
      {open.length > 1 && (
        <Checkbox
          checked={chosen.length === open.length}
          mixed={chosen.length > 0 && chosen.length < open.length}
          onChange={(all) => onTick(new Set(all ? open.map(keyOf) : []))}
        >
          {IMPORT.all(open.length)}
        </Checkbox>
      )}
      {[...groupBy(found, ({ folder }) => folder)].map(([folder, databases]) => (
        <ul key={folder} className={styles.found} aria-label={folder} title={folder}>
          <li className={styles.folder}>{fileName(folder)}</li>
          {databases.map((each) => (
            <li key={keyOf(each)} className={styles.database} data-testid="found-database">
              <Checkbox
                checked={canImport(each) && ticked.has(keyOf(each))}
                disabled={!canImport(each)}
                onChange={(on) => tick(keyOf(each), on)}
                hint={<Hint of={each} />}
              >
                <code>{each.variable}</code> · {IMPORT.at(each.file, each.line)}
              </Checkbox>
            </li>
          ))}
        </ul>
      ))}
    </section>
  );
}

function Hint({ of: { kind, masked, knownAs, refused } }: { of: FoundDatabaseView }) {
  return (
    <>
      <code className={styles.masked}>{masked}</code>
      <span className={styles.note}>
        {knownAs !== null ? IMPORT.known(knownAs) : refused !== null ? sentence(refused) : IMPORT.kinds[kind]}
      </span>
    </>
  );
}
