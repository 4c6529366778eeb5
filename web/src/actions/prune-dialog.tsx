import type { Release } from '@slipway/api';
import { client } from '../data/client.ts';
import { mayNot } from '../data/session.ts';
import { formatMany } from '../ui/format.ts';
import { Confirm, notKnownYet } from './confirm-dialog.tsx';
import { pruneLines } from './effect-lines.ts';

/** Asks before the bytes of a release are deleted: nothing brings them back, so its version is typed. */
export const Prune = ({ app, release, onClose }: { app: string; release: Release; onClose: () => void }) => {
  const { id, version } = release;
  const targets = release.artifacts.filter(({ state }) => state === 'active').map(({ target }) => target);
  const act = async (): Promise<void> => {
    for (const target of targets) await client.pruneArtifact(app, id, target);
  };
  const files = `${formatMany(targets.length, 'file')} of ${version}`;
  return (
    <Confirm
      app={app}
      release={release}
      verb="prune"
      title={`Permanently delete the files of ${version}?`}
      button={`Delete ${formatMany(targets.length, 'file')}`}
      isDanger
      word={version}
      missing={(effects) => mayNot('prune') ?? (effects === undefined ? notKnownYet : undefined)}
      lines={(effects) => pruneLines(targets.length, effects)}
      act={act}
      done={`Permanently deleted ${files}.`}
      onClose={onClose}
    />
  );
};
