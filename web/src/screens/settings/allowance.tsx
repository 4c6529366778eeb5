import type { App } from '@slipway/api';
import { useState } from 'preact/hooks';
import { formatBytes } from '../../format.ts';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { mayNot } from '../../session.ts';
import { faultOf } from '../../words.ts';
import { bytesText, parseBytes } from './changes.ts';
import { saveApp } from './save.ts';

const wordsFor = (bytes: number | null | undefined): string => {
  if (bytes === null) return 'Lift the limit';
  return bytes === undefined ? 'Set the allowance' : `Allow ${formatBytes(bytes)} a month`;
};

/** How much may be downloaded in a month; only the operator says so. */
export const Allowance = ({ app }: { app: App }) => {
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const text = typed ?? bytesText(app.allowanceBytes);
  const bytes = parseBytes(text);
  const mayBe = mayNot('admin');
  const fault = bytes === undefined ? 'A number and a unit, as 500 GB or 2 TB.' : undefined;
  const reason = mayBe ?? fault ?? (bytes === app.allowanceBytes ? 'Nothing has changed.' : undefined);
  const save = async (): Promise<void> => {
    await saveApp(app.slug, { allowanceBytes: bytes ?? null }, 'The allowance is set.');
    setTyped(undefined);
  };
  return (
    <Card title="Allowance" note={mayBe ?? 'a UTC month'}>
      <Form button={wordsFor(bytes)} reason={reason} act={save}>
        {(error) => (
          <TextField
            label="Downloads a month"
            value={text}
            onInput={setTyped}
            placeholder="unlimited"
            isFixed={mayBe !== undefined}
            fault={fault ?? faultOf(error, '/allowanceBytes')}
            help="As 500 GB or 2 TB; empty is unlimited. When it is used up downloads answer 402 until the next month; update checks go on."
          />
        )}
      </Form>
    </Card>
  );
};
