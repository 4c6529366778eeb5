import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { ProblemBox } from './problem.tsx';
import { useAction } from './use-action.ts';

export interface FormProps {
  /** Names the action and its object. */
  submitLabel: string;
  /** Why it cannot be submitted: incomplete, or no permission. */
  disabledReason: string | undefined;
  onSubmit: () => Promise<void>;
  onCancel?: (() => void) | undefined;
  /** Makes fields as narrow as their content. */
  isNarrow?: boolean;
  /** Renders the fields; the error holds the server's validation problems. */
  children: (error: unknown) => ComponentChildren;
}

/** A form with a submit button; server errors show above the button. */
export const Form = ({ submitLabel, disabledReason, onSubmit, onCancel, isNarrow, children }: FormProps) => {
  const { isBusy, error, run } = useAction();
  const send = (event: Event): void => {
    event.preventDefault();
    if (disabledReason === undefined) void run(onSubmit);
  };
  return (
    <form class={isNarrow === true ? 'form padded' : 'form wide padded'} onSubmit={send}>
      {children(error)}
      <ProblemBox error={error} />
      <div class="actions">
        {onCancel !== undefined && <Button onPress={onCancel}>Cancel</Button>}
        <Button kind="primary" type="submit" isBusy={isBusy} disabledReason={disabledReason}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
};
