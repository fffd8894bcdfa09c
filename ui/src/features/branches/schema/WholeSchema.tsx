import { useQuery } from "@tanstack/react-query";
import type { BranchDialogSubject } from "@/features/branches/BranchDialog";
import { NumberedText } from "@/kit/data/NumberedText";
import { schemaQuery, standOf } from "./queries";
import { ReadText } from "./ReadText";
import { SCHEMA } from "./words";

/** The schema of a database, as the platform writes it. */
export function WholeSchema({ subject, database }: { subject: BranchDialogSubject; database: string }) {
  const { accountId, projectId, branchId, branch } = subject;
  const stand = standOf(branch);
  const query = useQuery(schemaQuery(subject, database, stand));
  const { loading, failed, copied } = SCHEMA;
  return (
    <ReadText
      query={query}
      accountId={accountId}
      stand={stand}
      words={{ loading, failed, copied, changed: SCHEMA.changed(branch.name) }}
      call={{ kind: "branchSchema", projectId, branchId, read: { database } }}
      callTitle={SCHEMA.call}
      said={(text) => (text === "" ? SCHEMA.empty : SCHEMA.lines(text.replace(/\n$/, "").split("\n").length))}
    >
      {(text) => <NumberedText label={SCHEMA.code} text={text} tall />}
    </ReadText>
  );
}
