import type { Release } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../client.ts';
import { formatBytes } from '../format.ts';
import { refreshShown } from '../live.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { ProblemBox } from '../parts/problem.tsx';
import { toast } from '../parts/toast.tsx';
import { mayNot } from '../session.ts';
import type { Line } from './effect-lines.ts';
import { Lines } from './lines.tsx';
import { uploadsOf } from './uploads-of.ts';

const linesOf = (release: Release): Line[] => {
  const { done, doneBytes } = uploadsOf(release);
  return [
    { icon: 'people', text: 'No client was ever offered it: nothing changes for them.' },
    {
      icon: 'box',
      text:
        done === 0
          ? 'Nothing has been uploaded yet.'
          : `${done === 1 ? '1 uploaded file' : `${done} uploaded files`}, ${formatBytes(doneBytes)}, go with it.`,
    },
    { icon: 'undo', text: `The version ${release.version} can be used again.` },
  ];
};

/** Asks before a draft is deleted; where bytes were sent its version is typed. */
export const DeleteDraft = ({
  app,
  release,
  onClose,
  onDone,
}: {
  app: string;
  release: Release;
  onClose: () => void;
  onDone?: () => void;
}) => {
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const { id, version, channel } = release;
  const isTyped = uploadsOf(release).done === 0 || typed.trim() === version;
  const reason = mayNot('publish') ?? (isTyped ? undefined : `Type ${version} first.`);
  const press = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (reason !== undefined || isBusy) return;
    setBusy(true);
    try {
      await client.deleteRelease(app, id);
      toast(`The draft ${version} is deleted.`);
      onClose();
      onDone?.();
      refreshShown(`${app}/`);
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Delete the draft ${version} of ${channel}?`} onClose={onClose}>
      <form class="confirm" onSubmit={(event) => void press(event)}>
        <Lines lines={linesOf(release)} />
        {uploadsOf(release).done > 0 && (
          <TextField label={`Type ${version} to confirm`} isMono value={typed} onInput={setTyped} />
        )}
        {error !== undefined && <ProblemBox error={error} />}
        <div class="confirm-actions">
          <Button onPress={onClose}>Keep the draft</Button>
          <Button type="submit" kind="danger" isBusy={isBusy} reason={reason}>
            Delete draft {version}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
