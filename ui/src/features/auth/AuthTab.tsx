import { EmailSection } from "@/features/emailServer/EmailSection";
import { ProvidersSection } from "@/features/oauthProviders/ProvidersSection";

interface AuthTabProps {
  accountId: string;
  projectId: string;
}

/** The auth integration of a project: itself, its users, its providers and its mail. */
export function AuthTab({ accountId, projectId }: AuthTabProps) {
  return (
    <>
      <ProvidersSection accountId={accountId} projectId={projectId} />
      <EmailSection accountId={accountId} projectId={projectId} />
    </>
  );
}
