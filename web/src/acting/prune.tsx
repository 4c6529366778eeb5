import type { Release } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../client.ts';
import { formatMany } from '../format.ts';
import { TextField } from '../parts/field.tsx';
import { toast } from '../parts/toast.tsx';
import { mayNot } from '../session.ts';
import { Confirm } from './confirm.tsx';
import { pruneLines } from './effect-lines.ts';

/** Asks before the bytes of a release are deleted: nothing brings them back, so its version is typed. */
export const Prune = ({ app, release, onClose }: { app: string; release: Release; onClose: () => void }) => {
  const [typed, setTyped] = useState('');
  const { id, version } = release;
  const targets = release.artifacts.filter(({ state }) => state === 'active').map(({ target }) => target);
  const act = async (): Promise<void> => {
    for (const target of targets) await client.pruneArtifact(app, id, target);
    toast(`Pruned for good: ${formatMany(targets.length, 'file')} of ${version}.`);
  };
  const isTyped = typed.trim() === version;
  return (
    <Confirm
      app={app}
      release={release}
      verb="prune"
      title={`Prune ${version} for good?`}
      keep="Keep the files"
      button={`Prune ${formatMany(targets.length, 'file')} of ${version} for good`}
      isDanger
      missing={(effects) =>
        mayNot('prune') ??
        (effects === undefined
          ? 'Its effects are not known yet.'
          : isTyped
            ? undefined
            : `Type ${version} first.`)
      }
      lines={(effects) => pruneLines(version, targets.length, effects)}
      act={act}
      onClose={onClose}
    >
      {() => (
        <TextField
          label={`Type ${version} to confirm`}
          isMono
          value={typed}
          onInput={setTyped}
          {...(typed !== '' && !version.startsWith(typed.trim()) ? { fault: `This is not ${version}.` } : {})}
        />
      )}
    </Confirm>
  );
};
