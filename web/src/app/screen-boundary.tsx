import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { clearQueries, invalidateQueries } from '../data/query-cache.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Screen } from '../ui/screen.tsx';

interface ScreenPlace {
  /** The screen's path and query. */
  url: string;
  /** Empty if the screen belongs to no app. */
  app: string;
}

const WayBack = ({ url, app }: ScreenPlace) =>
  app === '' || url === `/apps/${app}` ? (
    <LinkButton href="/">Back to the start page</LinkButton>
  ) : (
    <LinkButton href={`/apps/${app}`}>Back to the overview</LinkButton>
  );

/** Shown in place of a screen that threw. */
export const FailedScreen = ({
  url,
  app,
  error,
  onRetry,
}: ScreenPlace & { error: unknown; onRetry: () => void }) => (
  <Screen title="This page can’t be shown" app={app}>
    <div class="problem" role="alert">
      <Icon name="warn" />
      <div>
        <p>
          <strong>Something on this page failed.</strong> The rest of the dashboard still works. If it keeps
          failing, send the error to your server administrator.
        </p>
        <p class="small">
          <code>{String(error)}</code>
        </p>
        <div class="actions">
          <Button onPress={onRetry}>Try again</Button>
          <WayBack url={url} app={app} />
        </div>
      </div>
    </div>
  </Screen>
);

/** Catches what a screen throws while rendering; the frame stays. A new URL is a new try. */
export const ScreenBoundary = ({ url, app, children }: ScreenPlace & { children?: ComponentChildren }) => {
  const [failure, setFailure] = useState<{ url: string; error: unknown } | undefined>(undefined);
  useErrorBoundary((error) => {
    setFailure({ url, error });
    reportError(error);
  });
  const retry = (): void => {
    // Cached data may be the cause.
    clearQueries();
    invalidateQueries();
    setFailure(undefined);
  };
  const isLeft = failure !== undefined && failure.url !== url;
  useEffect(() => {
    if (isLeft) retry();
  }, [isLeft]);
  if (failure === undefined) return children;
  return isLeft ? null : <FailedScreen url={url} app={app} error={failure.error} onRetry={retry} />;
};
