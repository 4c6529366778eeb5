import { TextField } from '../ui/field.tsx';

/** The API limit. */
const longest = 500;

export const ReasonField = ({
  value,
  onInput,
  placeholder,
}: {
  value: string;
  onInput: (value: string) => void;
  placeholder: string;
}) => (
  <TextField
    label="Reason"
    help="Saved in the audit log."
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
