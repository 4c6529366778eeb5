import { client } from '../data/client.ts';
import { denialReason } from '../data/session.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ReleaseDialogProps } from './confirmation.ts';
import { effectsUnknown, pruneConfirmation, pruneLines } from './messages.ts';

/** Confirms deleting a release's bytes. This is irreversible, so the user types the version. */
export const PruneDialog = ({ app, release, onClose }: ReleaseDialogProps) => {
  const { id, version } = release;
  const targets = release.artifacts.filter(({ state }) => state === 'active').map(({ target }) => target);
  const act = async (): Promise<void> => {
    for (const target of targets) await client.pruneArtifact(app, id, target);
  };
  return (
    <ConfirmDialog
      app={app}
      release={release}
      verb="prune"
      {...pruneConfirmation(version, targets.length)}
      isDanger
      confirmText={version}
      missing={(effects) => denialReason('prune') ?? (effects === undefined ? effectsUnknown : undefined)}
      lines={(effects) => pruneLines(targets.length, effects)}
      onConfirm={act}
      onClose={onClose}
    />
  );
};
