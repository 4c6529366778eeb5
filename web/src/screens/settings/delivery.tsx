import type { App } from '@slipway/api';
import { useState } from 'preact/hooks';
import { fieldError } from '../../data/problem-messages.ts';
import { denialReason } from '../../data/session.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { type Choice, ChoiceList } from '../../ui/choices.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { formatBytesInput, parseBytesInput } from './changed-fields.ts';
import { adminOnly, limitInvalid } from './messages.ts';
import { useAppDraft } from './use-app-draft.ts';

const cachings: readonly Choice<App['checkCaching']>[] = [
  {
    value: 'public',
    label: 'Cache for 5 minutes',
    description: 'Less load. Cached checks aren’t counted.',
  },
  {
    value: 'private',
    label: 'No caching',
    description: 'Every check is counted and changes apply immediately.',
  },
];

const deliveries: readonly Choice<App['delivery']>[] = [
  {
    value: 'metered',
    label: 'Direct',
    description:
      'Slipway serves every download. Exact usage; limits and deletions apply immediately. Purge your CDN when you switch.',
  },
  {
    value: 'cached',
    label: 'CDN or proxy cache',
    description:
      'For high traffic. Usage is incomplete, and cached files may stay available for up to a year. Requires a cache in front.',
  },
  {
    value: 'redirect',
    label: 'S3 redirect',
    description:
      'Clients download from S3 with 15-minute links. Usage counts requests. Clients must be able to reach S3.',
  },
];

export const DeliverySettings = ({ app }: { app: App }) => {
  const { now, set, mayBe, reason, save } = useAppDraft(app);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const limit = typed ?? formatBytesInput(app.allowanceBytes);
  const limitError = parseBytesInput(limit) === undefined ? limitInvalid : undefined;
  const fixed = denialReason('admin');
  const setLimit = (text: string): void => {
    setTyped(text);
    set({ allowanceBytes: parseBytesInput(text) ?? null });
  };
  return (
    <Card title="Delivery">
      <Form submitLabel="Save" disabledReason={limitError ?? reason} onSubmit={save}>
        {(error) => (
          <>
            <ChoiceList
              legend="Response caching"
              choices={cachings}
              value={now.checkCaching}
              onChange={(checkCaching) => set({ checkCaching })}
              reason={mayBe}
            />
            <ChoiceList
              legend="Delivery"
              choices={deliveries}
              value={now.delivery}
              onChange={(delivery) => set({ delivery })}
              reason={fixed}
            />
            <TextField
              label="Monthly download limit"
              value={limit}
              onInput={setLimit}
              placeholder="No limit"
              isReadOnly={fixed !== undefined}
              error={limitError ?? fieldError(error, '/allowanceBytes')}
              help="For example 500 GB. When reached, downloads fail (HTTP 402) until next month (UTC); update checks keep working."
            />
            {fixed && <p class="small quiet">{adminOnly}</p>}
            <Checkbox
              name="Extra response fields"
              isOn={now.extras}
              onChange={(extras) => set({ extras })}
              reason={mayBe}
            >
              Adds a <code>slipway</code> object to Tauri and REST responses: critical flag and minimum
              version.
            </Checkbox>
          </>
        )}
      </Form>
    </Card>
  );
};
