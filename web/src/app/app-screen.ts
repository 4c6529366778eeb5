/** What a screen of an app is given: the app's slug, and what else its address holds. */
export interface AppScreenProps {
  app: string;
  params: Record<string, string>;
  query: Record<string, string>;
}
