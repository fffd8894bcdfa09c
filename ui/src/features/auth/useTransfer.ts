import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { authIntegrationsQuery } from "@/data/queries";
import { useWork } from "@/data/work";
import type { TransferLinkView } from "@/ipc/generated";
import { forgettingLink, gettingLink, openingLink } from "./mutations";
import type { OnIntegration } from "./places";
import { isOwn } from "./words";

/** A transfer from its explanation to another owner. The link is put away in the core when the dialog is closed. */
export function useTransfer(at: OnIntegration) {
  const { accountId, projectId, integration } = at;
  const list = useQuery(authIntegrationsQuery(accountId, projectId)).data;
  const now = list?.find(({ provider }) => provider === integration.provider);
  const getting = useWork(gettingLink(at));
  const opening = useWork(openingLink(at));
  const forgetting = useWork(forgettingLink(at));
  const [link, setLink] = useState<TransferLinkView>();
  const [opened, setOpened] = useState(false);
  const get = async () => {
    const got = await getting.start(undefined);
    if (got) setLink(got);
  };
  const open = async () => {
    if (!link) return;
    const done = await opening.start({ heldId: link.held.id, host: link.target.host });
    if (done) setOpened(true);
  };
  /** The link is of no use without this dialog. */
  const putAway = () => {
    if (link) void forgetting.start(link.held.id);
  };
  const stage: "explain" | "link" | "waiting" | "done" =
    now && isOwn(now) ? "done" : opened ? "waiting" : link ? "link" : "explain";
  return { stage, link, get, open, putAway, getting, opening };
}
