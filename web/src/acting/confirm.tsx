import type { Effects, EffectVerb } from '@slipway/api';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../client.ts';
import { type Answer, refreshShown } from '../live.ts';
import { Button } from '../parts/button.tsx';
import { Skeleton } from '../parts/card.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemBox } from '../parts/problem.tsx';
import { useDoing } from '../parts/use-doing.ts';
import { isSameChange, type Line } from './effect-lines.ts';
import { Lines } from './lines.tsx';

/* A question before something is done: what it changes, computed by the decision that answers clients, then the button. */

/** The release that an action is about. */
export interface Subject {
  id: string;
  version: string;
  channel: string;
}

export interface ConfirmProps {
  app: string;
  release: Subject;
  verb: EffectVerb;
  title: string;
  /** What stays as it is when one turns back. */
  keep: string;
  button: string;
  isDanger?: boolean;
  /** Why it cannot be confirmed yet: something is not filled in. */
  missing: (effects: Effects | undefined) => string | undefined;
  lines: (effects: Effects) => readonly Line[];
  /** Fields between the effects and the buttons. */
  children?: (effects: Effects | undefined) => ComponentChildren;
  act: () => Promise<void>;
  onClose: () => void;
}

const changedMeanwhile = 'What would change is no longer what you read. Look again, then press once more.';

/** What the action would change: asked for by the dialog itself, since once it is done the question makes no sense. */
const useEffects = (ask: () => Promise<Effects>) => {
  const [effects, setEffects] = useState<Omit<Answer<Effects>, 'at'>>({ value: undefined, error: undefined });
  const read = (): void => {
    ask().then(
      (value) => setEffects({ value, error: undefined }),
      (error) => setEffects((before) => ({ ...before, error })),
    );
  };
  useEffect(read, []);
  return { effects, read };
};

const useConfirming = ({ app, release, verb, act, onClose }: ConfirmProps) => {
  const ask = () => client.foresee(app, release.id, { verb });
  const { effects, read } = useEffects(ask);
  const { isBusy, error, run } = useDoing();
  const [hasChanged, setChanged] = useState(false);
  /** Whether what was read still holds; where nobody can tell, whoever acts knows that. */
  const holds = async (): Promise<boolean> => {
    if (effects.value === undefined) return true;
    const now = await ask().catch(() => undefined);
    return now === undefined || isSameChange(effects.value, now);
  };
  const confirm = async (): Promise<void> => {
    const isSame = await holds();
    setChanged(!isSame);
    if (!isSame) return read();
    await act();
    refreshShown(`${app}/`);
    return onClose();
  };
  return { effects, isBusy, error, hasChanged, confirm: () => run(confirm), retry: read };
};

/** The dialog before an action on a release. */
export const Confirm = (props: ConfirmProps) => {
  const { title, keep, button, isDanger, missing, lines, children, onClose } = props;
  const { effects, isBusy, error, hasChanged, confirm, retry } = useConfirming(props);
  const { value } = effects;
  const reason = missing(value);
  const press = (event: Event): void => {
    event.preventDefault();
    if (reason === undefined) void confirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="confirm" onSubmit={press}>
        <div class="foreseen">
          {value !== undefined && <Lines lines={lines(value)} />}
          {value === undefined && effects.error === undefined && <Skeleton lines={4} />}
          <ProblemBox error={effects.error} onRetry={retry} />
        </div>
        {children?.(value)}
        {hasChanged && (
          <p class="warn" role="alert">
            {changedMeanwhile}
          </p>
        )}
        <ProblemBox error={error} />
        <div class="confirm-actions">
          <Button onPress={onClose}>{keep}</Button>
          <Button
            type="submit"
            kind={isDanger === true ? 'danger' : 'primary'}
            isBusy={isBusy}
            reason={reason}
          >
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
