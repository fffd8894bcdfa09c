import { bytes, flag, text, time } from "@/features/base/fields";
import { call } from "@/ipc/call";
import type { TemporaryView } from "@/ipc/generated";
import type { RawField } from "@/kit/data/AllFields";

/** Everything that is known of a temporary database. Its id gives access by itself, so it is copied without being shown. */
export function temporaryFields(row: TemporaryView): readonly RawField[] {
  const clock = { ahead: row.clockOffsetMs };
  const { endpoint } = row;
  return [
    {
      label: "ID",
      value: "••••••••",
      copy: async () => void (await call.connectCopy({ kind: "temporary", id: row.id }, "databaseId")),
    },
    text("Name", row.name),
    text("Project ID", row.projectId),
    text("State", row.state),
    text("Host", endpoint?.host),
    text("Port", endpoint && String(endpoint.port)),
    text("Database", endpoint?.database),
    text("Role", endpoint?.role),
    text("Referrer", row.reference),
    flag("Logical replication", row.logicalReplication),
    bytes("Storage limit", row.storageLimitBytes),
    bytes("Transfer limit", row.transferLimitBytes),
    time("Created", row.createdAt, clock),
    time("Updated", row.updatedAt, clock),
    time("Expires", row.expiresAt, clock),
    time("Last checked", row.checkedAt, "here"),
  ];
}
