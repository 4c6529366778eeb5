import type { Warning } from '@slipway/api';
import { Icon } from '../ui/icon.tsx';
import { groupWarnings } from './warning-groups.ts';

/** One entry per warning code; the docs list the codes. */
export const WarningList = ({ warnings }: { warnings: readonly Warning[] }) =>
  warnings.length === 0 ? null : (
    <ul class="warnings" aria-label="Warnings">
      {groupWarnings(warnings).map(({ code, details }) => (
        <li key={code}>
          <Icon name="warn" />
          <div>
            {details.map((detail, at) => (
              <p key={detail}>
                {detail} {at === 0 && <span class="mono small code">{code}</span>}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
