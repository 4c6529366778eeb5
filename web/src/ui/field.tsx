import { type ComponentChildren, h } from 'preact';
import { useId } from 'preact/hooks';

interface FieldAria {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
}

export interface FieldProps {
  label: string;
  help?: ComponentChildren;
  /** The validation error. */
  error?: string | undefined;
  /** Renders the control with the IDs that link it to its label, help and error. */
  children: (wired: FieldAria) => ComponentChildren;
}

export const Field = ({ label, help, error, children }: FieldProps) => {
  const id = useId();
  const described = [help === undefined ? '' : `${id}-help`, error === undefined ? '' : `${id}-fault`];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : 'true',
      })}
      {help !== undefined && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error !== undefined && (
        <p class="error" id={`${id}-fault`}>
          {error}
        </p>
      )}
    </div>
  );
};

export interface TextFieldProps extends Omit<FieldProps, 'children'> {
  value: string;
  onInput: (value: string) => void;
  placeholder?: string;
  isMono?: boolean;
  isRequired?: boolean;
  /** Read-only, if the user lacks permission. */
  isReadOnly?: boolean;
  maxLength?: number;
  /** Visible lines; undefined for a single-line input. */
  rows?: number | undefined;
  /** Prose is spell-checked; names and keys are not. */
  isProse?: boolean;
  /** Receives focus when its dialog opens. */
  hasAutoFocus?: boolean;
  onBlur?: (event: Event) => void;
}

export const TextField = (props: TextFieldProps) => {
  const { value, onInput, placeholder, isMono, isRequired, isReadOnly, maxLength, ...others } = props;
  const { rows, isProse = false, hasAutoFocus, onBlur, ...field } = others;
  return (
    <Field {...field}>
      {(wired) =>
        h(rows === undefined ? 'input' : 'textarea', {
          ...wired,
          type: rows === undefined ? 'text' : undefined,
          class: isMono === true ? 'mono' : '',
          value,
          placeholder,
          required: isRequired,
          readOnly: isReadOnly,
          maxLength,
          rows,
          autoFocus: hasAutoFocus,
          autocomplete: 'off',
          spellcheck: isProse,
          onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
          onBlur,
        })
      }
    </Field>
  );
};

export interface SelectFieldProps extends Omit<FieldProps, 'children'> {
  options: readonly string[];
  /** An option's label, if it differs from its value. */
  labelOf?: (option: string) => string;
  isDisabled?: (option: string) => boolean;
  value: string;
  onChange: (value: string) => void;
}

/** A labeled select; it also shows a current value that is not among the options. */
export const SelectField = ({
  options,
  labelOf = (option) => option,
  isDisabled,
  value,
  onChange,
  ...field
}: SelectFieldProps) => (
  <Field {...field}>
    {(wired) => (
      <select {...wired} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {(options.includes(value) ? options : [value, ...options]).map((option) => (
          <option key={option} value={option} disabled={isDisabled?.(option)}>
            {labelOf(option)}
          </option>
        ))}
      </select>
    )}
  </Field>
);

export interface SegmentedControlProps<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, text: string])[];
  value: Value;
  onChange: (value: Value) => void;
}

export const SegmentedControl = <Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) => (
  <div class="segments" role="group" aria-label={label}>
    {options.map(([option, text]) => (
      <button
        key={option}
        type="button"
        aria-pressed={option === value ? 'true' : 'false'}
        onClick={() => onChange(option)}
      >
        {text}
      </button>
    ))}
  </div>
);

export const SegmentedField = <Value extends string>(props: SegmentedControlProps<Value>) => (
  <div class="field">
    <span class="label">{props.label}</span>
    <div>
      <SegmentedControl {...props} />
    </div>
  </div>
);

export const Select = ({
  label,
  options,
  labelOf = (option) => option,
  value,
  onChange,
}: Pick<SelectFieldProps, 'label' | 'options' | 'labelOf' | 'value' | 'onChange'>) => (
  <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
    {options.map((option) => (
      <option key={option} value={option}>
        {labelOf(option)}
      </option>
    ))}
  </select>
);
