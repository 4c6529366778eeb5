import type { Release } from '@slipway/api';
import { client } from '../data/client.ts';
import { mayNot } from '../data/session.ts';
import { formatBytes, formatMany } from '../ui/format.ts';
import { Ask } from './action-dialog.tsx';
import type { Line } from './effect-lines.ts';
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
          : `${formatMany(done, 'uploaded file')}, ${formatBytes(doneBytes)}, go with it.`,
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
  const { id, version, channel } = release;
  const remove = async (): Promise<void> => {
    await client.deleteRelease(app, id);
    onDone?.();
  };
  return (
    <Ask
      app={app}
      title={`Delete the draft ${version} of ${channel}?`}
      lines={linesOf(release)}
      button={`Delete draft ${version}`}
      isDanger
      word={uploadsOf(release).done > 0 ? version : undefined}
      reason={mayNot('publish')}
      act={remove}
      done={`The draft ${version} is deleted.`}
      onClose={onClose}
    />
  );
};
