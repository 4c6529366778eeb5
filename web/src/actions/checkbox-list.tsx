import type { Warning } from '@slipway/api';
import { Tick, toggled } from '../ui/checkbox.tsx';
import { formatMany } from '../ui/format.ts';
import { nameOfWarning } from '../upload/job.ts';

/** Each warning has a tick of its own: none is passed over unread. */
export const Ticks = ({
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
      <legend>{formatMany(warnings.length, 'warning')}</legend>
      {warnings.map((warning) => {
        const name = nameOfWarning(warning);
        return (
          <Tick
            key={name}
            name={warning.detail}
            isOn={ticked.has(name)}
            onChange={() => onTick(toggled(ticked, name))}
          >
            <strong>Publish all the same</strong> <code>{warning.code}</code>
          </Tick>
        );
      })}
    </fieldset>
  );
