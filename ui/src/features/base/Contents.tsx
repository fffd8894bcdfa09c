import type { UseQueryResult } from "@tanstack/react-query";
import styles from "./Contents.module.css";
import { CONTENTS } from "./words";

/** One kind of what is in a thing: "Branches", and which they are. */
export interface Content {
  name: string;
  /** Which they are; while there is nothing to say yet, what stands there instead. */
  words: string;
}

/** What is deleted along with a thing, in as many lines before it is read as after it. */
export function Contents({ of }: { of: ReadonlyArray<Content | false> }) {
  const lines = of.filter((each) => each !== false);
  return (
    <>
      <p>{CONTENTS.title}</p>
      <dl className={styles.list}>
        {lines.map(({ name, words }) => (
          <div key={name} className={styles.line}>
            <dt className={styles.name}>{name}</dt>
            <dd className="ui-cut" title={words}>
              {words}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type Read<Item> = Pick<UseQueryResult<readonly Item[]>, "data" | "isError">;

/** The words for what a query reads: its names, or that it is on its way or could not be read. */
export function contentWords<Item>(query: Read<Item>, nameOf: (item: Item) => string): string {
  if (query.data) return CONTENTS.named(query.data.map(nameOf));
  return query.isError ? CONTENTS.failed : CONTENTS.loading;
}
