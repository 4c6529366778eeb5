import { Checkbox, toggleInSet } from '../ui/checkbox.tsx';
import { formatQuantity } from '../ui/format.ts';
import { type MergedWarning, mergedText, warningKey } from './warning-groups.ts';

/** Each warning has its own checkbox, so that none is accepted unread. */
export const CheckboxList = ({
  warnings,
  ticked,
  onTick,
}: {
  warnings: readonly MergedWarning[];
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
            name={mergedText(warning)}
            isOn={ticked.has(name)}
            onChange={() => onTick(toggleInSet(ticked, name))}
          >
            <strong>Publish anyway</strong> <code>{warning.code}</code>
          </Checkbox>
        );
      })}
    </fieldset>
  );
