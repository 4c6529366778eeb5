import type { ComponentChildren } from 'preact';

/** Something that is so or is not, with what it means; what may not be changed can be reached all the same. */
export const Tick = ({
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
  <label class="tick">
    <input
      type="checkbox"
      checked={isOn}
      aria-disabled={reason === undefined ? undefined : 'true'}
      onClick={(event) => {
        if (reason !== undefined) event.preventDefault();
      }}
      onChange={() => onChange(!isOn)}
    />
    <span>
      {name}
      {children !== undefined && <span class="line">{children}</span>}
    </span>
  </label>
);
