import { workKeys } from "@/data/keys";
import { isLive } from "@/data/words";
import { useFailure } from "@/data/work";
import { Failure } from "@/features/accounts/Failure";
import { SeedProgress } from "@/features/seed/SeedProgress";
import type { SandboxView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { Actions } from "@/kit/layout/Actions";
import { DetailHead } from "@/kit/layout/DetailHead";
import { ClaimStatus } from "./ClaimStatus";
import { ConnectCard } from "./ConnectCard";
import { DetailFacts } from "./DetailFacts";
import { ExpiryNotice } from "./ExpiryNotice";
import type { TemporarySubject } from "./places";
import { SecretsNotice } from "./SecretsNotice";
import { StaleCheck } from "./StaleCheck";
import { StateNotice } from "./StateNotice";

interface DetailProps {
  row: TemporarySubject;
  sandbox: SandboxView | undefined;
}

/** One temporary database: how to connect, when it goes, what can be done with it. */
export function Detail({ row, sandbox }: DetailProps) {
  const context = { temporary: row };
  const psql = useFailure(workKeys.psql(row.id));
  const claim = useFailure(workKeys.claim(row.id));
  const copy = useFailure(workKeys.copy(row.id));
  const live = isLive(row.state);
  return (
    <>
      <DetailHead title={row.name}>
        <ActionButton action="temporary.psql" context={context} size="small">
          Open psql
        </ActionButton>
        <ActionMenu about="temporary" subject={row} label={`More actions for ${row.name}`} outlined />
      </DetailHead>
      {psql && <Failure title="psql was not opened" error={psql.error} onDismiss={psql.clear} />}
      {copy && <Failure title="Nothing was copied" error={copy.error} onDismiss={copy.clear} />}
      <StaleCheck row={row} />
      <StateNotice row={row} />
      <SecretsNotice row={row} />
      {live && !row.secretsMissing && <ConnectCard key={row.id} row={row} />}
      <ExpiryNotice row={row} />
      <ClaimStatus row={row} />
      {claim && (
        <Failure
          title="The claim page was not opened"
          error={claim.error}
          onDismiss={claim.clear}
          actions={<ActionButton action="temporary.copyClaim" context={context} size="small" />}
        />
      )}
      {live && (
        <Actions>
          <ActionButton action="temporary.claim" context={context} tone="accent" />
          <ActionButton action="temporary.env" context={context} />
          <ActionButton action="temporary.seed" context={context} />
        </Actions>
      )}
      <SeedProgress row={row} />
      <DetailFacts row={row} sandbox={sandbox} />
    </>
  );
}
