import { useMemo } from "react";
import { workKeys } from "@/data/keys";
import { useFailure } from "@/data/work";
import { Failure } from "@/features/Failure";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import type { ConnectionSubject } from "./places";
import { sourceKey } from "./source";

/** What can be done with a connection besides copying it, and why the last try failed. */
export function ConnectionButtons({ source, name }: ConnectionSubject) {
  const subject = useMemo(() => ({ source, name }), [source, name]);
  const psql = useFailure(workKeys.connectPsql(sourceKey(source)));
  const copy = useFailure(workKeys.connectCopy(sourceKey(source)));
  const context = { connection: subject };
  return (
    <>
      <ActionButton action="connection.psql" context={context} size="small" icon="terminal">
        Open psql
      </ActionButton>
      <ActionButton action="connection.env" context={context} size="small" icon="file">
        Write to .env…
      </ActionButton>
      <ActionMenu about="connection" subject={subject} label={`More ways to use ${name}`} />
      {psql && <Failure title="psql was not opened" error={psql.error} onDismiss={psql.clear} />}
      {copy && <Failure title="Nothing was copied" error={copy.error} onDismiss={copy.clear} />}
    </>
  );
}
