import { bytes, flag, text, time } from "@/features/base/fields";
import { call } from "@/ipc/call";
import type { TemporaryView } from "@/ipc/generated";
import type { RawField } from "@/kit/data/AllFields";
import { FIELDS } from "./words";

/** Everything that is known of a temporary database. Its id gives access by itself, so it is copied without being shown. */
export function temporaryFields(row: TemporaryView): readonly RawField[] {
  const clock = { ahead: row.clockOffsetMs };
  const { endpoint } = row;
  return [
    {
      label: FIELDS.id,
      value: "••••••••",
      copy: async () =>
        void (await call({
          kind: "connectCopy",
          source: { kind: "temporary", id: row.id },
          form: "databaseId",
        })),
    },
    text(FIELDS.name, row.name),
    text(FIELDS.projectId, row.projectId),
    text(FIELDS.state, row.state),
    text(FIELDS.host, endpoint?.host),
    text(FIELDS.port, endpoint && String(endpoint.port)),
    text(FIELDS.database, endpoint?.database),
    text(FIELDS.role, endpoint?.role),
    text(FIELDS.referrer, row.reference),
    flag(FIELDS.replication, row.logicalReplication),
    bytes(FIELDS.storageLimit, row.storageLimitBytes),
    bytes(FIELDS.transferLimit, row.transferLimitBytes),
    time(FIELDS.created, row.createdAt, clock),
    time(FIELDS.updated, row.updatedAt, clock),
    time(FIELDS.expires, row.expiresAt, clock),
    time(FIELDS.checked, row.checkedAt, "here"),
  ];
}
