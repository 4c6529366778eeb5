import type { Effects, Warning } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../data/client.ts';
import { denialReason } from '../data/session.ts';
import { warningKey } from '../upload/job.ts';
import { CheckboxList } from './checkbox-list.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ReleaseDialogProps } from './confirmation.ts';
import { effectsUnknown, publishConfirmation, publishLines, tickWarnings } from './messages.ts';

export const PublishDialog = ({ app, release, onClose }: ReleaseDialogProps) => {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { id, artifacts } = release;
  /** Reads warnings from fresh effects: a cached draft does not know which rollout publishing would end. */
  const warningsIn = ({ warnings }: Effects): readonly Warning[] =>
    // A draft's own rollout needs no confirmation.
    warnings.filter(({ code }) => code !== 'rollout-partial');
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
      lines={(effects) =>
        publishLines(effects, {
          files: artifacts.length,
          bytes: artifacts.reduce((sum, { size }) => sum + size, 0),
          percent: release.rollout?.percent,
        })
      }
      onConfirm={() => client.publishRelease(app, id)}
      onClose={onClose}
    >
      {(effects) =>
        effects && <CheckboxList warnings={warningsIn(effects)} ticked={ticked} onTick={setTicked} />
      }
    </ConfirmDialog>
  );
};
