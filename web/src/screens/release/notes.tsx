import type { Release } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { invalidateQueries } from '../../data/query-cache.ts';
import { denialReason } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { notesError } from '../../ui/markdown/notes-error.ts';
import { NotesField } from '../../ui/markdown/notes-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { notesSaved } from './messages.ts';

const Editor = ({ app, release, onDone }: { app: string; release: Release; onDone: () => void }) => {
  const [notes, setNotes] = useState(release.notes);
  const save = async (): Promise<void> => {
    await client.changeRelease(app, release.id, { notes });
    toast(notesSaved);
    invalidateQueries(`${app}/`);
    onDone();
  };
  return (
    <Form submitLabel="Save notes" disabledReason={notesError(notes)} onSubmit={save} onCancel={onDone}>
      {() => (
        <NotesField
          label="Release notes"
          help="Markdown. Clients receive it unchanged."
          value={notes}
          onInput={setNotes}
          rows={12}
        />
      )}
    </Form>
  );
};

export const NotesCard = ({ app, release }: { app: string; release: Release }) => {
  const [isEditing, setEditing] = useState(false);
  return (
    <Card
      title="Release notes"
      aside={
        !isEditing && (
          <Button kind="quiet" disabledReason={denialReason('publish')} onPress={() => setEditing(true)}>
            Edit<span class="off-screen"> release notes</span>
          </Button>
        )
      }
    >
      {isEditing && <Editor app={app} release={release} onDone={() => setEditing(false)} />}
      {!isEditing && release.notes.trim() === '' && (
        <p class="padded quiet">No release notes. Users may see these before they update.</p>
      )}
      {!isEditing && release.notes.trim() !== '' && (
        <div class="padded">
          <Markdown text={release.notes} />
        </div>
      )}
    </Card>
  );
};
