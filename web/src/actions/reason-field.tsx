import { TextField } from '../ui/field.tsx';

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
  <TextField
    label={label}
    isProse
    isFirst
    isRequired
    rows={2}
    maxLength={longest}
    placeholder={placeholder}
    value={value}
    onInput={onInput}
  />
);
