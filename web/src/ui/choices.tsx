import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { CheckableInput } from './checkbox.tsx';

export interface Choice<Value extends string> {
  value: Value;
  label: ComponentChildren;
  /** A sentence about the option. */
  description: ComponentChildren;
  /** Why this option is disabled. */
  disabledReason?: string | undefined;
}

/** Radio buttons or checkboxes with descriptions. Disabled options stay visible and say why. */
export const ChoiceList = <Value extends string>({
  legend,
  choices,
  value,
  onChange,
  reason,
}: {
  legend: string;
  choices: readonly Choice<Value>[];
  /** The selected value, or a set if several can be selected. */
  value: string | ReadonlySet<string>;
  onChange: (value: Value) => void;
  /** Why all options are disabled; the form shows it once. */
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
          isOff={(reason ?? choice.disabledReason) !== undefined}
          onChange={() => onChange(choice.value)}
        >
          <strong>{choice.label}</strong>
          <span class="small quiet">{choice.disabledReason ?? choice.description}</span>
        </CheckableInput>
      ))}
    </fieldset>
  );
};
