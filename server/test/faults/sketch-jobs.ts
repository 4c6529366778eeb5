import { openSqlite } from '../../src/drivers/sqlite.ts';
import { sketchOfClients } from './sketched-clients.ts';

/* A process that writes and merges sketches of two nodes until it is killed. */

const [file = '', first = '0', run = ''] = process.argv.slice(2);
const store = await openSqlite({ file });

for (let batch = Number(first); ; batch++) {
  const sketch = { app: 'app', day: '2027-01-01', channel: 'stable', version: '' };
  const sketches = [{ ...sketch, registers: sketchOfClients(batch, batch + 1) }];
  const node = `${run} ${batch % 2}`;
  await store.addFleet({
    node,
    sequence: batch,
    at: '2027-01-01T00:00:00.000Z',
    rows: [],
    hours: [],
    sketches,
  });
  process.stdout.write('.');
  if (batch % 3 === 0) await store.mergeSketches();
}
