import { useMemo } from "react";
import { mutationKeys } from "@/data/keys";
import { useFailure } from "@/data/mutation";
import { MutationRefusal } from "@/features/base/Failure";
import type { ConnectSource, ConnectView } from "@/ipc/generated";
import { ActionButton } from "@/kit/action/ActionButton";
import { ActionMenu } from "@/kit/action/ActionMenu";
import { usePublish } from "@/kit/action/useActions";
import { sourceKey } from "./queries";
import { ACTIONS } from "./words";

interface ConnectionButtonsProps {
  source: ConnectSource;
  name: string;
  view: ConnectView;
  /** Why no session may be opened; it may when absent. */
  locked?: string | undefined;
}

/** What can be done with a connection besides copying it, and why the last try failed. */
export function ConnectionButtons({ source, name, view, locked }: ConnectionButtonsProps) {
  const subject = useMemo(
    () => ({ source, name, forms: view.forms.map(({ id }) => id), locked }),
    [source, name, view.forms, locked],
  );
  usePublish("connection", subject);
  const psql = useFailure(mutationKeys.connectPsql(sourceKey(source)));
  const copy = useFailure(mutationKeys.connectCopy(sourceKey(source)));
  const context = { connection: subject };
  return (
    <>
      <ActionButton action="connection.psql" context={context} size="small" short />
      <ActionButton action="connection.env" context={context} size="small" short />
      <ActionMenu about="connection" subject={subject} label={ACTIONS.menu(name)} />
      <MutationRefusal failure={psql} title={ACTIONS.psqlFailed} dismissible />
      <MutationRefusal failure={copy} title={ACTIONS.copyFailed} dismissible />
    </>
  );
}
