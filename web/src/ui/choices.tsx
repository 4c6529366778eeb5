import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { CheckableInput } from './checkbox.tsx';

export interface Choice<Value extends string> {
  value: Value;
  name: ComponentChildren;
  /** What it means, in a sentence. */
  what: ComponentChildren;
  /** Why this one cannot be chosen. */
  reason?: string | undefined;
}

/** One of a few, or some of them, each with what it means. What cannot be chosen stays where it is and says why. */
export const ChoiceList = <Value extends string>({
  legend,
  choices,
  value,
  onChange,
  reason,
}: {
  legend: string;
  choices: readonly Choice<Value>[];
  /** What is chosen; a set where that may be several. */
  value: string | ReadonlySet<string>;
  onChange: (value: Value) => void;
  /** Why none can be chosen; said once, where the form says it. */
  reason?: string | undefined;
}) => {
  const id = useId();
  const circleOf = typeof value === 'string' ? id : undefined;
  const chosen = typeof value === 'string' ? new Set([value]) : value;
  return (
    <fieldset class={choices.length === 3 ? 'choices' : 'choices two'}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <CheckableInput
          key={choice.value}
          look="choice"
          circleOf={circleOf}
          isOn={chosen.has(choice.value)}
          isOff={(reason ?? choice.reason) !== undefined}
          onChange={() => onChange(choice.value)}
        >
          <strong>{choice.name}</strong>
          <span class="small quiet">{choice.reason ?? choice.what}</span>
        </CheckableInput>
      ))}
    </fieldset>
  );
};
