import type { App } from '@slipway/api';
import { useState } from 'preact/hooks';
import { AdapterChoice } from '../../parts/adapter-choice.tsx';
import { Card } from '../../parts/card.tsx';
import { type Choice, Choices } from '../../parts/choices.tsx';
import { TextField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Tick } from '../../parts/tick.tsx';
import { mayNot } from '../../session.ts';
import { faultOf } from '../../words.ts';
import { changesOf } from './changes.ts';
import { deliveries } from './delivery.ts';
import { saveApp } from './save.ts';

type Draft = Pick<App, 'name' | 'adapter' | 'extras' | 'checkCaching' | 'page' | 'delivery'>;

const cachings: readonly Choice<App['checkCaching']>[] = [
  {
    value: 'public',
    name: 'Caches may keep them',
    what: 'For five minutes, which makes Slipway cheap to run. Checks that a cache answers are not counted.',
  },
  {
    value: 'private',
    name: 'Every check comes here',
    what: 'No cache on the way keeps an answer, so that each check is counted and every change is seen at once.',
  },
];

const warnAdapter =
  'Copies that are installed go on asking in the old way, and would not understand the new answers.';

/** What an app is called, what asks for its updates, and how it is answered. */
export const General = ({ app }: { app: App }) => {
  const [draft, setDraft] = useState<Partial<Draft>>({});
  const now: Draft = { ...app, ...draft };
  const changes = changesOf<Draft>(app, draft);
  const mayBe = mayNot('manage');
  const fixed = mayNot('admin');
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const reason =
    mayBe ??
    (changes === undefined
      ? 'Nothing has changed.'
      : now.name.trim() === ''
        ? 'Give it a name first.'
        : undefined);
  const save = async (): Promise<void> => {
    await saveApp(app.slug, changes ?? {}, 'The settings are saved.');
    setDraft({});
  };
  return (
    <Card title="General" note={mayBe}>
      <Form button="Save these settings" reason={reason} act={save}>
        {(error) => (
          <>
            <TextField
              label="Name"
              value={now.name}
              onInput={(name) => set({ name })}
              maxLength={200}
              isFixed={mayBe !== undefined}
              fault={faultOf(error, '/name')}
              help={`As people know it. The slug ${app.slug} stays.`}
            />
            <AdapterChoice value={now.adapter} onChange={(adapter) => set({ adapter })} reason={mayBe} />
            {now.adapter !== app.adapter && <p class="warn small">{warnAdapter}</p>}
            <Choices
              legend="Answers to update checks"
              choices={cachings}
              value={now.checkCaching}
              onChange={(checkCaching) => set({ checkCaching })}
              reason={mayBe}
            />
            <Choices
              legend="How files reach clients"
              choices={deliveries}
              value={now.delivery}
              onChange={(delivery) => set({ delivery })}
              reason={fixed}
            />
            {fixed && <p class="small quiet">{fixed}</p>}
            <Tick
              name="Tell clients more"
              isOn={now.extras}
              onChange={(extras) => set({ extras })}
              reason={mayBe}
            >
              Answers of the adapters Tauri and REST get a member <code>slipway</code>, which says whether an
              update is critical and from which version on.
            </Tick>
            <Tick
              name="Download page for people"
              isOn={now.page}
              onChange={(page) => set({ page })}
              reason={mayBe}
            >
              At the app’s own address: the file for the visitor’s system first, then all others, with notes
              and sizes. It is what a website links to.
            </Tick>
            <p class="small">
              {app.page ? (
                <a href={app.publicUrl} rel="noreferrer">
                  Look at the download page
                </a>
              ) : (
                `${app.publicUrl}/ answers 404 now.`
              )}
            </p>
          </>
        )}
      </Form>
    </Card>
  );
};
