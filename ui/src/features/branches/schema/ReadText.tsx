import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ReadFailure } from "@/features/base/Failure";
import { Instant } from "@/features/base/Instant";
import { CopyAsButton } from "@/features/calls/CopyAsButton";
import type { CallSubject } from "@/features/calls/copying";
import { IconButton } from "@/kit/control/IconButton";
import { CopyButton } from "@/kit/data/CopyButton";
import { writeClipboard } from "@/kit/data/clipboard";
import { Skeleton } from "@/kit/state/Skeleton";
import { StaleNotice } from "@/kit/state/StaleNotice";
import styles from "./SchemaDialog.module.css";
import { SCHEMA } from "./words";

/** A text that was read, and how its branches stood then. */
interface Read {
  text: string;
  stand: string;
}

interface ReadTextProps {
  query: UseQueryResult<Read, Error>;
  /** How the branches stand now. */
  stand: string;
  words: { loading: string; failed: string; copied: string; changed: string };
  /** The operation that reads the text. */
  call: CallSubject;
  /** Returns the summary above the text. */
  said(text: string): ReactNode;
  /** The text itself. */
  children(text: string): ReactNode;
}

/** Shows a text that was read from a branch, with a summary, the time of the read and actions. */
export function ReadText(props: ReadTextProps) {
  const { query, stand, words, call, said, children } = props;
  const { data } = query;
  const again = () => void query.refetch();
  const isChanged = data !== undefined && data.stand !== stand;
  return (
    <div className={styles.text}>
      {isChanged && !query.error && (
        <StaleNotice
          asOf={query.dataUpdatedAt}
          reason={words.changed}
          retry={again}
          words={SCHEMA.again}
          retrying={query.isFetching}
        />
      )}
      <ReadFailure query={query} title={words.failed} account={call.operation.accountId} />
      {!data && query.isFetching && <Skeleton label={words.loading} shape="text" count={8} />}
      {data && (
        <>
          <div className={styles.head}>
            <span className={styles.words} role="status">
              {said(data.text)}
            </span>
            <span>
              {SCHEMA.read} <Instant at={query.dataUpdatedAt} clock="here" />
            </span>
            <IconButton
              icon="refresh"
              label={SCHEMA.again}
              size="small"
              busy={query.isFetching}
              onClick={again}
            />
            {data.text !== "" && <CopyButton what={words.copied} copy={() => writeClipboard(data.text)} />}
            <CopyAsButton {...call} size="small" />
          </div>
          {data.text !== "" && children(data.text)}
        </>
      )}
    </div>
  );
}
