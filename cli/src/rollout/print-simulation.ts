import type { Simulation } from '@slipway/api';
import { formatHours } from '../terminal/duration.ts';
import { formatBytes, formatInstant, formatTable } from '../terminal/format.ts';
import { formatCount } from './client-counts.ts';

const countOrUnknown = (count: number | null): string => (count === null ? '?' : formatCount(count));
const bytesOrUnknown = (bytes: number | null): string => (bytes === null ? '?' : formatBytes(bytes));

const fleetText = ({ clients, fleetSize }: Simulation['basis']): string => {
  if (fleetSize !== null) return `, with a fleet of ${formatCount(fleetSize)} clients`;
  return clients === null ? ', with an unknown fleet size' : '';
};

const basisText = (basis: Simulation['basis']): string => {
  const { day, checks, withId, clients } = basis;
  if (checks === 0) return `No checks on ${day}, so there is nothing to preview against.`;
  const share = Math.round((withId / checks) * 1000) / 10;
  const countText = clients === null ? '' : `, ${formatCount(clients)} clients`;
  return `Based on ${formatCount(checks)} checks on ${day} (${share}% with an ID${countText})${fleetText(basis)}:`;
};

const stepTable = (steps: Simulation['steps']): string =>
  formatTable(
    ['  percent', 'from (UTC)', 'clients', 'bytes so far'],
    steps.map(({ percent, startsAt, clients, bytes }) => [
      `  ${percent}%`,
      formatInstant(startsAt),
      countOrUnknown(clients),
      bytesOrUnknown(bytes),
    ]),
  );

const targetTable = (targets: Simulation['byTarget']): string =>
  formatTable(
    ['  target', 'checks', 'clients', 'bytes at 100%'],
    targets.map(({ target, checks, clients, bytes }) => [
      `  ${target}`,
      formatCount(checks),
      countOrUnknown(clients),
      bytesOrUnknown(bytes),
    ]),
  );

const allowanceText = ({ leftBytes, neededBytes }: Simulation['allowance']): string => {
  if (neededBytes === null) return 'Download volume unknown.';
  const needed = `Download volume: ${formatBytes(neededBytes)}`;
  return leftBytes === null
    ? `${needed} (no monthly limit).`
    : `${needed} (${formatBytes(leftBytes)} left of the monthly allowance).`;
};

/** The number of outcomes per step is known only if the fleet size is. */
const brakeText = (
  { failing, outcomes, hours }: Simulation['brake'][number],
  clients: number | null,
): string => {
  const begin = `  ${failing}% failure rate:`;
  if (outcomes === null) return `${begin} not halted`;
  const after = `${begin} halted after about ${formatCount(outcomes)} outcomes`;
  if (hours !== null) return `${after}, ${formatHours(hours)} after publishing`;
  return clients !== null && clients < outcomes ? `${after}, more than the steps reach` : after;
};

export const simulationLines = ({
  basis,
  steps,
  byTarget,
  leftOut,
  allowance,
  brake,
}: Simulation): string[] => [
  basisText(basis),
  stepTable(steps),
  ...(byTarget.length > 1 ? [targetTable(byTarget)] : []),
  ...leftOut.map(({ reason, checks }) => `Left out: ${formatCount(checks)} checks (${reason}).`),
  allowanceText(allowance),
  ...(brake.length === 0 ? [] : ['Time to halt, if every client reports:']),
  ...brake.map((one) => brakeText(one, steps.at(-1)?.clients ?? null)),
];
