import type { Release } from '@slipway/api';
import { client } from '../data/client.ts';
import { denialReason } from '../data/session.ts';
import { formatQuantity } from '../ui/format.ts';
import { ConfirmDialog, effectsUnknown } from './confirm-dialog.tsx';
import { pruneLines } from './effect-lines.ts';

/** Confirms deleting a release's bytes. This is irreversible, so the user types the version. */
export const PruneDialog = ({
  app,
  release,
  onClose,
}: {
  app: string;
  release: Release;
  onClose: () => void;
}) => {
  const { id, version } = release;
  const targets = release.artifacts.filter(({ state }) => state === 'active').map(({ target }) => target);
  const act = async (): Promise<void> => {
    for (const target of targets) await client.pruneArtifact(app, id, target);
  };
  const files = `${formatQuantity(targets.length, 'file')} of ${version}`;
  return (
    <ConfirmDialog
      app={app}
      release={release}
      verb="prune"
      title={`Permanently delete the files of ${version}?`}
      button={`Delete ${formatQuantity(targets.length, 'file')}`}
      isDanger
      confirmText={version}
      missing={(effects) => denialReason('prune') ?? (effects === undefined ? effectsUnknown : undefined)}
      lines={(effects) => pruneLines(targets.length, effects)}
      onConfirm={act}
      done={`Permanently deleted ${files}.`}
      onClose={onClose}
    />
  );
};
