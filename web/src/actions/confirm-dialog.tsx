import type { Effects, EffectVerb } from '@slipway/api';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../data/client.ts';
import { isSettled, type QueryResult } from '../data/query-cache.ts';
import { Skeleton } from '../ui/card.tsx';
import { ProblemBox } from '../ui/problem.tsx';
import { ActionDialog, type ActionDialogProps } from './action-dialog.tsx';
import type { ActionSubject } from './confirmation.ts';
import { type EffectLine, hasSameEffects } from './effect-lines.ts';
import { EffectList } from './effect-list.tsx';
import { effectsChanged } from './messages.ts';
import { WarningList } from './warning-list.tsx';

/* Confirms an action on a release. The server previews the effects with the logic that serves clients. */

export interface ConfirmDialogProps extends Omit<ActionDialogProps, 'lines' | 'reason' | 'children'> {
  release: ActionSubject;
  verb: EffectVerb;
  /** Why the button is disabled: a field is not filled in yet. */
  missing: (effects: Effects | undefined) => string | undefined;
  lines: (effects: Effects) => readonly EffectLine[];
  children?: (effects: Effects | undefined) => ComponentChildren;
}

/** Fetches the effects outside the query cache: after the action, the preview no longer applies. */
const useEffects = (ask: () => Promise<Effects>) => {
  const [effects, setEffects] = useState<Omit<QueryResult<Effects>, 'updatedAt'>>({
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

export const ConfirmDialog = ({
  release,
  verb,
  missing,
  lines,
  children,
  onConfirm,
  ...dialogProps
}: ConfirmDialogProps) => {
  const ask = () => client.previewEffects(dialogProps.app, release.id, { verb });
  const { effects, read } = useEffects(ask);
  const { value, error } = effects;
  const [hasChanged, setChanged] = useState(false);
  /** Whether the displayed effects are still current; true if the server does not respond. */
  const holds = async (): Promise<boolean> => {
    if (value === undefined) return true;
    const now = await ask().catch(() => undefined);
    return now === undefined || hasSameEffects(value, now);
  };
  const confirm = async (): Promise<unknown> => {
    const isSame = await holds();
    setChanged(!isSame);
    if (isSame) return onConfirm();
    read();
    return false;
  };
  return (
    <ActionDialog {...dialogProps} reason={missing(value)} onConfirm={confirm}>
      <div class="preview">
        {value !== undefined && (
          <>
            {/* A publisher confirms each warning with a checkbox instead. */}
            {verb !== 'publish' && <WarningList warnings={value.warnings} />}
            <EffectList lines={lines(value)} />
          </>
        )}
        {!isSettled(effects) && <Skeleton lines={4} />}
        <ProblemBox error={error} onRetry={read} />
      </div>
      {children?.(value)}
      {hasChanged && (
        <p class="warn" role="alert">
          {effectsChanged}
        </p>
      )}
    </ActionDialog>
  );
};
