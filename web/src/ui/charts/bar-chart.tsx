import { AxisLabel, GridLine } from './axis.tsx';
import { useCursor } from './cursor.ts';
import { ChartFrame } from './frame.tsx';
import { niceSteps, pickLabels } from './scale.ts';

export interface BarChartProps {
  label: string;
  /** One bar per name. */
  dayLabels: readonly string[];
  values: readonly number[];
  format: (value: number) => string;
  formatAxis?: (value: number) => string;
}

const height = 150;
const left = 52;
const top = 8;
const bottom = height - 24;

export const BarChart = ({ label, dayLabels, values, format, formatAxis = format }: BarChartProps) => {
  const cursor = useCursor(dayLabels.length);
  const steps = niceSteps(Math.max(0, ...values));
  const largest = Math.max(...steps);
  const y = (value: number): number => bottom - (value / largest) * (bottom - top);
  const sum = values.reduce((total, value) => total + value, 0);
  const reading =
    cursor.at === undefined
      ? `${format(sum)} total`
      : `${dayLabels[cursor.at]}: ${format(values[cursor.at] ?? 0)}`;
  const draw = (width: number) => {
    const step = (width - left) / Math.max(1, dayLabels.length);
    return (
      <>
        {steps.map((value) => (
          <GridLine key={value} left={left} width={width} y={y(value)} text={formatAxis(value)} />
        ))}
        {values.map((value, at) => (
          <rect
            key={dayLabels[at]}
            class={cursor.at === at ? 'bar-value at' : 'bar-value'}
            x={left + at * step + step * 0.12}
            width={Math.max(1, step * 0.76)}
            y={y(value)}
            height={Math.max(0, bottom - y(value))}
            rx="1"
          />
        ))}
        {pickLabels(dayLabels.length, Math.min(3, Math.floor(width / 90))).map((at) => {
          const share = at / Math.max(1, dayLabels.length - 1);
          return (
            <AxisLabel
              key={at}
              at={share}
              x={left + (at + share) * step}
              y={height - 6}
              text={dayLabels[at]}
            />
          );
        })}
      </>
    );
  };
  const numbers = {
    headers: ['Day (UTC)', label],
    rows: dayLabels.map((name, at) => [name, format(values[at] ?? 0)]),
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
