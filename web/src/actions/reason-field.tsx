import { TextField } from '../ui/field.tsx';

/** The API limit. */
const longest = 500;

/** The reason is recorded in the audit log. */
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
  <TextField
    label={label}
    isProse
    hasAutoFocus
    isRequired
    rows={2}
    maxLength={longest}
    placeholder={placeholder}
    value={value}
    onInput={onInput}
  />
);
