import type { App } from '@slipway/api';
import type { ComponentChildren } from 'preact';
import { client } from '../../data/client.ts';
import { useFastPolling, useQuery } from '../../data/query-cache.ts';
import { denialReason } from '../../data/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';

const Step = ({
  title,
  isDone,
  children,
}: {
  title: string;
  isDone: boolean;
  children: ComponentChildren;
}) => (
  <li class={isDone ? 'step done' : 'step'}>
    <h3>
      {title} {isDone && <span class="off-screen">(done)</span>}
      {isDone && <Icon name="check" />}
    </h3>
    {children}
  </li>
);

const tauriSnippet = (publicUrl: string): string =>
  JSON.stringify(
    {
      bundle: { createUpdaterArtifacts: true },
      plugins: {
        updater: {
          pubkey: 'the content of your .pub file',
          endpoints: [`${publicUrl}/releases/stable/{{target}}/{{arch}}/{{current_version}}`],
        },
      },
    },
    null,
    2,
  );

/** The updater configuration to add to the app. */
export const updaterSnippet = ({ adapter, publicUrl }: Pick<App, 'adapter' | 'publicUrl'>): string =>
  adapter === 'tauri'
    ? tauriSnippet(publicUrl)
    : `GET ${publicUrl}/releases/stable/{target}/{arch}/{currentVersion}\n\n# electron-updater: publish in electron-builder's configuration\nprovider: generic\nurl: ${publicUrl}/feeds/electron/stable/from/\${version}`;

/** From an empty app to its first update check; each step completes automatically. */
export const FirstSteps = ({
  app,
  isNew,
  isAsked,
  onDismiss,
}: {
  app: App;
  isNew: boolean;
  isAsked: boolean;
  onDismiss: () => void;
}) => {
  const { slug } = app;
  const reason = denialReason('manage');
  const keys =
    useQuery(reason === undefined ? `${slug}/keys` : undefined, () => client.listKeys(slug)).value?.keys ??
    [];
  useFastPolling(!isAsked);
  const done = [isAsked, !isNew, isAsked].filter(Boolean).length;
  return (
    <Card
      title="Get started"
      note={`${done} of 3 done`}
      aside={done === 3 && <Button onPress={onDismiss}>Dismiss</Button>}
    >
      <ol class="steps">
        <Step title="Add the update URL to your app" isDone={isAsked}>
          <p>
            {app.adapter === 'tauri' ? (
              <>
                Run <code>tauri add updater</code>, then add this to <code>tauri.conf.json</code>:
              </>
            ) : (
              'Your app requests:'
            )}
          </p>
          <CodeBlock text={updaterSnippet(app)} label="Update URL" />
        </Step>
        <Step title="Publish a release" isDone={!isNew}>
          <p>
            Drop your build on <a href={`/apps/${slug}/new`}>New release</a>, or run this in the build folder:
          </p>
          <CodeBlock text={`slipway publish --app ${slug}`} label="Publish with the CLI" />
          {app.adapter === 'tauri' && (
            <p>
              <a href={`/apps/${slug}/settings/signing`}>Add your signing key</a> so that Slipway verifies
              files before you publish.
            </p>
          )}
        </Step>
        <Step title="Get the first update check" isDone={isAsked}>
          <p>
            {isAsked
              ? 'Your app checks for updates.'
              : 'Start your app. Its check shows up here within 10 seconds.'}
          </p>
          {!isAsked && (
            <p class="waiting">
              <i aria-hidden="true" /> Waiting for the first check…
            </p>
          )}
        </Step>
        <Step title="Create an API key for CI (optional)" isDone={keys.length > 0}>
          <p>Lets CI publish this app. Skip it if you upload here.</p>
          <LinkButton href={`/apps/${slug}/keys`} disabledReason={reason}>
            Create API key
          </LinkButton>
        </Step>
      </ol>
    </Card>
  );
};
