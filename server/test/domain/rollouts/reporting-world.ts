import { bucketPosition } from '../../../src/domain/decision/rollout-bucketing.ts';
import type { Report, ReportOutcome } from '../../../src/domain/model/report.ts';
import type { ReportSender } from '../../../src/domain/rollouts/client-reports/evaluate.ts';
import { createRollingWorld, type RolloutOptions, step } from './rolling-world.ts';

/** Clients of an app whose 2.0.0 rolls out to half of them, and their reports. */
export const createReportingWorld = async (options: RolloutOptions = {}) => {
  const world = await createRollingWorld({ steps: [step(500), step(1000, 1000)], ...options });
  const { seed } = await world.rollout();
  const site = async () => {
    const found = await world.catalog.find('app.localhost');
    if (found === undefined) throw new Error('there is no site');
    return found;
  };

  const pick = (count: number, make: (i: number) => string, isIn: (name: string) => boolean): string[] => {
    const found: string[] = [];
    for (let i = 0; found.length < count; i++) if (isIn(make(i))) found.push(make(i));
    return found;
  };
  const isInAtHalf = (client: Pick<ReportSender, 'id' | 'network'>): boolean =>
    (bucketPosition({ seed }, { manual: false, ...client }) ?? 1) < 0.5;
  /** This many client IDs inside, or outside, the 50 % bucket. */
  const ids = (count: number, isIn = true): string[] =>
    pick(
      count,
      (i) => `copy-${i}`,
      (id) => isInAtHalf({ id }) === isIn,
    );
  /** This many addresses inside the 50 % bucket. */
  const addresses = (count: number): string[] =>
    pick(
      count,
      (i) => `192.0.2.${i}`,
      (network) => isInAtHalf({ network }),
    );

  let networks = 0;
  /** Accepts one report, by default from a new network. */
  const sendReport = async (
    outcome: ReportOutcome,
    sender: Partial<ReportSender> = {},
    more: Partial<Report> = {},
  ): Promise<void> => {
    networks += 1;
    const networkPrefix = `10.${networks >> 8}.${networks & 255}.0/24`;
    const report = { version: '2.0.0', target: 'linux', outcome, ...more };
    world.clientReports.accept(await site(), report, { manual: false, networkPrefix, ...sender });
  };

  /** The counted reports of this phase by target. */
  const evidence = async () => {
    const lines = (await world.supervisor.getStatus('app', world.id)).evidence;
    return lines
      .filter(({ source }) => source === 'reports')
      .map(({ target, bad, good }) => [target, bad, good]);
  };
  return { ...world, ids, addresses, sendReport, evidence };
};
