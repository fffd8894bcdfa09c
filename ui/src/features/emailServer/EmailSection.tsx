import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { emailServerQuery } from "@/data/queries";
import { Failure } from "@/features/accounts/Failure";
import { Instant } from "@/features/base/Instant";
import { useWhere } from "@/features/base/useWhere";
import { AuthCallButton } from "@/features/calls/AuthCallButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { usePublish } from "@/kit/action/useActions";
import { Card } from "@/kit/layout/Card";
import { Skeleton } from "@/kit/state/Skeleton";
import styles from "./Email.module.css";
import { EmailServer } from "./EmailServer";
import type { EmailSubject } from "./places";

interface EmailSectionProps {
  accountId: string;
  projectId: string;
}

/** The server that the auth integration sends its mail through. */
export function EmailSection({ accountId, projectId }: EmailSectionProps) {
  const server = useQuery(emailServerQuery(accountId, projectId));
  const { projectName, locked } = useWhere(accountId, projectId);
  const subject = useMemo<EmailSubject | undefined>(
    () => server.data && { accountId, projectId, projectName, locked, server: server.data },
    [accountId, projectId, projectName, locked, server.data],
  );
  usePublish("emailServer", subject);
  return (
    <Card
      title="Email server"
      tools={
        subject && (
          <span className={styles.tools}>
            <AuthCallButton
              at={subject}
              title={`Read the email server of ${projectName}`}
              size="small"
              call={{ kind: "getEmailServer" }}
            />
            <ActionMenu about="emailServer" subject={subject} label="Actions for the email server" />
          </span>
        )
      }
    >
      <div className={styles.section}>
        {server.isPending && <Skeleton label="the email server" shape="text" count={3} />}
        {server.error && (
          <Failure
            title="The email server could not be read"
            error={server.error}
            onRetry={() => void server.refetch()}
          />
        )}
        {server.error && server.data && (
          <p className={styles.note}>
            Shown as of <Instant at={server.dataUpdatedAt} clock="here" />.
          </p>
        )}
        {subject && <EmailServer subject={subject} />}
      </div>
    </Card>
  );
}
