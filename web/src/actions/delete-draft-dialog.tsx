import type { Release } from '@slipway/api';
import { client } from '../data/client.ts';
import { denialReason } from '../data/session.ts';
import { formatBytes, formatQuantity } from '../ui/format.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { EffectLine } from './effect-lines.ts';
import { summarizeUploads } from './upload-summary.ts';

const linesOf = (release: Release): EffectLine[] => {
  const { done, doneBytes } = summarizeUploads(release);
  return [
    { icon: 'people', text: 'No client was ever offered it: nothing changes for them.' },
    {
      icon: 'box',
      text:
        done === 0
          ? 'Nothing has been uploaded yet.'
          : `${formatQuantity(done, 'uploaded file')}, ${formatBytes(doneBytes)}, go with it.`,
    },
    { icon: 'undo', text: `The version ${release.version} can be used again.` },
  ];
};

/** Confirms deleting a draft; if it has uploads, the user types its version. */
export const DeleteDraftDialog = ({
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
    <ActionDialog
      app={app}
      title={`Delete the draft ${version} of ${channel}?`}
      lines={linesOf(release)}
      button={`Delete draft ${version}`}
      isDanger
      confirmText={summarizeUploads(release).done > 0 ? version : undefined}
      reason={denialReason('publish')}
      onConfirm={remove}
      done={`The draft ${version} is deleted.`}
      onClose={onClose}
    />
  );
};
