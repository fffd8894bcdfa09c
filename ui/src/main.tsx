import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@/styles/index.css";
import { App } from "@/App";
import { createQueryClient } from "@/data/client";
import { viewOf } from "@/data/errors";
import { followFacts } from "@/data/facts";
import { followOpen } from "@/features/operations/followOpen";
import { followQuit } from "@/features/quit/followQuit";
import type { Action } from "@/kit/action/action";
import { createRegistry } from "@/kit/action/registry";
import { toast } from "@/kit/overlay/toasts";
import { createRouter } from "@/kit/route/router";
import { acceptPlace, allActions, home } from "@/routes";
import { ErrorBoundary } from "@/shell/ErrorBoundary";
import { Surroundings } from "@/shell/Surroundings";
import { applyTheme, rememberedTheme } from "@/shell/theme";

applyTheme(rememberedTheme());

const client = createQueryClient();
const router = createRouter({ home, accept: acceptPlace });
const actions = {
  registry: createRegistry(allActions),
  tools: { client, router },
  onFailure(action: Action, error: unknown) {
    // The screen whose action it is shows the refusal itself; elsewhere a toast says that there is one.
    if (action.id.startsWith(`${router.current().screen}.`)) return;
    const { message } = viewOf(error);
    toast({ title: `${action.title({})} failed`, detail: message, tone: "danger" });
  },
};

followFacts(client);
followQuit(client);
followOpen(router);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary copy={(text) => void navigator.clipboard.writeText(text)}>
        <QueryClientProvider client={client}>
          <Surroundings router={router} actions={actions}>
            <App />
          </Surroundings>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
}
