import type { Effects, EffectVerb } from '@slipway/api';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../data/client.ts';
import { isSettled, type QueryResult } from '../data/query-cache.ts';
import { Skeleton } from '../ui/card.tsx';
import { ProblemBox } from '../ui/problem.tsx';
import { ActionDialog, type ActionDialogProps } from './action-dialog.tsx';
import { type EffectLine, hasSameEffects } from './effect-lines.ts';
import { EffectList } from './effect-list.tsx';

/* A question before something is done: what it changes, computed by the decision that answers clients, then the button. */

/** The release that an action is about. */
export interface ActionSubject {
  id: string;
  version: string;
  channel: string;
}

export interface ConfirmDialogProps extends Omit<ActionDialogProps, 'lines' | 'reason' | 'children'> {
  release: ActionSubject;
  verb: EffectVerb;
  /** Why it cannot be confirmed yet: something is not filled in. */
  missing: (effects: Effects | undefined) => string | undefined;
  lines: (effects: Effects) => readonly EffectLine[];
  /** Fields between the effects and the buttons. */
  children?: (effects: Effects | undefined) => ComponentChildren;
}

/** Why what nobody has read yet cannot be confirmed, where that is asked for. */
export const effectsUnknown = 'Its effects are not known yet.';

const changedMeanwhile = 'What would change is no longer what you read. Look again, then press once more.';

/** What the action would change: asked for by the dialog itself, since once it is done the question makes no sense. */
const useEffects = (ask: () => Promise<Effects>) => {
  const [effects, setEffects] = useState<Omit<QueryResult<Effects>, 'at'>>({
    value: undefined,
    error: undefined,
  });
  const read = (): void => {
    ask().then(
      (value) => setEffects({ value, error: undefined }),
      (error) => setEffects((before) => ({ ...before, error })),
    );
  };
  useEffect(read, []);
  return { effects, read };
};

/** The dialog before an action on a release. */
export const ConfirmDialog = ({
  release,
  verb,
  missing,
  lines,
  children,
  act,
  ...asked
}: ConfirmDialogProps) => {
  const ask = () => client.foresee(asked.app, release.id, { verb });
  const { effects, read } = useEffects(ask);
  const { value, error } = effects;
  const [hasChanged, setChanged] = useState(false);
  /** Whether what was read still holds; where nobody can tell, whoever acts knows that. */
  const holds = async (): Promise<boolean> => {
    if (value === undefined) return true;
    const now = await ask().catch(() => undefined);
    return now === undefined || hasSameEffects(value, now);
  };
  const confirm = async (): Promise<unknown> => {
    const isSame = await holds();
    setChanged(!isSame);
    if (isSame) return act();
    read();
    return false;
  };
  return (
    <ActionDialog {...asked} reason={missing(value)} act={confirm}>
      <div class="foreseen">
        {value !== undefined && <EffectList lines={lines(value)} />}
        {!isSettled(effects) && <Skeleton lines={4} />}
        <ProblemBox error={error} onRetry={read} />
      </div>
      {children?.(value)}
      {hasChanged && (
        <p class="warn" role="alert">
          {changedMeanwhile}
        </p>
      )}
    </ActionDialog>
  );
};
