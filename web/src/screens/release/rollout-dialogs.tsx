import type { Release, Rollout } from '@slipway/api';
import { useState } from 'preact/hooks';
import { ActionDialog } from '../../actions/action-dialog.tsx';
import type { EffectLine } from '../../actions/effect-lines.ts';
import { ReasonField } from '../../actions/reason-field.tsx';
import { client } from '../../data/client.ts';
import { TextField } from '../../ui/field.tsx';
import { useYesterdayChecks } from '../releases/release-stats.ts';
import { affectedChecksText, parsePercent } from './rollout-messages.ts';

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
      title={`Pause rollout of ${version}?`}
      lines={[
        { icon: 'arrow', text: 'Clients are offered the previous release instead.' },
        { icon: 'people', text: `Clients that have ${version} keep it.` },
        { icon: 'undo', text: `You can resume at ${rollout.percent}% with the same clients.` },
      ]}
      button="Pause rollout"
      reason={why.trim() === '' ? 'Enter a reason.' : undefined}
      done={`Paused ${version} at ${rollout.percent}%.`}
      onConfirm={() => client.pauseRollout(app, id, { reason: why.trim() })}
      onClose={onClose}
    >
      <ReasonField label="Reason" placeholder="Crash rate is up on Windows" value={why} onInput={setWhy} />
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
    title={`Resume rollout of ${version}?`}
    lines={[
      { icon: 'arrow', text: `The same ${rollout.percent}% of clients are offered it again.` },
      ...(rollout.stopped === null
        ? []
        : [{ icon: 'warn', tone: 'warn', text: `It was paused: ${rollout.stopped.reason}` } as const]),
      { icon: 'clock', text: 'The step timer and health counts restart.' },
    ]}
    button="Resume rollout"
    done={`Resumed ${version} at ${rollout.percent}%.`}
    onConfirm={() => client.resumeRollout(app, id)}
    onClose={onClose}
  />
);

const linesFor = (rollout: Rollout, to: number, checks: number): EffectLine[] => {
  if (to >= 100)
    return [
      { icon: 'arrow', text: 'Everyone is offered it, at once. The rollout is over.' },
      { icon: 'people', text: affectedChecksText(checks, rollout.percent, 100) },
      { icon: 'undo', text: 'To stop it afterwards, withdraw the release.' },
    ];
  return [
    { icon: 'arrow', text: `It is offered to ${to}% of clients and stays there; planned steps are dropped.` },
    { icon: 'people', text: affectedChecksText(checks, rollout.percent, to) },
  ];
};

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
  const isEveryone = to === 100;
  return (
    <ActionDialog
      app={app}
      title={`Offer ${version} to how many?`}
      lines={to === undefined || to === rollout.percent ? [] : linesFor(rollout, to, checks)}
      button={isEveryone ? `Offer ${version} to everyone` : `Offer ${version} to ${to ?? '…'}%`}
      reason={
        'fault' in parsed ? parsed.fault : to === rollout.percent ? 'It stands there already.' : undefined
      }
      done={isEveryone ? `${version} is offered to everyone.` : `${version} is offered to ${to}%.`}
      onConfirm={() =>
        isEveryone ? client.completeRollout(app, id) : client.advanceRollout(app, id, { percent: to ?? 0 })
      }
      onClose={onClose}
    >
      <TextField
        label="Percent of clients"
        isMono
        value={text}
        onInput={setText}
        {...('fault' in parsed ? { error: parsed.fault } : {})}
      />
    </ActionDialog>
  );
};
