import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface Choice<Value extends string> {
  value: Value;
  name: string;
  /** What it means, in a sentence. */
  what: ComponentChildren;
  /** Why this one cannot be chosen. */
  reason?: string | undefined;
}

/** One of a few, each with what it means. What cannot be chosen stays where it is and says why. */
export const Choices = <Value extends string>({
  legend,
  choices,
  value,
  onChange,
  reason,
}: {
  legend: string;
  choices: readonly Choice<Value>[];
  value: string;
  onChange: (value: Value) => void;
  /** Why none can be chosen; said once, where the form says it. */
  reason?: string | undefined;
}) => {
  const name = useId();
  return (
    <fieldset class={choices.length % 2 === 0 ? 'choices two' : 'choices'}>
      <legend>{legend}</legend>
      {choices.map((choice) => {
        const isOff = reason !== undefined || choice.reason !== undefined;
        return (
          <label key={choice.value} class="choice">
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              aria-disabled={isOff ? 'true' : undefined}
              onClick={(event) => {
                if (isOff) event.preventDefault();
              }}
              onChange={() => onChange(choice.value)}
            />
            <span>
              <strong>{choice.name}</strong>
              <span class="small quiet">{choice.reason ?? choice.what}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
};
