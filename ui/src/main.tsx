import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createRegistry } from "@/kit/action/registry";
import { toast } from "@/kit/overlay/toasts";
import { createRouter } from "@/kit/route/router";
import "@/styles/index.css";
import { App } from "@/App";
import { acceptPlace, home } from "@/routes";
import { ErrorBoundary } from "@/shell/ErrorBoundary";
import { Surroundings } from "@/shell/Surroundings";
import { applyTheme, rememberedTheme } from "@/shell/theme";

applyTheme(rememberedTheme());

const router = createRouter({ home, accept: acceptPlace });
const actions = {
  registry: createRegistry(),
  tools: {},
  onFailure: () => toast({ title: "That did not work", tone: "danger" }),
};

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary copy={(text) => void navigator.clipboard.writeText(text)}>
        <Surroundings router={router} actions={actions}>
          <App />
        </Surroundings>
      </ErrorBoundary>
    </StrictMode>,
  );
}
