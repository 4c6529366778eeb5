import type { Release, Rollout } from '@slipway/api';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Line } from '../../acting/effect-lines.ts';
import { Lines } from '../../acting/lines.tsx';
import { ReasonField } from '../../acting/reason-field.tsx';
import { client } from '../../client.ts';
import { dayBefore } from '../../format.ts';
import { refreshShown, useAnswer } from '../../live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ProblemBox } from '../../parts/problem.tsx';
import { toast } from '../../parts/toast.tsx';
import { movedChecks, parsePercent } from './rollout-words.ts';

export interface RolloutDialogProps {
  app: string;
  release: Release;
  rollout: Rollout;
  onClose: () => void;
}

/** A question about a rollout: what it changes, perhaps a field, the button. */
const Steer = ({
  app,
  title,
  lines,
  button,
  reason,
  said,
  act,
  onClose,
  children,
}: {
  app: string;
  title: string;
  lines: readonly Line[];
  button: string;
  reason?: string | undefined;
  /** What is said when it is done. */
  said: string;
  act: () => Promise<unknown>;
  onClose: () => void;
  children?: ComponentChildren;
}) => {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const press = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isBusy || reason !== undefined) return;
    setBusy(true);
    setError(undefined);
    try {
      await act();
      toast(said);
      refreshShown(`${app}/`);
      onClose();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="confirm" onSubmit={(event) => void press(event)}>
        <Lines lines={lines} />
        {children}
        {error !== undefined && <ProblemBox error={error} />}
        <div class="confirm-actions">
          <Button onPress={onClose}>Leave it as it is</Button>
          <Button type="submit" kind="primary" isBusy={isBusy} reason={reason}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};

/** Asks before nobody is offered it any more. */
export const PauseRollout = ({ app, release: { id, version }, rollout, onClose }: RolloutDialogProps) => {
  const [why, setWhy] = useState('');
  return (
    <Steer
      app={app}
      title={`Pause the rollout of ${version}?`}
      lines={[
        { icon: 'arrow', text: 'From now on nobody is offered it; clients get the release before.' },
        { icon: 'people', text: 'Whoever has it keeps it, and it stays listed. Withdraw goes further.' },
        { icon: 'undo', text: `Resume goes on at ${rollout.percent}%, with the same clients.` },
      ]}
      button={`Pause ${version} at ${rollout.percent}%`}
      reason={why.trim() === '' ? 'Say why first: one sentence is enough.' : undefined}
      said={`The rollout of ${version} is paused.`}
      act={() => client.pauseRollout(app, id, { reason: why.trim() })}
      onClose={onClose}
    >
      <ReasonField
        label="Why? The audit log keeps this."
        placeholder="Crash reports from Windows look odd"
        value={why}
        onInput={setWhy}
      />
    </Steer>
  );
};

/** Asks before it goes on. */
export const ResumeRollout = ({ app, release: { id, version }, rollout, onClose }: RolloutDialogProps) => (
  <Steer
    app={app}
    title={`Resume the rollout of ${version}?`}
    lines={[
      { icon: 'arrow', text: `${rollout.percent}% of clients are offered it again: the same as before.` },
      ...(rollout.stopped === null
        ? []
        : [{ icon: 'warn', tone: 'warn', text: `It was stopped: ${rollout.stopped.reason}` } as const]),
      { icon: 'clock', text: 'The hours until the next step, and what speaks against it, begin anew.' },
    ]}
    button={`Resume ${version} at ${rollout.percent}%`}
    said={`The rollout of ${version} goes on.`}
    act={() => client.resumeRollout(app, id)}
    onClose={onClose}
  />
);

/** Yesterday's checks of a channel: the last whole UTC day. */
const useChecks = (app: string, channel: string): number => {
  const day = dayBefore(1);
  const { value } = useAnswer(`${app}/checks-by-version/${channel}`, () =>
    client.sumFleet(app, { by: 'version', channel, from: day, to: day }),
  );
  return value?.fleet.totals.checks ?? 0;
};

const linesFor = (rollout: Rollout, to: number, checks: number): Line[] => {
  if (to >= 100)
    return [
      { icon: 'arrow', text: 'Everyone is offered it, at once. The rollout is over.' },
      { icon: 'people', text: movedChecks(checks, rollout.percent, 100) },
      { icon: 'undo', text: 'To stop it afterwards, withdraw the release.' },
    ];
  return [
    { icon: 'arrow', text: `It is offered to ${to}% of clients and stays there; planned steps are dropped.` },
    { icon: 'people', text: movedChecks(checks, rollout.percent, to) },
  ];
};

/** Asks before the percent changes; any value in steps of 0.1 % can be typed. */
export const ChangeRollout = ({
  app,
  release: { id, version, channel },
  rollout,
  first,
  onClose,
}: RolloutDialogProps & { first: number }) => {
  const [text, setText] = useState(String(first));
  const checks = useChecks(app, channel);
  const parsed = parsePercent(text);
  const to = 'percent' in parsed ? parsed.percent : undefined;
  const isEveryone = to === 100;
  return (
    <Steer
      app={app}
      title={`Offer ${version} to how many?`}
      lines={to === undefined || to === rollout.percent ? [] : linesFor(rollout, to, checks)}
      button={isEveryone ? `Offer ${version} to everyone` : `Offer ${version} to ${to ?? '…'}%`}
      reason={
        'fault' in parsed ? parsed.fault : to === rollout.percent ? 'It stands there already.' : undefined
      }
      said={isEveryone ? `${version} is offered to everyone.` : `${version} is offered to ${to}%.`}
      act={() =>
        isEveryone ? client.completeRollout(app, id) : client.advanceRollout(app, id, { percent: to ?? 0 })
      }
      onClose={onClose}
    >
      <TextField
        label="Percent of clients"
        isMono
        value={text}
        onInput={setText}
        {...('fault' in parsed ? { fault: parsed.fault } : {})}
      />
    </Steer>
  );
};
