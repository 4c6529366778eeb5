import type { Channel, Offer } from '@slipway/api';
import { useState } from 'preact/hooks';
import type { AppScreenProps } from '../app/app-screen.ts';
import { client } from '../data/client.ts';
import { useChannels, useOffers } from '../data/queries.ts';
import { denialReason } from '../data/session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState, QueryCard } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { Screen } from '../ui/screen.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { AlsoOffersDialog, ArchiveChannelDialog } from './channels/channel-dialogs.tsx';
import { newestVersion, sortChannels } from './channels/channel-order.ts';
import { NewChannelForm } from './channels/new-channel-form.tsx';

interface OpenDialog {
  kind: 'archive' | 'also-offers';
  channel: Channel;
}

const Actions = ({ channel, onAsk }: { channel: Channel; onAsk: (asking: OpenDialog) => void }) => {
  const reason = denialReason('manage');
  const { name, active } = channel;
  const verb = active ? 'Archive…' : 'Unarchive…';
  return (
    <span class="row-actions">
      <Button
        kind="quiet"
        label={`Edit… ${name}`}
        disabledReason={reason}
        onPress={() => onAsk({ kind: 'also-offers', channel })}
      >
        Edit…
      </Button>
      <Button
        kind="quiet"
        label={`${verb} ${name}`}
        disabledReason={reason}
        onPress={() => onAsk({ kind: 'archive', channel })}
      >
        {verb}
      </Button>
    </span>
  );
};

const columnsOf = (
  app: string,
  offers: readonly Offer[],
  onAsk: (asking: OpenDialog) => void,
): Column<Channel>[] => [
  {
    header: 'Channel',
    isName: true,
    cell: ({ name }) => <a href={`/apps/${app}/releases?channel=${encodeURIComponent(name)}`}>{name}</a>,
  },
  {
    header: 'State',
    cell: ({ active }) => (active ? <Badge tone="good">Active</Badge> : <Badge tone="plain">Archived</Badge>),
  },
  {
    header: 'Latest',
    cell: ({ name }) => <span class="mono">{newestVersion(name, offers) ?? '–'}</span>,
  },
  {
    header: 'Also offers',
    cell: ({ alsoOffers }) => alsoOffers ?? <span class="quiet">None</span>,
  },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} isAgo /> },
  { header: 'Actions', isActions: true, cell: (channel) => <Actions channel={channel} onAsk={onAsk} /> },
];

export const Channels = ({ app }: AppScreenProps) => {
  const [isMaking, setMaking] = useState(false);
  const [asking, setAsking] = useState<OpenDialog | undefined>(undefined);
  const offers = useOffers(app) ?? [];
  const queryFn = () => client.listChannels(app);
  const channels = useChannels(app) ?? [];
  const close = (): void => setAsking(undefined);
  const make = (
    <Button kind="primary" disabledReason={denialReason('manage')} onPress={() => setMaking(true)}>
      <Icon name="plus" /> New channel
    </Button>
  );
  return (
    <Screen
      title="Channels"
      app={app}
      subtitle="Each client follows one channel, set in its update URL"
      actions={isMaking ? undefined : make}
    >
      {isMaking && <NewChannelForm app={app} channels={channels} onClose={() => setMaking(false)} />}
      <QueryCard queryKey={`${app}/channels`} queryFn={queryFn}>
        {({ channels: all }) =>
          all.length === 0 ? (
            <EmptyState title="No channels yet">
              <p>Create a channel to publish to, usually named stable.</p>
            </EmptyState>
          ) : (
            <Table
              caption="Channels"
              rows={sortChannels(all)}
              keyOf={({ name }) => name}
              columns={columnsOf(app, offers, setAsking)}
            />
          )
        }
      </QueryCard>
      {asking?.kind === 'archive' && (
        <ArchiveChannelDialog
          app={app}
          channel={asking.channel}
          newest={newestVersion(asking.channel.name, offers)}
          onClose={close}
        />
      )}
      {asking?.kind === 'also-offers' && (
        <AlsoOffersDialog app={app} channel={asking.channel} channels={channels} onClose={close} />
      )}
    </Screen>
  );
};
