import type { App } from '@slipway/api';
import { denialReason } from '../../data/session.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { type Choice, ChoiceList } from '../../ui/choices.tsx';
import { Form } from '../../ui/form.tsx';
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
  const fixed = denialReason('admin');
  return (
    <Card title="Delivery" note={mayBe}>
      <Form submitLabel="Save" disabledReason={reason} onSubmit={save}>
        {() => (
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
            {fixed && <p class="small quiet">{fixed}</p>}
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
