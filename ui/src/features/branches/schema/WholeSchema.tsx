import { useQuery } from "@tanstack/react-query";
import type { BranchDialogSubject } from "@/features/branches/BranchDialog";
import type { ReadSchema } from "@/ipc/generated";
import { NumberedText } from "@/kit/data/NumberedText";
import { formatDate } from "@/kit/time/formatDate";
import { isoOf } from "@/time/clock";
import { schemaQuery, standOf } from "./queries";
import { ReadText } from "./ReadText";
import { SCHEMA } from "./words";

interface WholeSchemaProps {
  subject: BranchDialogSubject;
  database: string;
  /** The moment of the branch's past, by the platform's clock; now when absent. */
  at: number | undefined;
  /** How far the platform's clock is ahead of this machine's, in milliseconds. */
  ahead: number;
}

/** The schema of a database, as the platform writes it. */
export function WholeSchema({ subject, database, at, ahead }: WholeSchemaProps) {
  const { branch } = subject;
  const stand = standOf(branch);
  const read: ReadSchema = at === undefined ? { database } : { database, timestamp: isoOf(at) };
  const reading = schemaQuery(subject, read, stand);
  const query = useQuery(reading);
  const { loading, failed, copied } = SCHEMA;
  return (
    <ReadText
      query={query}
      stand={stand}
      words={{ loading, failed, copied, changed: SCHEMA.changed(branch.name) }}
      call={{ operation: reading.operation, title: SCHEMA.call }}
      said={(text) => {
        if (text === "") return SCHEMA.empty;
        const lines = SCHEMA.lines(text.replace(/\n$/, "").split("\n").length);
        return at === undefined ? lines : SCHEMA.earlier(lines, formatDate(at, ahead));
      }}
    >
      {(text) => <NumberedText label={SCHEMA.code} text={text} tall />}
    </ReadText>
  );
}
