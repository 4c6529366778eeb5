import { reportOutcomes } from '../../src/domain/model/report.ts';
import { makeSite } from '../../src/domain/model/site.ts';
import { createClientReports } from '../../src/domain/rollouts/client-reports/client-reports.ts';
import { createUnitOfWork } from '../../src/domain/unit-of-work.ts';
import { openSqlite } from '../../src/drivers/sqlite.ts';
import { createHeldClock } from '../domain/world.ts';

/* A process that counts reports of the same clients repeatedly until it is killed. */

const [file = '', round = '', ...ids] = process.argv.slice(2);
// A bad outcome is final per client, so a fixed set would turn all bad in the end: each round replaces 100 clients.
const firstCopy = Number(round) * 100;
const store = await openSqlite({ file });
const clock = createHeldClock('2027-01-15T12:00:00.000Z');
const changing = createUnitOfWork({ store, clock, settled: async () => undefined });
const clientReports = createClientReports({
  ...{ ...changing, evaluate: async () => undefined, flushDownloads: async () => undefined },
  onResult: () => undefined,
});
const app = await store.findApp('app');
const releases = await Promise.all(ids.map((id) => store.findRelease('app', id)));
if (app === undefined) throw new Error('there is no app');
const site = makeSite(
  { host: 'app.localhost', baseUrl: 'http://app.localhost' },
  app,
  releases.filter((release) => release !== undefined),
);

const draw = (below: number): number => Math.floor(Math.random() * below);

for (;;) {
  for (let i = 0; i < 200; i++) {
    const copy = firstCopy + draw(2000);
    const outcome = reportOutcomes[draw(reportOutcomes.length)] ?? 'installed';
    const report = { version: `${draw(ids.length)}.0.0`, target: copy % 2 === 0 ? 'a' : 'b', outcome };
    const networkPrefix = `10.${copy >> 8}.${copy & 255}.0/24`;
    clientReports.accept(site, report, { id: `copy-${copy}`, manual: false, networkPrefix });
  }
  await clientReports.flush();
  process.stdout.write('.');
}
