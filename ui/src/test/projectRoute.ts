/** The project that `views.project()` gives. */
export const ID = "shop-prod-12345678";

/** A tab of it as a place, the first one when absent, and a page of that tab. */
export const onProject = (tab?: string, page?: string) =>
  ({
    screen: "project",
    account: "sandbox",
    id: ID,
    ...(tab !== undefined && { tab }),
    ...(page !== undefined && { page }),
  }) as const;
