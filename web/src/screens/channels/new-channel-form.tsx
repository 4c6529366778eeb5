import type { Channel } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { fieldError } from '../../data/problem-messages.ts';
import { invalidateQueries } from '../../data/query-cache.ts';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { channelCreated, channelNameError, channelNameMissing } from './messages.ts';

/** Creates a channel. Its name cannot change later, because clients have it in their update URL. */
export const NewChannelForm = ({
  app,
  channels,
  onClose,
}: {
  app: string;
  channels: readonly Channel[];
  onClose: () => void;
}) => {
  const [name, setName] = useState('');
  const taken = channels.map((channel) => channel.name);
  const fault = channelNameError(name, taken);
  const make = async (): Promise<void> => {
    await client.createChannel(app, { name });
    toast(channelCreated(name));
    onClose();
    invalidateQueries(`${app}/`);
  };
  return (
    <Card title="New channel">
      <Form
        submitLabel="Create channel"
        disabledReason={name === '' ? channelNameMissing : fault}
        onSubmit={make}
        onCancel={onClose}
      >
        {(error) => (
          <TextField
            label="Name"
            isMono
            value={name}
            onInput={setName}
            placeholder="beta"
            maxLength={64}
            error={fault ?? fieldError(error, '/name')}
            help="Part of the update URL. Can’t be renamed or deleted, only archived."
          />
        )}
      </Form>
    </Card>
  );
};
