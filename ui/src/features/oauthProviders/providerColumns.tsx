import type { OauthProviderView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { Pill } from "@/kit/data/Pill";
import type { Column } from "@/kit/table/columns";
import styles from "./Providers.module.css";
import type { ProviderSubject } from "./places";
import { credentialsLook, providerWord } from "./words";

/** What is shown of a provider, with the step to production where it uses the platform's credentials. */
export function providerColumns(
  subjectOf: (provider: OauthProviderView) => ProviderSubject,
): ReadonlyArray<Column<OauthProviderView>> {
  return [
    {
      id: "provider",
      header: "Provider",
      width: "minmax(160px, 1fr)",
      cell: (provider) => {
        const word = providerWord(provider.id);
        const { advice } = credentialsLook(provider);
        return (
          <span className={styles.provider}>
            <span className={styles.name} title={provider.id}>
              {word}
            </span>
            <span className={styles.advice} title={advice}>
              {advice}
            </span>
          </span>
        );
      },
    },
    {
      id: "credentials",
      header: "Credentials",
      width: "92px",
      cell: (provider) => {
        const { word, tone } = credentialsLook(provider);
        return <Pill tone={tone}>{word}</Pill>;
      },
    },
    {
      id: "production",
      header: "Change",
      width: "164px",
      stays: true,
      align: "end",
      cell: (provider) => {
        const isOwn = provider.isShared === false;
        return (
          <ActionButton
            action={isOwn ? "oauthProvider.change" : "oauthProvider.own"}
            context={{ oauthProvider: subjectOf(provider) }}
            size="small"
            aria-label={`${isOwn ? "Change credentials of" : "Use own credentials for"} ${providerWord(provider.id)}…`}
          >
            {isOwn ? "Change credentials…" : "Use own credentials…"}
          </ActionButton>
        );
      },
    },
  ];
}
