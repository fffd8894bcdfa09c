import { useQueryClient } from "@tanstack/react-query";
import { viewOf } from "@/data/errors";
import { perform } from "@/data/mutation";
import { settingsQuery } from "@/data/queries";
import { useOrganization } from "@/features/accounts/organization";
import { type OneTimeSecretGroup, showOnce } from "@/features/base/oneTimeSecrets";
import { useDraft } from "@/features/base/useDraft";
import { useForm } from "@/features/base/useForm";
import { argumentsOf } from "@/features/connect/arguments";
import { psqlOf } from "@/features/connect/mutations";
import type { AccountView, CreatedProjectView } from "@/ipc/generated";
import type { Tools } from "@/kit/action/action";
import { toast } from "@/kit/overlay/toasts";
import { useRouter } from "@/kit/route/useRouter";
import { createOf, emptyDraft, fieldErrorsOf, type ProjectDraft } from "./draft";
import { creatingOf } from "./mutations";
import { CREATE, CREATED } from "./words";

/** Holds the fields of the dialog that creates a project, and its result. The fields stay after an error. */
export function useCreateProject(account: AccountView, name: string) {
  const client = useQueryClient();
  const router = useRouter();
  const { organizations, organizationId, missing } = useOrganization(account);
  const defaults = client.getQueryData(settingsQuery.queryKey)?.newProject;
  const [draft, change] = useDraft<ProjectDraft>(() => ({
    ...emptyDraft(organizationId, defaults, account.profile.regions),
    name,
  }));
  const needsOrganization = missing || (account.profile.needsOrganization && organizations.length > 0);
  const psql = draft.psql ? (argumentsOf(draft.psqlArguments).words ?? []) : null;
  const creating = creatingOf(account.id);
  const form = useForm(creating, {
    fieldErrors: fieldErrorsOf(draft, needsOrganization),
    input: () => createOf(draft),
    onDone: async (made) => {
      form.close();
      await follow(made, account.id, psql, { client, router });
    },
  });

  // The project may exist already, so that another one needs a button of its own.
  const unclear = form.error !== undefined && viewOf(form.error).code === "maybeCreated";
  const create = async () => {
    if (!unclear) await form.submit();
  };
  return {
    draft,
    change,
    fieldErrors: form.fieldErrors,
    call: { operation: creating.operation(createOf(draft)), title: CREATE.submit, psql },
    organizations,
    needsOrganization,
    form: { ...form, submit: create },
    unclear,
    createAnother: form.submit,
  };
}

export type CreateForm = ReturnType<typeof useCreateProject>;

/** Shows the connection strings once, and opens psql where the person chose it. */
async function follow(
  made: CreatedProjectView,
  accountId: string,
  psql: readonly string[] | null,
  { client, router }: Tools,
): Promise<void> {
  const { project, connections } = made;
  const route = { screen: "project", account: accountId, id: project.id } as const;
  if (connections.length === 0) {
    router.go(route);
    toast({
      title: CREATED.title(project.name),
      detail: CREATED.lost(project.storesPasswords === true, psql !== null),
    });
    return;
  }
  showOnce(client, { ...groupOf(made), lead: { label: CREATED.open, route } });
  const [first] = connections;
  if (!psql || !first) return;
  // A refusal is shown in the dialog that is open now, beside its button.
  await perform(client, psqlOf({ kind: "oneTimeSecret", id: first.id }), psql).catch(() => {});
}

function groupOf({ project, connections, operations }: CreatedProjectView): OneTimeSecretGroup {
  const again = project.storesPasswords === true;
  return {
    name: project.name,
    title: CREATED.title(project.name),
    again,
    note: again ? CREATED.stringsAgain : CREATED.passwordOnce,
    ...(operations.length > 0 && {
      more: [CREATED.starting],
    }),
    items: connections,
    copies: true,
  };
}
