import { Instant } from "@/features/base/Instant";
import type { FolderView } from "@/ipc/generated";
import { Facts } from "@/kit/data/Facts";
import { FilePath } from "@/kit/data/FilePath";
import { Link } from "@/kit/route/Link";
import { FACTS, sourceWords } from "./words";

/** What a folder is to get, and what it has. */
export function FolderFacts({ folder }: { folder: FolderView }) {
  const { settings, path, database, temporaryId, expiresAt, clockOffsetMs, addedAt } = folder;
  return (
    <Facts
      facts={[
        { term: FACTS.path, detail: <FilePath path={path} /> },
        { term: FACTS.envFile, detail: <code data-selectable>{settings.envFile}</code> },
        { term: FACTS.variable, detail: <code data-selectable>{settings.variable}</code> },
        { term: FACTS.source, detail: sourceWords(folder) },
        database !== null && {
          term: FACTS.database,
          detail:
            temporaryId === null ? (
              database
            ) : (
              <Link to={{ screen: "temporary", id: temporaryId }}>{database}</Link>
            ),
        },
        expiresAt !== null && {
          term: FACTS.expires,
          detail: <Instant at={expiresAt} clock={{ ahead: clockOffsetMs }} />,
        },
        settings.source.kind === "temporary" && {
          term: FACTS.seed,
          detail: settings.seed ? <FilePath path={settings.seed.path} /> : FACTS.none,
        },
        settings.source.kind === "temporary" && { term: FACTS.referrer, detail: settings.referrer },
        {
          term: FACTS.publicPrefix,
          detail: settings.publicPrefix ? <code data-selectable>{settings.publicPrefix}</code> : FACTS.none,
        },
        { term: FACTS.writes, detail: settings.writeWithoutAsking ? FACTS.unasked : FACTS.asked },
        { term: FACTS.added, detail: <Instant at={addedAt} clock="here" /> },
      ]}
    />
  );
}
