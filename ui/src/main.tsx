import "@/styles/index.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "@/data/client";
import { followEvents } from "@/data/events";
import { followShown } from "@/data/followShown";
import { clearResolvedErrors } from "@/data/resolvedErrors";
import { followUnkept } from "@/features/base/oneTimeSecrets";
import { followFolders } from "@/features/folders/followFolders";
import { followLinks } from "@/features/links/followLinks";
import { followQuit } from "@/features/quit/followQuit";
import { createRegistry } from "@/kit/action/registry";
import { createRouter } from "@/kit/route/router";
import { applyDensity, rememberedDensity } from "@/shell/density";
import { ErrorBoundary } from "@/shell/ErrorBoundary";
import { seedFirst } from "@/shell/first";
import { followOwnChanges } from "@/shell/followOwnChanges";
import { followZoom } from "@/shell/followZoom";
import { followLastScreen } from "@/shell/lastScreen";
import { followLastView } from "@/shell/lastView";
import { reportFailure } from "@/shell/reportFailure";
import { Surroundings } from "@/shell/Surroundings";
import { applyTheme, rememberedTheme } from "@/shell/theme";
import { App } from "./App";
import { acceptRoute, allActions, home } from "./routes";

applyTheme(rememberedTheme());
applyDensity(rememberedDensity());

const client = createQueryClient();
const router = createRouter({ home, accept: acceptRoute });
const actions = { registry: createRegistry(allActions), tools: { client, router }, onFailure: reportFailure };

followEvents(client);
seedFirst(client);
followShown(client);
followOwnChanges(client);
clearResolvedErrors(client);
followQuit(client);
followLinks(client, router);
followFolders(client);
followZoom();
followUnkept(client);
followLastScreen(client, router, { home, accept: acceptRoute });
followLastView(client, router, home);

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
