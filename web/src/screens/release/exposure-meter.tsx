import { formatShare } from '../../ui/format.ts';
import { MeterBar } from '../../ui/meter.tsx';

/** Aligns a label with its position, inside the bar's ends. */
const Label = ({ share, text }: { share: number; text: string }) => (
  <svg class="meter-label" aria-hidden="true">
    <text x={`${share * 100}%`} y="11" text-anchor={share < 0.1 ? 'start' : share > 0.9 ? 'end' : 'middle'}>
      {text}
    </text>
  </svg>
);

/** The share of clients that have the release above the bar, and the share that is allowed below its mark. */
export const ExposureMeter = ({ has, allowed, label }: { has: number; allowed: number; label: string }) => (
  <div>
    <Label share={Math.min(has, 1)} text={formatShare(has)} />
    <MeterBar share={has} mark={allowed} label={label} />
    <Label share={allowed} text={formatShare(allowed)} />
  </div>
);
