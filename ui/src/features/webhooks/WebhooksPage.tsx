import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAccount } from "@/data/account";
import { ReadFailure } from "@/features/base/Failure";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import type { SignInPlace } from "@/features/signIn/subjects";
import type { WebhooksView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { usePublish } from "@/kit/action/useActions";
import { CopyField } from "@/kit/data/CopyField";
import { Facts } from "@/kit/data/Facts";
import { Pill } from "@/kit/data/Pill";
import { Card } from "@/kit/layout/Card";
import { PageSection } from "@/kit/layout/PageSection";
import { EmptyState } from "@/kit/state/EmptyState";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { webhooksQuery } from "./data";
import type { WebhooksSubject } from "./subjects";
import styles from "./Webhooks.module.css";
import { actionWords, eventsWord, isSetUp, words } from "./words";

/** The webhooks of a branch: where its auth integration sends events. */
export function WebhooksPage({ at }: { at: SignInPlace }) {
  const query = useQuery(webhooksQuery(at));
  const { data } = query;
  const note = useAccount(at.accountId)?.profile.authNote;
  const subject = useMemo<WebhooksSubject | undefined>(() => data && { ...at, webhooks: data }, [at, data]);
  usePublish("webhooks", subject);
  return (
    <PageSection
      title={words.title}
      tools={subject && isSetUp(subject.webhooks) && <Tools subject={subject} />}
    >
      {note && <Notice tone="plain">{note}</Notice>}
      {query.isPending && <Skeleton label={words.label} shape="card" count={1} />}
      <ReadFailure query={query} title={words.unread} />
      {query.error && data && <ShownAsOf at={query.dataUpdatedAt} />}
      {subject && !isSetUp(subject.webhooks) && (
        <EmptyState
          icon="pulse"
          title={words.empty}
          actions={<ActionButton action="webhooks.setUp" context={{ webhooks: subject }} />}
        >
          {words.emptyAbout}
        </EmptyState>
      )}
      {subject && isSetUp(subject.webhooks) && (
        <Card>
          <div className={styles.padded}>
            <Facts facts={factsOf(subject.webhooks)} />
          </div>
        </Card>
      )}
    </PageSection>
  );
}

function Tools({ subject }: { subject: WebhooksSubject }) {
  return (
    <>
      <ActionButton action="webhooks.change" context={{ webhooks: subject }} size="small" />
      <ActionMenu about="webhooks" subject={subject} label={actionWords.menu} outlined />
    </>
  );
}

function factsOf({ enabled, url, events, timeout }: WebhooksView) {
  return [
    {
      term: words.state,
      detail: enabled ? <Pill tone="ok">{words.on}</Pill> : <Pill tone="off">{words.off}</Pill>,
    },
    { term: words.url, detail: url === null ? words.none : <CopyField label={words.urlCopy} value={url} /> },
    { term: words.events, detail: eventsWord(events) },
    { term: words.timeout, detail: timeout === null ? words.notReported : words.seconds(timeout) },
  ];
}
