import type { App } from '@slipway/api';
import type { ComponentChildren } from 'preact';
import { client } from '../../data/client.ts';
import { useFastPolling, useQuery } from '../../data/query-cache.ts';
import { denialReason } from '../../data/session.ts';
import { LinkButton } from '../../ui/button.tsx';
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
export const FirstSteps = ({ app, isNew, isAsked }: { app: App; isNew: boolean; isAsked: boolean }) => {
  const { slug } = app;
  const reason = denialReason('manage');
  const keys =
    useQuery(reason === undefined ? `${slug}/keys` : undefined, () => client.listKeys(slug)).value?.keys ??
    [];
  useFastPolling(true);
  return (
    <Card title="Get started" note="Ship your first update">
      <ol class="steps">
        <Step title="Make a key for your pipeline" isDone={keys.length > 0}>
          <p>It may publish this app and nothing else. Not needed if you publish from this page.</p>
          <LinkButton href={`/apps/${slug}/keys`} disabledReason={reason}>
            Make a key
          </LinkButton>
        </Step>
        <Step title="Tell the app where to ask" isDone={isAsked}>
          <p>
            {app.adapter === 'tauri'
              ? 'This goes into tauri.conf.json; `tauri add updater` adds the plugin and its permission:'
              : 'This is the address that it asks:'}
          </p>
          <CodeBlock text={updaterSnippet(app)} label="Where to ask" />
        </Step>
        <Step title="Publish" isDone={!isNew}>
          <p>
            Drop the files of a build on <a href={`/apps/${slug}/new`}>New release</a>, or in the folder of
            the build:
          </p>
          <CodeBlock text={`slipway publish --app ${slug}`} label="Publish by command line" />
        </Step>
        <Step title="First check seen" isDone={isAsked}>
          <p>Start the app: its check appears here by itself, within ten seconds.</p>
        </Step>
      </ol>
    </Card>
  );
};
