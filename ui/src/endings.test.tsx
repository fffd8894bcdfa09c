/** What ends each notice. */

import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ON_ACCOUNT } from "@/test/endings/account";
import { seen } from "@/test/endings/ending";
import { HERE } from "@/test/endings/here";
import { ON_PAGES } from "@/test/endings/pages";
import { ON_PROJECT } from "@/test/endings/project";
import { REFUSALS } from "@/test/endings/refusals";
import { TOASTS } from "@/test/endings/toasts";
import { openWindow } from "@/test/window";

test.each([...ON_PROJECT, ...ON_ACCOUNT, ...HERE, ...TOASTS, ...REFUSALS, ...ON_PAGES])(
  "$file: $notice ends",
  async ({ route, given, begin, shown, end }) => {
    given?.();
    const window = openWindow(route);
    const { user } = window;
    await begin?.(user, window);
    await waitFor(() => expect(seen(shown)).not.toEqual([]));
    await end(user, window);
    await waitFor(() => expect(seen(shown)).toEqual([]));
  },
);
