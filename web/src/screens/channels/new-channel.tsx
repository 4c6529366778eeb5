import type { Channel } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../client.ts';
import { refreshShown } from '../../live.ts';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { faultOf } from '../../words.ts';
import { faultOfChannel } from './words.ts';

/** Makes a channel: its name is part of the address that copies ask at, and stays. */
export const NewChannel = ({
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
  const fault = faultOfChannel(name, taken);
  const make = async (): Promise<void> => {
    await client.createChannel(app, { name });
    toast(`The channel ${name} is there.`);
    onClose();
    refreshShown(`${app}/`);
  };
  return (
    <Card title="New channel">
      <Form
        button={name === '' ? 'Make the channel' : `Make the channel ${name}`}
        reason={name === '' ? 'Give it a name first.' : fault}
        act={make}
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
            fault={fault ?? faultOf(error, '/name')}
            help="Part of the address that its clients ask at. It cannot be changed or deleted, only archived."
          />
        )}
      </Form>
    </Card>
  );
};
