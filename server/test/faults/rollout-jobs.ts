import { createHealthReports } from '../../src/domain/rollouts/health-reports.ts';
import { createRolloutSupervisor } from '../../src/domain/rollouts/supervisor.ts';
import { createUnitOfWork } from '../../src/domain/unit-of-work.ts';
import { openSqlite } from '../../src/drivers/sqlite.ts';
import { createHeldClock } from '../domain/world.ts';

/* A process that steps and halts rollouts, faster than any clock, until it is killed. */

const [file = '', start = '', ...ids] = process.argv.slice(2);
const store = await openSqlite({ file });
const clock = createHeldClock(start);
const changing = createUnitOfWork({ store, clock, settled: async () => undefined });
const needs = { store, clock, ...changing, onHalt: () => undefined, onWarning: () => undefined };
const supervisor = createRolloutSupervisor(needs);
const healthReports = createHealthReports({ ...needs, evaluate: supervisor.evaluate });

for (let hour = 0; ; hour++) {
  clock.advance(3600);
  const id = ids[Math.floor(Math.random() * ids.length)] ?? '';
  // Occasional bad reports; a stopped rollout ignores them.
  if (hour % 8 === 3)
    await healthReports.recordOutcomes({ app: 'app', actor: { kind: 'admin' } }, id, { bad: 9, good: 0 });
  await supervisor.evaluateAll();
  process.stdout.write('.');
}
