/** The project that `views.project()` gives. */
export const ID = "shop-prod-12345678";

/** A tab of it as a place; the first one when absent. */
export const onProject = (tab?: string) =>
  ({ screen: "project", account: "sandbox", id: ID, ...(tab !== undefined && { tab }) }) as const;
