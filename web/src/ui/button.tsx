import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/*
 * Buttons name their action. A button the user may not press stays visible and focusable, and says why it is disabled.
 */

export interface ButtonProps {
  children: ComponentChildren;
  kind?: 'primary' | 'danger' | 'plain' | 'quiet' | undefined;
  /** Its class, if it should not look like a button. */
  look?: string;
  /** Why it is disabled. */
  reason?: string | undefined;
  isBusy?: boolean | undefined;
  onPress?: (() => void) | undefined;
  type?: 'button' | 'submit' | undefined;
  /** An accessible name if the visible text is not enough; it must contain that text. */
  label?: string | undefined;
}

const classOf = (kind: ButtonProps['kind'] = 'plain'): string => `button ${kind}`;

export const Button = (props: ButtonProps) => {
  const { children, kind, look = classOf(kind), reason, isBusy, onPress, type = 'button', label } = props;
  const id = useId();
  const isOff = reason !== undefined || isBusy === true;
  const press = (event: Event): void => {
    if (isOff) event.preventDefault();
    else onPress?.();
  };
  const button = (
    <button
      type={type}
      class={look}
      aria-disabled={isOff ? 'true' : undefined}
      aria-describedby={reason === undefined ? undefined : id}
      aria-busy={isBusy === true ? 'true' : undefined}
      aria-label={label}
      onClick={press}
    >
      {children}
    </button>
  );
  if (reason === undefined) return button;
  return (
    <span class="reasoned">
      {button}
      <span class="reason" role="tooltip" id={id}>
        {reason}
      </span>
    </span>
  );
};

/** A link styled as a button. With a reason it is disabled. */
export const LinkButton = ({
  href,
  children,
  kind,
  reason,
}: Pick<ButtonProps, 'children' | 'kind' | 'reason'> & { href: string }) =>
  reason === undefined ? (
    <a class={classOf(kind)} href={href}>
      {children}
    </a>
  ) : (
    <Button kind={kind} reason={reason}>
      {children}
    </Button>
  );
