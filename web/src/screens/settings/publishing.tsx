import type { App } from '@slipway/api';
import { Card } from '../../ui/card.tsx';
import { type Choice, ChoiceList } from '../../ui/choices.tsx';
import { Form } from '../../ui/form.tsx';
import { useAppDraft } from './use-app-draft.ts';

const ways: readonly Choice<App['publishing']>[] = [
  {
    value: 'any',
    label: 'API keys and trusted publishers',
    description: 'Any API key with the publish scope.',
  },
  {
    value: 'trusted',
    label: 'Trusted publishers only',
    description: 'A leaked API key can’t publish. The admin key still can.',
  },
];

export const PublishingSettings = ({ app }: { app: App }) => {
  const { now, set, mayBe, reason, save } = useAppDraft(app);
  return (
    <Card title="Who can publish">
      <Form submitLabel="Save" disabledReason={reason} onSubmit={save}>
        {() => (
          <ChoiceList
            legend="Releases can be published by"
            choices={ways}
            value={now.publishing}
            onChange={(publishing) => set({ publishing })}
            reason={mayBe}
          />
        )}
      </Form>
    </Card>
  );
};
