import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { ProblemBox } from './problem.tsx';
import { useAction } from './use-action.ts';

export interface FormProps {
  /** Names the action and its object. */
  button: string;
  /** Why it cannot be submitted: incomplete, or no permission. */
  reason: string | undefined;
  act: () => Promise<void>;
  onCancel?: (() => void) | undefined;
  /** Makes fields as narrow as their content. */
  isNarrow?: boolean;
  /** Renders the fields; the error holds the server's validation problems. */
  children: (error: unknown) => ComponentChildren;
}

/** A form with a submit button; server errors show above the button. */
export const Form = ({ button, reason, act, onCancel, isNarrow, children }: FormProps) => {
  const { isBusy, error, run } = useAction();
  const send = (event: Event): void => {
    event.preventDefault();
    if (reason === undefined) void run(act);
  };
  return (
    <form class={isNarrow === true ? 'form padded' : 'form wide padded'} onSubmit={send}>
      {children(error)}
      <ProblemBox error={error} />
      <div class="actions">
        {onCancel !== undefined && <Button onPress={onCancel}>Cancel</Button>}
        <Button kind="primary" type="submit" isBusy={isBusy} reason={reason}>
          {button}
        </Button>
      </div>
    </form>
  );
};
