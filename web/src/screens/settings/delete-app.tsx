import type { App } from '@slipway/api';
import { useState } from 'preact/hooks';
import { ActionDialog } from '../../actions/action-dialog.tsx';
import { navigate } from '../../app/location.ts';
import { client } from '../../data/client.ts';
import { refetchQuery } from '../../data/query-cache.ts';
import { denialReason } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useOfferState } from '../overview/offer-state.ts';
import { deleteAppConfirmation, hasReleases } from './messages.ts';

/** Deletes an app that has never published a release. */
export const DeleteAppCard = ({ app: { slug, name } }: { app: App }) => {
  const [isAsking, setAsking] = useState(false);
  const isNew = useOfferState(slug).value?.isNew;
  const reason = denialReason('admin') ?? (isNew === false ? hasReleases : undefined);
  const act = async (): Promise<void> => {
    await client.deleteApp(slug);
    void refetchQuery('apps');
    navigate('/apps');
  };
  return (
    <Card title="Delete this app">
      <div class="padded callout">
        <p>{hasReleases}</p>
        <Button kind="danger" disabledReason={reason} onPress={() => setAsking(true)}>
          Delete app…
        </Button>
      </div>
      {isAsking && (
        <ActionDialog
          app={slug}
          {...deleteAppConfirmation(name)}
          isDanger
          confirmText={slug}
          reason={reason}
          onConfirm={act}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
};
