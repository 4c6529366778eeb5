import cluster from 'node:cluster';
import { requireOwnData } from '../../../server/src/commands/require-own-data.ts';
import { runProgram } from '../../../server/src/run-program.ts';

const [first = '', ...rest] = process.argv.slice(2);

// Workers run this executable with the same arguments; by default Node would insert a script path.
if (cluster.isPrimary) cluster.setupPrimary({ exec: first, args: rest, execArgv: [] });
runProgram(first === 'serve' ? ['start', ...rest] : rest, {
  name: 'slipway server',
  before: async (command) => {
    if (command === 'start') await requireOwnData();
  },
});
