import { spawn } from 'node:child_process';

/** Writes to a database continuously from another process, like a busy server. */
export const keepWriting = (file: string) => {
  const program = `
    const { DatabaseSync } = require('node:sqlite');
    const db = new DatabaseSync(${JSON.stringify(file)}, { timeout: 5000 });
    db.exec('pragma synchronous = off');
    const write = db.prepare("insert into settings (name, value) values ('busy', ?) on conflict (name) do update set value = excluded.value");
    const pause = new Int32Array(new SharedArrayBuffer(4));
    require('node:fs').writeSync(1, 'writing');
    for (let n = 0; ; n++) { write.run(String(n)); Atomics.wait(pause, 0, 0, 0.2); }`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    begun: new Promise((resolve) => child.stdout.once('data', resolve)),
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
