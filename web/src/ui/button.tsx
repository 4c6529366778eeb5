import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/*
 * Buttons name their action. A button the user may not press stays visible and focusable, and says why it is disabled.
 */

export interface ButtonProps {
  children: ComponentChildren;
  kind?: 'primary' | 'danger' | 'plain' | 'quiet' | undefined;
  /** Its class, if it should not look like a button. */
  className?: string;
  /** Why it is disabled. */
  disabledReason?: string | undefined;
  isBusy?: boolean | undefined;
  onPress?: (() => void) | undefined;
  type?: 'button' | 'submit' | undefined;
  /** An accessible name if the visible text is not enough; it must contain that text. */
  label?: string | undefined;
}

const classOf = (kind: ButtonProps['kind'] = 'plain'): string => `button ${kind}`;

export const Button = (props: ButtonProps) => {
  const {
    children,
    kind,
    className = classOf(kind),
    disabledReason,
    isBusy,
    onPress,
    type = 'button',
    label,
  } = props;
  const id = useId();
  const isOff = disabledReason !== undefined || isBusy === true;
  const press = (event: Event): void => {
    if (isOff) event.preventDefault();
    else onPress?.();
  };
  const button = (
    <button
      type={type}
      class={className}
      aria-disabled={isOff ? 'true' : undefined}
      aria-describedby={disabledReason === undefined ? undefined : id}
      aria-busy={isBusy === true ? 'true' : undefined}
      aria-label={label}
      onClick={press}
    >
      {children}
    </button>
  );
  if (disabledReason === undefined) return button;
  return (
    <span class="has-tip">
      {button}
      <span class="tip" role="tooltip" id={id}>
        {disabledReason}
      </span>
    </span>
  );
};

/** A link styled as a button. With a reason it is disabled. */
export const LinkButton = ({
  href,
  children,
  kind,
  disabledReason,
}: Pick<ButtonProps, 'children' | 'kind' | 'disabledReason'> & { href: string }) =>
  disabledReason === undefined ? (
    <a class={classOf(kind)} href={href}>
      {children}
    </a>
  ) : (
    <Button kind={kind} disabledReason={disabledReason}>
      {children}
    </Button>
  );
