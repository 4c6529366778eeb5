import { Field } from '../parts/field.tsx';

/** What the API takes at most. */
const longest = 500;

/** Why something is done: the audit log keeps it. */
export const ReasonField = ({
  label,
  value,
  onInput,
  placeholder,
}: {
  label: string;
  value: string;
  onInput: (value: string) => void;
  placeholder: string;
}) => (
  <Field label={label}>
    {(wired) => (
      <textarea
        {...wired}
        // biome-ignore lint/a11y/noAutofocus: a dialog puts the focus on what is to be filled in
        autoFocus
        rows={2}
        maxLength={longest}
        required
        placeholder={placeholder}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    )}
  </Field>
);
