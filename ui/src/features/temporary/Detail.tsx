import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { needsSandbox, viewOf } from "@/data/errors";
import { mutationKeys } from "@/data/keys";
import { useFailure, useMutationSpec } from "@/data/mutation";
import { canRefresh, isLive, warningAt } from "@/data/words";
import { Failure, MutationRefusal, ReadFailure } from "@/features/base/Failure";
import { ConnectTabs } from "@/features/connect/ConnectTabs";
import { connectionQuery } from "@/features/connect/queries";
import { SaveProgress } from "@/features/save/SaveProgress";
import { SeedProgress } from "@/features/seed/SeedProgress";
import { TemporarySql } from "@/features/sql/TemporarySql";
import type { ConnectSource, SandboxView, TemporaryView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { Button } from "@/kit/control/Button";
import { Segmented } from "@/kit/control/Segmented";
import { AllFields } from "@/kit/data/AllFields";
import { Actions } from "@/kit/layout/Actions";
import { Card } from "@/kit/layout/Card";
import { DetailHead } from "@/kit/layout/DetailHead";
import { Notice } from "@/kit/state/Notice";
import { Skeleton } from "@/kit/state/Skeleton";
import { StaleNotice } from "@/kit/state/StaleNotice";
import { useTimeLeft } from "@/kit/time/Countdown";
import { instantOf } from "@/time/clock";
import styles from "./Detail.module.css";
import { DetailFacts } from "./DetailFacts";
import { temporaryFields } from "./fields";
import { claimOf, refreshOf } from "./mutations";
import { envOfferQuery } from "./queries";
import { RetryKeychain } from "./RetryKeychain";
import { StateNotice } from "./StateNotice";
import type { TemporarySubject } from "./subjects";
import { DETAIL, DETAIL_PARTS, ENV_OFFER } from "./words";

/** One temporary database: how to connect, when it goes, what can be done with it, and SQL on it. */
export function Detail({ row, sandbox }: { row: TemporarySubject; sandbox: SandboxView | undefined }) {
  const [sqlOf, setSqlOf] = useState<string>();
  const psql = useFailure(mutationKeys.psql(row.id));
  const copy = useFailure(mutationKeys.copy(row.id));
  const canRun = isLive(row.state) && !row.secretsMissing;
  const isSql = canRun && sqlOf === row.id;
  return (
    <>
      <DetailHead title={row.name}>
        <ActionButton action="temporary.psql" context={{ temporary: row }} size="small" short />
        <ActionMenu about="temporary" subject={row} label={DETAIL.more(row.name)} outlined />
      </DetailHead>
      {canRun && (
        <Segmented
          label={DETAIL.parts}
          options={DETAIL_PARTS}
          value={isSql ? "sql" : "database"}
          onChange={(part) => setSqlOf(part === "sql" ? row.id : undefined)}
        />
      )}
      <MutationRefusal failure={psql} title={DETAIL.psqlFailed} dismissible />
      <MutationRefusal failure={copy} title={DETAIL.copyFailed} dismissible />
      {isSql ? (
        <div className={styles.sql} data-wide="">
          <TemporarySql key={row.id} id={row.id} isLocked={row.locked !== undefined} />
        </div>
      ) : (
        <Database row={row} sandbox={sandbox} />
      )}
    </>
  );
}

function Database({ row, sandbox }: { row: TemporarySubject; sandbox: SandboxView | undefined }) {
  const context = { temporary: row };
  const claim = useFailure(claimOf(row.id).key);
  const live = isLive(row.state);
  return (
    <>
      <StaleCheck row={row} />
      <StateNotice row={row} />
      <SecretsNotice row={row} />
      {live && !row.secretsMissing && <ConnectCard key={row.id} row={row} />}
      {live && <EnvOffer row={row} />}
      <ExpiryNotice row={row} />
      <ClaimStatus row={row} />
      <MutationRefusal
        failure={claim}
        title={DETAIL.claimFailed}
        actions={<ActionButton action="temporary.copyClaim" context={context} size="small" />}
        dismissible
      />
      {live && (
        <Actions>
          <Actions>
            <ActionButton action="temporary.claim" context={context} tone="accent" />
            <ActionButton action="temporary.copyClaim" context={context} />
          </Actions>
          <Actions>
            <ActionButton action="temporary.env" context={context} />
            <ActionButton action="temporary.seed" context={context} />
          </Actions>
        </Actions>
      )}
      <SeedProgress row={row} />
      <SaveProgress row={row} />
      <DetailFacts row={row} sandbox={sandbox} />
      <AllFields fields={temporaryFields(row)} />
    </>
  );
}

/** How to connect, in every form that people paste somewhere. Masked until a form is revealed on purpose. */
function ConnectCard({ row }: { row: TemporarySubject }) {
  const source = useMemo((): ConnectSource => ({ kind: "temporary", id: row.id }), [row.id]);
  const connect = useQuery(connectionQuery(source));
  if (connect.data) return <ConnectTabs source={source} view={connect.data} locked={row.locked} />;
  if (connect.error) {
    return <ReadFailure query={connect} title={DETAIL.unread} />;
  }
  return (
    <Card label={DETAIL.connect}>
      <Skeleton label={DETAIL.connection} shape="card" count={1} />
    </Card>
  );
}

/** The env file that was chosen before the database was made: written to after a look at the change, and only then. */
function EnvOffer({ row }: { row: TemporarySubject }) {
  const client = useQueryClient();
  const path = useQuery(envOfferQuery(row.id)).data;
  if (!path || row.env) return null;
  return (
    <Notice
      tone="plain"
      icon="file"
      testId="env-offer"
      title={ENV_OFFER.text(path)}
      actions={
        <>
          <ActionButton action="temporary.env" context={{ temporary: row }} size="small">
            {ENV_OFFER.review}
          </ActionButton>
          <Button
            size="small"
            tone="quiet"
            onClick={() => client.setQueryData(envOfferQuery(row.id).queryKey, null)}
          >
            {ENV_OFFER.dismiss}
          </Button>
        </>
      }
    >
      {ENV_OFFER.detail}
    </Notice>
  );
}

/** The last read failed: says how old the shown data is, and why. A stopped sandbox has a banner of its own. */
function StaleCheck({ row }: { row: TemporaryView }) {
  const refresh = useMutationSpec(refreshOf(row.id));
  const again = () => void refresh.start();
  if (!canRefresh(row.state) || needsSandbox(row.checkError)) return null;
  if (row.checkError && row.checkedAt) {
    return (
      <StaleNotice
        asOf={instantOf(row.checkedAt)}
        reason={row.checkError.message}
        retry={again}
        retrying={refresh.underWay}
      />
    );
  }
  const error = row.checkError ?? (refresh.failure && viewOf(refresh.failure.error));
  return error ? <Failure title={DETAIL.unreached} error={error} onRetry={again} /> : null;
}

/** The connection string and claim link are not available, or not saved: why, and what can be done. */
function SecretsNotice({ row }: { row: TemporaryView }) {
  const error = row.secretsMissing ?? row.secretsUnsaved;
  if (!error) return null;
  return (
    <Failure
      title={row.secretsMissing ? DETAIL.noSecrets : DETAIL.unsavedSecrets}
      error={error}
      actions={row.secretsMissing ? <RetryKeychain /> : <RetryKeychain words={DETAIL.retryKeychain} />}
    />
  );
}

/** Says when an unclaimed database goes with its data; louder under a day, four hours and half an hour. */
function ExpiryNotice({ row }: { row: TemporarySubject }) {
  if (row.expiresAt === null || (row.state !== "unclaimed" && row.state !== "unknown")) return null;
  return <Ending row={row} until={instantOf(row.expiresAt)} />;
}

function Ending({ row, until }: { row: TemporarySubject; until: number }) {
  const left = useTimeLeft(until, row.clockOffsetMs);
  const warning = warningAt(left);
  const sentence = DETAIL.expires(until, row.clockOffsetMs);
  const context = { temporary: row };
  const ways = left > 0 && (
    <>
      <ActionButton action="temporary.save" context={context} size="small" />
      <ActionButton action="temporary.copyInto" context={context} size="small" />
    </>
  );
  if (warning === undefined) {
    return (
      <Notice tone="plain" icon="timer" testId="expiry-notice" actions={ways} stacked>
        {sentence}
      </Notice>
    );
  }
  return (
    <Notice
      tone={warning === "day" ? "warning" : "danger"}
      testId="expiry-notice"
      actions={ways}
      stacked
      {...(warning !== "day" && { title: left === 0 ? DETAIL.expired : DETAIL.left(left) })}
    >
      {sentence}
    </Notice>
  );
}

/** While the claim page was opened from here: its end is watched for. */
function ClaimStatus({ row }: { row: TemporaryView }) {
  if (!row.watchingClaim || row.state !== "unclaimed") return null;
  return (
    <Notice tone="info" icon="claim" role="status" testId="claim-notice">
      {DETAIL.claimOpen}
    </Notice>
  );
}
