import type { App } from '@slipway/api';
import { useState } from 'preact/hooks';
import { Ask } from '../../acting/ask.tsx';
import { client } from '../../client.ts';
import { refreshNamed } from '../../live.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { goTo } from '../../place.ts';
import { mayNot } from '../../session.ts';

/** Deletes an app that has never published anything. */
export const DeleteApp = ({ app: { slug, name } }: { app: App }) => {
  const [isAsking, setAsking] = useState(false);
  const act = async (): Promise<void> => {
    await client.deleteApp(slug);
    void refreshNamed('apps');
    goTo('/apps');
  };
  return (
    <Card title="Delete this app">
      <div class="padded without-key">
        <p>
          Only while it has never published anything: a version that was out stands for the same bytes for
          ever.
        </p>
        <Button kind="danger" reason={mayNot('admin')} onPress={() => setAsking(true)}>
          {`Delete ${name}…`}
        </Button>
      </div>
      {isAsking && (
        <Ask
          app={slug}
          title={`Delete ${name} for good?`}
          lines={[
            { icon: 'box', text: 'Its drafts, uploads, channels, keys and domains go with it.' },
            { icon: 'people', text: 'Whatever asks at its address is answered 404.' },
            { icon: 'warn', tone: 'warn', text: 'Nothing brings it back.' },
          ]}
          keep="Keep it"
          button={`Delete ${name}`}
          isDanger
          word={slug}
          reason={mayNot('admin')}
          act={act}
          done={`${name} is deleted.`}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
};
