import type { Warning } from '@slipway/api';
import { Checkbox, toggleInSet } from '../ui/checkbox.tsx';
import { formatQuantity } from '../ui/format.ts';
import { warningKey } from '../upload/job.ts';

/** Each warning has its own checkbox, so that none is accepted unread. */
export const CheckboxList = ({
  warnings,
  ticked,
  onTick,
}: {
  warnings: readonly Warning[];
  ticked: ReadonlySet<string>;
  onTick: (ticked: ReadonlySet<string>) => void;
}) =>
  warnings.length === 0 ? null : (
    <fieldset class="ticks">
      <legend>{formatQuantity(warnings.length, 'warning')}</legend>
      {warnings.map((warning) => {
        const name = warningKey(warning);
        return (
          <Checkbox
            key={name}
            name={warning.detail}
            isOn={ticked.has(name)}
            onChange={() => onTick(toggleInSet(ticked, name))}
          >
            <strong>Publish all the same</strong> <code>{warning.code}</code>
          </Checkbox>
        );
      })}
    </fieldset>
  );
