import { runAsProcess } from '../../../cli/src/run-as-process.ts';

void runAsProcess(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
