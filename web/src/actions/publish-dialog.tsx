import type { Effects } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../data/client.ts';
import { denialReason } from '../data/session.ts';
import { CheckboxList } from './checkbox-list.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ReleaseDialogProps } from './confirmation.ts';
import { effectsUnknown, publishConfirmation, publishLines, tickWarnings } from './messages.ts';
import { type MergedWarning, mergeSimilar, warningKey } from './warning-groups.ts';

export const PublishDialog = ({ app, release, onClose }: ReleaseDialogProps) => {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { id, artifacts } = release;
  const targets = artifacts.map(({ target }) => target);
  /** Reads warnings from fresh effects: a cached draft does not know which rollout publishing would end. */
  const warningsIn = ({ warnings }: Effects): readonly MergedWarning[] =>
    // A draft's own rollout needs no confirmation.
    mergeSimilar(
      warnings.filter(({ code }) => code !== 'rollout-partial'),
      targets,
    );
  const missing = (effects: Effects | undefined): string | undefined => {
    if (effects === undefined) return effectsUnknown;
    return warningsIn(effects).every((warning) => ticked.has(warningKey(warning))) ? undefined : tickWarnings;
  };
  return (
    <ConfirmDialog
      app={app}
      release={release}
      verb="publish"
      {...publishConfirmation(release)}
      missing={(effects) => denialReason('publish') ?? missing(effects)}
      lines={(effects) => publishLines(effects, release.rollout?.percent)}
      onConfirm={() => client.publishRelease(app, id)}
      onClose={onClose}
    >
      {(effects) =>
        effects && <CheckboxList warnings={warningsIn(effects)} ticked={ticked} onTick={setTicked} />
      }
    </ConfirmDialog>
  );
};
