/** What the rows of either table lead to: one thing is selected at a time. */
export interface Selected {
  kind: "database" | "role";
  name: string;
}
