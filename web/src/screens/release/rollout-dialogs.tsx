import type { Release, Rollout } from '@slipway/api';
import { useState } from 'preact/hooks';
import { ActionDialog } from '../../actions/action-dialog.tsx';
import { reasonMissing } from '../../actions/messages.ts';
import { ReasonField } from '../../actions/reason-field.tsx';
import { client } from '../../data/client.ts';
import { TextField } from '../../ui/field.tsx';
import { useYesterdayChecks } from '../releases/release-stats.ts';
import {
  changeConfirmation,
  pauseConfirmation,
  percentUnchanged,
  resumeConfirmation,
} from './rollout-messages.ts';
import { parsePercent } from './rollout-plan.ts';

export interface RolloutDialogProps {
  app: string;
  release: Release;
  rollout: Rollout;
  onClose: () => void;
}

export const PauseRolloutDialog = ({
  app,
  release: { id, version },
  rollout,
  onClose,
}: RolloutDialogProps) => {
  const [why, setWhy] = useState('');
  return (
    <ActionDialog
      app={app}
      {...pauseConfirmation(version, rollout)}
      reason={why.trim() === '' ? reasonMissing : undefined}
      onConfirm={() => client.pauseRollout(app, id, { reason: why.trim() })}
      onClose={onClose}
    >
      <ReasonField placeholder="Crash rate is up on Windows" value={why} onInput={setWhy} />
    </ActionDialog>
  );
};

export const ResumeRolloutDialog = ({
  app,
  release: { id, version },
  rollout,
  onClose,
}: RolloutDialogProps) => (
  <ActionDialog
    app={app}
    {...resumeConfirmation(version, rollout)}
    onConfirm={() => client.resumeRollout(app, id)}
    onClose={onClose}
  />
);

/** Changes the percentage, in steps of 0.1 %. */
export const ChangeRolloutDialog = ({
  app,
  release: { id, version, channel },
  rollout,
  first,
  onClose,
}: RolloutDialogProps & { first: number }) => {
  const [text, setText] = useState(String(first));
  const checks = useYesterdayChecks(app, channel)?.totals.checks ?? 0;
  const parsed = parsePercent(text);
  const to = 'percent' in parsed ? parsed.percent : undefined;
  return (
    <ActionDialog
      app={app}
      {...changeConfirmation(version, { percent: rollout.percent, to }, checks)}
      reason={'fault' in parsed ? parsed.fault : to === rollout.percent ? percentUnchanged(to) : undefined}
      onConfirm={() =>
        to === 100 ? client.completeRollout(app, id) : client.advanceRollout(app, id, { percent: to ?? 0 })
      }
      onClose={onClose}
    >
      <TextField
        label="Share of clients (%)"
        isMono
        value={text}
        onInput={setText}
        {...('fault' in parsed ? { error: parsed.fault } : {})}
      />
    </ActionDialog>
  );
};
