import type { App } from '@slipway/api';
import { useState } from 'preact/hooks';
import { fieldError } from '../../data/problem-messages.ts';
import { denialReason } from '../../data/session.ts';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { formatBytesInput, parseBytesInput } from './changed-fields.ts';
import { limitInvalid, limitSaved, noChanges } from './messages.ts';
import { saveApp } from './save-app.ts';

/** The monthly download allowance; only the operator can change it. */
export const AllowanceSettings = ({ app }: { app: App }) => {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const text = typed ?? formatBytesInput(app.allowanceBytes);
  const bytes = parseBytesInput(text);
  const mayBe = denialReason('admin');
  const fault = bytes === undefined ? limitInvalid : undefined;
  const reason = mayBe ?? fault ?? (bytes === app.allowanceBytes ? noChanges : undefined);
  const save = async (): Promise<void> => {
    await saveApp(app.slug, { allowanceBytes: bytes ?? null }, limitSaved);
    setTyped(undefined);
  };
  return (
    <Card title="Download limit" note={mayBe ?? 'Per month (UTC)'}>
      <Form submitLabel="Save limit" disabledReason={reason} onSubmit={save}>
        {(error) => (
          <TextField
            label="Monthly limit"
            value={text}
            onInput={setTyped}
            placeholder="No limit"
            isReadOnly={mayBe !== undefined}
            error={fault ?? fieldError(error, '/allowanceBytes')}
            help="For example 500 GB. When reached, downloads fail (HTTP 402) until next month; update checks keep working."
          />
        )}
      </Form>
    </Card>
  );
};
