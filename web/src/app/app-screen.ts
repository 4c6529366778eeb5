/** Props of an app's screen: the slug and the other parts of the URL. */
export interface AppScreenProps {
  app: string;
  params: Record<string, string>;
  query: Record<string, string>;
}
