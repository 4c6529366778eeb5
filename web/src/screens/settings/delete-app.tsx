import type { App } from '@slipway/api';
import { useState } from 'preact/hooks';
import { ActionDialog } from '../../actions/action-dialog.tsx';
import { navigate } from '../../app/location.ts';
import { client } from '../../data/client.ts';
import { refetchQuery } from '../../data/query-cache.ts';
import { denialReason } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { deleteAppConfirmation } from './messages.ts';

/** Deletes an app that has never published a release. */
export const DeleteAppCard = ({ app: { slug, name } }: { app: App }) => {
  const [isAsking, setAsking] = useState(false);
  const act = async (): Promise<void> => {
    await client.deleteApp(slug);
    void refetchQuery('apps');
    navigate('/apps');
  };
  return (
    <Card title="Delete this app">
      <div class="padded callout">
        <p>An app that has published a release can’t be deleted.</p>
        <Button kind="danger" disabledReason={denialReason('admin')} onPress={() => setAsking(true)}>
          Delete app…
        </Button>
      </div>
      {isAsking && (
        <ActionDialog
          app={slug}
          {...deleteAppConfirmation(name)}
          isDanger
          confirmText={slug}
          reason={denialReason('admin')}
          onConfirm={act}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
};
