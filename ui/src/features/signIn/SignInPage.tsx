import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useMutationSpec } from "@/data/mutation";
import { MutationRefusal, ReadFailure } from "@/features/base/Failure";
import { ShownAsOf } from "@/features/base/ShownAsOf";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { usePublish } from "@/kit/action/useActions";
import { Switch } from "@/kit/control/Switch";
import { Facts } from "@/kit/data/Facts";
import { Card } from "@/kit/layout/Card";
import { PageSection } from "@/kit/layout/PageSection";
import { Skeleton } from "@/kit/state/Skeleton";
import { allowingLocalhost, signInQuery } from "./data";
import { PluginSections, stateFact } from "./PluginSections";
import styles from "./SignIn.module.css";
import type { SignInPlace, SignInSubject } from "./subjects";
import { actionWords, mailWord, verificationWord, words } from "./words";

/** How people sign in on a branch. */
export function SignInPage({ at }: { at: SignInPlace }) {
  const signIn = useQuery(signInQuery(at));
  const { data } = signIn;
  const subject = useMemo<SignInSubject | undefined>(
    () => (data?.withPassword ? { ...at, withPassword: data.withPassword } : undefined),
    [at, data],
  );
  usePublish("signIn", subject);
  return (
    <>
      <PageSection title={words.title} tools={subject && <Tools subject={subject} />}>
        {signIn.isPending && <Skeleton label={words.label} shape="card" count={1} />}
        <ReadFailure query={signIn} title={words.unread} />
        {signIn.error && data && <ShownAsOf at={signIn.dataUpdatedAt} />}
        {data && !subject && <p>{words.notReported}</p>}
        {subject && (
          <Card>
            <div className={styles.padded}>
              <Facts facts={factsOf(subject)} />
            </div>
          </Card>
        )}
      </PageSection>
      {data && <PluginSections at={at} signIn={data} />}
      {data && data.allowsLocalhost !== null && <Localhost at={at} allows={data.allowsLocalhost} />}
    </>
  );
}

function Tools({ subject }: { subject: SignInSubject }) {
  return (
    <>
      <ActionButton action="signIn.change" context={{ signIn: subject }} size="small" />
      <ActionMenu about="signIn" subject={subject} label={actionWords.group} outlined />
    </>
  );
}

function factsOf({ withPassword }: SignInSubject) {
  const state = stateFact(withPassword.enabled, words.state);
  if (!withPassword.enabled) return [state];
  return [
    state,
    { term: words.signUp, detail: withPassword.disableSignUp ? words.closed : words.open },
    { term: words.verification, detail: verificationWord(withPassword) },
    { term: words.after, detail: withPassword.autoSignIn ? words.signedIn : words.mustSignIn },
    { term: words.mail, detail: mailWord(withPassword) },
  ];
}

/** Whether apps of this machine may send people here. Takes effect at once. */
function Localhost({ at, allows }: { at: SignInPlace; allows: boolean }) {
  const allowing = useMutationSpec(allowingLocalhost(at));
  return (
    <PageSection title={words.localhost}>
      <Card>
        <div className={styles.padded}>
          <Switch
            checked={allows}
            disabled={at.locked !== undefined || allowing.underWay}
            onChange={(allow) => void allowing.start(allow)}
            hint={words.allowHint}
          >
            {words.allow}
          </Switch>
        </div>
      </Card>
      <MutationRefusal
        failure={allowing.failure}
        title={words.allowFailed}
        account={at.accountId}
        dismissible
      />
    </PageSection>
  );
}
