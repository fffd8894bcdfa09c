import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { answer, callsOf } from "@/test/backend";
import { type MutationSpec, operationSpec, perform, useMutationSpec } from "./mutation";

const refused: MutationSpec<void, void> = {
  key: ["refused"],
  run: () => Promise.reject(new Error("The key is not there any more")),
};

test("a refusal is shown also where the clock was set back since the form opened", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useMutationSpec(refused), { wrapper });
  vi.setSystemTime(400_000);
  await act(() => result.current.start());
  await waitFor(() => expect(result.current.failure?.error.message).toBe("The key is not there any more"));

  const again = renderHook(() => useMutationSpec(refused), { wrapper });
  expect(again.result.current.failure).toBeUndefined();
});

test("an operation is run, keyed and shown as text by one object", async () => {
  answer("branchDelete", () => null);
  const place = { accountId: "a-1", projectId: "p-1" };
  const deleting = operationSpec({ kind: "branchDelete", ...place }, (branchId: string) => ({ branchId }));
  expect(deleting.operation("br-1")).toEqual({ kind: "branchDelete", ...place, branchId: "br-1" });
  expect(deleting.key).toEqual([{ kind: "branchDelete", ...place }]);

  const client = new QueryClient();
  await perform(client, deleting, "br-1");
  expect(callsOf("branchDelete")).toEqual([{ ...place, branchId: "br-1" }]);
  expect(client.getMutationCache().findAll({ mutationKey: deleting.key, exact: true })).toHaveLength(1);
});
