import type { Release } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../client.ts';
import { refreshShown } from '../../live.ts';
import { Prose } from '../../markdown/prose.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Field, Segments } from '../../parts/field.tsx';
import { ProblemBox } from '../../parts/problem.tsx';
import { toast } from '../../parts/toast.tsx';
import { mayNot } from '../../session.ts';
import { faultOfNotes } from './notes-bound.ts';

type Mode = 'write' | 'preview';

const modes: readonly (readonly [Mode, string])[] = [
  ['write', 'Write'],
  ['preview', 'Preview'],
];

const Editor = ({ app, release, onDone }: { app: string; release: Release; onDone: () => void }) => {
  const [notes, setNotes] = useState(release.notes);
  const [mode, setMode] = useState<Mode>('write');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const fault = faultOfNotes(notes);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy || fault !== undefined) return;
    setBusy(true);
    setError(undefined);
    try {
      await client.changeRelease(app, release.id, { notes });
      toast(`The notes of ${release.version} are saved.`);
      refreshShown(`${app}/`);
      onDone();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <form class="padded editor" onSubmit={(event) => void save(event)}>
      <Segments label="Write or preview" options={modes} value={mode} onChange={setMode} />
      {mode === 'write' ? (
        <Field
          label="Notes"
          fault={fault}
          help="Markdown. Clients get this text as it is; HTML in it is shown as text here."
        >
          {(wired) => (
            <textarea
              {...wired}
              class="mono"
              rows={12}
              value={notes}
              onInput={(event) => setNotes(event.currentTarget.value)}
            />
          )}
        </Field>
      ) : (
        <Prose text={notes} />
      )}
      {error !== undefined && <ProblemBox error={error} />}
      <div class="actions">
        <Button type="submit" kind="primary" isBusy={isBusy} reason={fault}>
          Save the notes of {release.version}
        </Button>
        <Button onPress={onDone}>Cancel</Button>
      </div>
    </form>
  );
};

/** What a release says of itself; edited in place. */
export const Notes = ({ app, release }: { app: string; release: Release }) => {
  const [isEditing, setEditing] = useState(false);
  return (
    <Card
      title="Notes"
      aside={
        !isEditing && (
          <Button kind="quiet" reason={mayNot('publish')} onPress={() => setEditing(true)}>
            Edit<span class="off-screen"> the notes of {release.version}</span>
          </Button>
        )
      }
    >
      {isEditing && <Editor app={app} release={release} onDone={() => setEditing(false)} />}
      {!isEditing && release.notes.trim() === '' && (
        <p class="padded quiet">It has no notes. People read them before they update: say what is new.</p>
      )}
      {!isEditing && release.notes.trim() !== '' && (
        <div class="padded">
          <Prose text={release.notes} />
        </div>
      )}
    </Card>
  );
};
