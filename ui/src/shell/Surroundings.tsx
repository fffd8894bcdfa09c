import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import type { ReactNode } from "react";
import { type ActionSurroundings, ActionsContext } from "@/kit/action/useActions";
import type { Route } from "@/kit/route/route";
import type { Router } from "@/kit/route/router";
import { RouterContext } from "@/kit/route/useRouter";

interface SurroundingsProps {
  router: Router<Route>;
  actions: ActionSurroundings;
  children: ReactNode;
}

/** What everything in the window may ask for: where it is, what can be done. */
export function Surroundings({ router, actions, children }: SurroundingsProps) {
  return (
    // The content security policy admits no <style> that is made at run time, so the primitives make none.
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={450} closeDelay={0} timeout={300}>
        <RouterContext value={router}>
          <ActionsContext value={actions}>{children}</ActionsContext>
        </RouterContext>
      </Tooltip.Provider>
    </CSPProvider>
  );
}
