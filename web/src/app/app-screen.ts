/** What a screen of an app is given: the app's slug, and what else its address holds. */
export interface ScreenOfApp {
  app: string;
  params: Record<string, string>;
  query: Record<string, string>;
}
