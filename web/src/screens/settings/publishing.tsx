import type { App } from '@slipway/api';
import { useState } from 'preact/hooks';
import { Card } from '../../parts/card.tsx';
import { type Choice, Choices } from '../../parts/choices.tsx';
import { Form } from '../../parts/form.tsx';
import { mayNot } from '../../session.ts';
import { saveApp } from './save.ts';

const ways: readonly Choice<App['publishing']>[] = [
  {
    value: 'any',
    name: 'Any key that may publish',
    what: 'Keys with the scope publish, and pipelines that are trusted.',
  },
  {
    value: 'trusted',
    name: 'Trusted publishers alone',
    what: 'A key that leaks publishes nothing. The admin key still can, for a bad day.',
  },
];

/** Who may publish at all. */
export const PublishingPolicy = ({ app }: { app: App }) => {
  const [chosen, setChosen] = useState<App['publishing'] | undefined>(undefined);
  const now = chosen ?? app.publishing;
  const mayBe = mayNot('manage');
  const save = async (): Promise<void> => {
    const done = now === 'trusted' ? 'Only trusted publishers publish now.' : 'Keys may publish again.';
    await saveApp(app.slug, { publishing: now }, done);
    setChosen(undefined);
  };
  return (
    <Card title="Publishing" note={mayBe}>
      <Form
        button={
          now === 'trusted' ? 'Let only trusted publishers publish' : 'Let any key with the scope publish'
        }
        reason={mayBe ?? (now === app.publishing ? 'It is so already.' : undefined)}
        act={save}
      >
        {() => (
          <Choices legend="Who may publish?" choices={ways} value={now} onChange={setChosen} reason={mayBe} />
        )}
      </Form>
    </Card>
  );
};
