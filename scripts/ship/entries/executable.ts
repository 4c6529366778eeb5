import cluster from 'node:cluster';
import { getAsset } from 'node:sea';

/*
 * The single executable: `serve` starts the server, `server` runs an operator command, every other word is a CLI
 * command. Each half is loaded only when used.
 */

const [first = '', ...rest] = process.argv.slice(2);

const runServer = async (words: string[]): Promise<void> => {
  // Workers run this executable with the same arguments; by default Node would insert a script path.
  if (cluster.isPrimary) cluster.setupPrimary({ exec: first, args: rest, execArgv: [] });
  const { runProgram } = await import('../../../server/src/run-program.ts');
  const { requireOwnData } = await import('../../../server/src/commands/require-own-data.ts');
  runProgram(words, {
    name: 'slipway server',
    before: async (command) => {
      if (command === 'start') await requireOwnData();
    },
  });
};

const runCli = async (words: string[]): Promise<void> => {
  const { runAsProcess } = await import('../../../cli/src/run-as-process.ts');
  process.exitCode = await runAsProcess(words);
};

if (first === 'serve') void runServer(['start', ...rest]);
else if (first === 'server') void runServer(rest);
else if (first === '--licences') process.stdout.write(getAsset('licences', 'utf8'));
else void runCli(process.argv.slice(2));
