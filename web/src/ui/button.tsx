import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/*
 * A button says what it does and to whom. One that whoever is signed in may not press stays where it is, can be
 * reached, and says why.
 */

export interface ButtonProps {
  children: ComponentChildren;
  kind?: 'primary' | 'danger' | 'plain' | 'quiet' | undefined;
  /** Its class, where it does not look like a button. */
  look?: string;
  /** Why it cannot be pressed. */
  reason?: string | undefined;
  isBusy?: boolean | undefined;
  onPress?: (() => void) | undefined;
  type?: 'button' | 'submit' | undefined;
  /** A name for those who do not see it, where what is seen is not enough; it holds what is seen. */
  label?: string | undefined;
}

const classOf = (kind: ButtonProps['kind'] = 'plain'): string => `button ${kind}`;

/** A button; with a reason it is greyed and tells it. */
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

/** A link that looks like a button: it leads somewhere. With a reason it leads nowhere and tells why. */
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
