import type { ComponentChildren } from 'preact';

export const toggleInSet = <T,>(chosen: ReadonlySet<T>, one: T): ReadonlySet<T> => {
  const next = new Set(chosen);
  if (!next.delete(one)) next.add(one);
  return next;
};

/** A labeled checkbox or radio button; it stays focusable when read-only. */
export const CheckableInput = ({
  look,
  circleOf,
  isOn,
  isOff,
  onChange,
  children,
}: {
  look: 'tick' | 'choice';
  /** The radio group's name. */
  circleOf?: string | undefined;
  isOn: boolean;
  isOff: boolean;
  onChange: () => void;
  children: ComponentChildren;
}) => (
  <label class={look}>
    <input
      type={circleOf === undefined ? 'checkbox' : 'radio'}
      name={circleOf}
      checked={isOn}
      aria-disabled={isOff ? 'true' : undefined}
      onClick={(event) => {
        if (isOff) event.preventDefault();
      }}
      onChange={onChange}
    />
    <span>{children}</span>
  </label>
);

export const Checkbox = ({
  name,
  isOn,
  onChange,
  reason,
  children,
}: {
  name: ComponentChildren;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  reason?: string | undefined;
  children?: ComponentChildren;
}) => (
  <CheckableInput look="tick" isOn={isOn} isOff={reason !== undefined} onChange={() => onChange(!isOn)}>
    {name}
    {children !== undefined && <span class="line">{children}</span>}
  </CheckableInput>
);
