import cluster from 'node:cluster';
import { getAsset } from 'node:sea';

/*
 * The single executable: `serve` starts the service, `server` runs a command of its operator, every other word is
 * the command line's. Each half is loaded only when it is meant.
 */

const [first = '', ...rest] = process.argv.slice(2);

const runServer = async (words: string[]): Promise<void> => {
  // Workers are this executable with the same words; left alone, Node would put the path of a script before them.
  if (cluster.isPrimary) cluster.setupPrimary({ exec: first, args: rest, execArgv: [] });
  const { runHere } = await import('../../../server/src/edge.ts');
  const { refuseForeignData } = await import('../../../server/src/commands/own-data.ts');
  runHere(words, {
    name: 'slipway server',
    before: async (command) => {
      if (command === 'start') await refuseForeignData();
    },
  });
};

const runCli = async (words: string[]): Promise<void> => {
  const { runHere } = await import('../../../cli/src/edge.ts');
  process.exitCode = await runHere(words);
};

if (first === 'serve') void runServer(['start', ...rest]);
else if (first === 'server') void runServer(rest);
else if (first === '--licences') process.stdout.write(getAsset('licences', 'utf8'));
else void runCli(process.argv.slice(2));
