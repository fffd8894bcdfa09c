/** What ends each notice. */

import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ON_ACCOUNT } from "@/test/endings/account";
import { seen } from "@/test/endings/ending";
import { HERE } from "@/test/endings/here";
import { ON_PROJECT } from "@/test/endings/project";
import { openWindow } from "@/test/window";

test.each([...ON_PROJECT, ...ON_ACCOUNT, ...HERE])(
  "$file: $notice ends",
  async ({ route, given, begin, shown, end }) => {
    given?.();
    const { user } = openWindow(route);
    await begin?.(user);
    await waitFor(() => expect(seen(shown)).not.toEqual([]));
    await end(user);
    await waitFor(() => expect(seen(shown)).toEqual([]));
  },
);
