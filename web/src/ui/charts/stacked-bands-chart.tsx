import { formatShare } from '../format.ts';
import { AxisLabel, GridLine } from './axis.tsx';
import { useCursor } from './cursor.ts';
import { ChartFrame } from './frame.tsx';
import { columnShares, fitLabels, groupLabels, pickLabels, stackOffsets } from './scale.ts';

export interface Band {
  name: string;
  values: readonly number[];
  /** Withdrawn versions are hatched, so that color is not the only sign. */
  isWithdrawn?: boolean;
}

export interface StackedBandsChartProps {
  label: string;
  /** Column names. */
  dayLabels: readonly string[];
  /** From the newest, at the bottom, to the oldest. */
  bands: readonly Band[];
  /** Events by column. */
  events: readonly { at: number; label: string }[];
}

const height = 260;
const left = 44;
const top = 24;
const bottom = height - 24;

const quarters = [0, 0.25, 0.5, 0.75, 1];
const y = (share: number): number => bottom - share * (bottom - top);

/** The path along a band's upper edge and back along its lower edge. */
const outline = (below: readonly number[], shares: readonly number[], x: (at: number) => number): string => {
  const upper = shares.map((share, at) => `${x(at).toFixed(1)},${y((below[at] ?? 0) + share).toFixed(1)}`);
  const lower = below.map((share, at) => `${x(at).toFixed(1)},${y(share).toFixed(1)}`).reverse();
  return `M${[...upper, ...lower].join('L')}Z`;
};

/** A column as text. */
const readOut = (name: string, column: readonly (readonly [version: string, share: number])[]): string => {
  const parts = column
    .filter(([, share]) => share > 0)
    .map(([version, share]) => `${version} ${formatShare(share)}`);
  return `${name}: ${parts.join(', ') || 'no data'}`;
};

export const StackedBandsChart = ({ label, dayLabels, bands, events }: StackedBandsChartProps) => {
  const cursor = useCursor(dayLabels.length);
  const shares = columnShares(
    bands.map(({ values }) => values),
    dayLabels.length,
  );
  const below = stackOffsets(shares);
  const last = dayLabels.length - 1;
  const selected = cursor.at ?? last;
  const reading = readOut(
    dayLabels[selected] ?? '',
    bands.map((band, place) => [band.name, shares[place]?.[selected] ?? 0]),
  );
  const draw = (width: number) => {
    // A single day has no width: its bands fill the chart.
    const partOf = (at: number): number => (last === 0 ? 0.5 : at / last);
    const x = (at: number): number => left + partOf(at) * (width - left - 1);
    const edges = (at: number): number => (last === 0 ? left + at * (width - left - 1) : x(at));
    const spread = (values: readonly number[]): readonly number[] =>
      last === 0 ? [...values, ...values] : values;
    const marks = groupLabels(events).map((event) => ({ ...event, x: x(event.at) }));
    const at = cursor.at;
    return (
      <>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line class="hatch" x1="0" y1="0" x2="0" y2="6" />
        </pattern>
        {quarters.map((share) => (
          <GridLine key={share} left={left} width={width} y={y(share)} text={formatShare(share)} />
        ))}
        {bands.map((band, place) => {
          const line = outline(spread(below[place] ?? []), spread(shares[place] ?? []), edges);
          return (
            <g key={band.name}>
              <path class={`band v-${Math.min(place + 1, 5)}`} d={line} />
              {band.isWithdrawn === true && <path class="hatched" d={line} />}
            </g>
          );
        })}
        {marks.map(({ x: mark }) => (
          <line key={mark} class="event" x1={mark} x2={mark} y1={top - 6} y2={bottom} />
        ))}
        {fitLabels(marks, left, width).map(({ x: middle, label: text }) => (
          <text key={middle} class="axis middle" x={middle} y={top - 11}>
            {text}
          </text>
        ))}
        {at !== undefined && <line class="cursor" x1={x(at)} x2={x(at)} y1={top} y2={bottom} />}
        {pickLabels(dayLabels.length, Math.floor(width / 110)).map((column) => (
          <AxisLabel key={column} at={partOf(column)} x={x(column)} y={height - 6} text={dayLabels[column]} />
        ))}
      </>
    );
  };
  const numbers = {
    headers: ['Day (UTC)', ...bands.map(({ name }) => name)],
    rows: dayLabels.map((name, at) => [name, ...shares.map((values) => formatShare(values[at] ?? 0))]),
  };
  return (
    <ChartFrame
      label={label}
      height={height}
      left={left}
      cursor={cursor}
      summary={reading}
      table={numbers}
      draw={draw}
    />
  );
};
