import { useState } from 'preact/hooks';
import { client } from '../../client.ts';
import { refreshShown } from '../../live.ts';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { faultOf } from '../../words.ts';
import { faultOfDomain } from './records.ts';

/** Gives an app a domain; the record in the DNS may be set before or after. */
export const NewDomain = ({ app, onClose }: { app: string; onClose: () => void }) => {
  const [domain, setDomain] = useState('');
  const fault = faultOfDomain(domain);
  const add = async (): Promise<void> => {
    await client.createDomain(app, { domain });
    toast(`Added ${domain}. Now create its DNS record.`);
    onClose();
    refreshShown(`${app}/`);
  };
  return (
    <Card title="Add domain">
      <Form
        button="Add domain"
        reason={domain === '' ? 'Enter a domain.' : fault}
        act={add}
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
            fault={fault ?? faultOf(error, '/domain')}
            help="Works once its DNS record points here."
          />
        )}
      </Form>
    </Card>
  );
};
