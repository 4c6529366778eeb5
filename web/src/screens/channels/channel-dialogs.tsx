import type { Channel } from '@slipway/api';
import { useState } from 'preact/hooks';
import { ActionDialog } from '../../actions/action-dialog.tsx';
import { client } from '../../data/client.ts';
import { fieldError } from '../../data/problem-messages.ts';
import { denialReason } from '../../data/session.ts';
import { SelectField } from '../../ui/field.tsx';
import { alsoOffersConfirmation, archiveConfirmation, channelUnchanged } from './messages.ts';

interface ChannelDialogProps {
  app: string;
  channel: Channel;
  onClose: () => void;
}

export const ArchiveChannelDialog = ({
  app,
  channel,
  newest,
  onClose,
}: ChannelDialogProps & { newest: string | undefined }) => {
  const { name, active } = channel;
  return (
    <ActionDialog
      app={app}
      {...archiveConfirmation(channel, newest)}
      reason={denialReason('manage')}
      onConfirm={() => client.changeChannel(app, name, { active: !active })}
      onClose={onClose}
    />
  );
};

const nothing = 'None';

/** Sets the channel whose newer releases this channel offers, too. */
export const AlsoOffersDialog = ({
  app,
  channel,
  channels,
  onClose,
}: ChannelDialogProps & { channels: readonly Channel[] }) => {
  const { name } = channel;
  const [other, setOther] = useState(channel.alsoOffers ?? nothing);
  const others = channels.filter((one) => one.name !== name).map((one) => one.name);
  const chosen = other === nothing ? null : other;
  return (
    <ActionDialog
      app={app}
      {...alsoOffersConfirmation(name, chosen)}
      reason={denialReason('manage') ?? (chosen === channel.alsoOffers ? channelUnchanged : undefined)}
      onConfirm={() => client.changeChannel(app, name, { alsoOffers: chosen })}
      onClose={onClose}
    >
      {(error) => (
        <SelectField
          label="Also offers"
          error={fieldError(error, '/alsoOffers')}
          help="Adds that channel’s own releases only."
          options={[nothing, ...others]}
          value={other}
          onChange={setOther}
        />
      )}
    </ActionDialog>
  );
};
