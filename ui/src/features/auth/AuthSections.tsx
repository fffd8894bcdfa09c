import { EmailSection } from "@/features/emailServer/EmailSection";
import { ProvidersSection } from "@/features/oauthProviders/ProvidersSection";
import type { AuthIntegrationView } from "@/ipc/generated";
import { usePublish } from "@/kit/action/useActions";
import { DomainsCard } from "./DomainsCard";
import { IntegrationCard } from "./IntegrationCard";
import { OwnershipCard } from "./OwnershipCard";
import { ReadinessCard } from "./ReadinessCard";
import { RemoveCard } from "./RemoveCard";
import { SdkKeysCard } from "./SdkKeysCard";
import { UsersCard } from "./UsersCard";
import { useAuthSubject, type Where } from "./useAuthSubject";

interface AuthSectionsProps {
  where: Where;
  integration: AuthIntegrationView;
}

/** Everything of an integration that is there. */
export function AuthSections({ where, integration }: AuthSectionsProps) {
  const at = useAuthSubject(where, integration);
  const { accountId, projectId } = at;
  usePublish("auth", at);
  return (
    <>
      <ReadinessCard at={at} />
      <IntegrationCard at={at} />
      <UsersCard at={at} />
      <SdkKeysCard at={at} />
      <ProvidersSection accountId={accountId} projectId={projectId} />
      <EmailSection accountId={accountId} projectId={projectId} />
      <DomainsCard at={at} />
      <OwnershipCard at={at} />
      <RemoveCard at={at} />
    </>
  );
}
