declare module "@/kit/route/place" {
  interface Places {
    /** The API keys of the account that is shown. `tab`: the id of an organization; one's own keys when absent. */
    keys: { tab?: string };
  }
}

export {};
