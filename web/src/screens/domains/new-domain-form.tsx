import { useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { fieldError } from '../../data/problem-messages.ts';
import { invalidateQueries } from '../../data/query-cache.ts';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { domainAdded, domainMissing, domainNameError } from './messages.ts';

/** Adds a domain; its DNS record may be set before or after. */
export const NewDomainForm = ({ app, onClose }: { app: string; onClose: () => void }) => {
  const [domain, setDomain] = useState('');
  const fault = domainNameError(domain);
  const add = async (): Promise<void> => {
    await client.createDomain(app, { domain });
    toast(domainAdded(domain));
    onClose();
    invalidateQueries(`${app}/`);
  };
  return (
    <Card title="Add domain">
      <Form
        submitLabel="Add domain"
        disabledReason={domain === '' ? domainMissing : fault}
        onSubmit={add}
        onCancel={onClose}
      >
        {(error) => (
          <TextField
            label="Domain"
            isMono
            value={domain}
            onInput={(text) => setDomain(text.trim())}
            placeholder="updates.example.com"
            maxLength={254}
            error={fault ?? fieldError(error, '/domain')}
            help="Works once its DNS record points here."
          />
        )}
      </Form>
    </Card>
  );
};
