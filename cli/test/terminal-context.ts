import type { ProjectFile } from '../src/config/project-file.ts';
import { createSettings } from '../src/config/settings.ts';
import type { Context } from '../src/context.ts';
import { createOutput } from '../src/terminal/output.ts';
import { createPrompt } from '../src/terminal/prompt.ts';

/** A context without a terminal or a server; it records the output. */
export const createTestContext = (cwd: string, project?: Omit<ProjectFile, 'folder'>) => {
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const nobody = () => {
    throw new Error('There is no service here.');
  };
  const context: Context = {
    cwd,
    env: {},
    output: createOutput({ stdout: stream('stdout'), stderr: stream('stderr'), env: {}, json: false }),
    prompt: createPrompt({ input: process.stdin, output: process.stderr, allowed: false }),
    settings: createSettings({
      flags: { app: 'acme' },
      env: {},
      project: project === undefined ? undefined : { folder: cwd, ...project },
      credentials: { services: {} },
    }),
    interrupted: new AbortController().signal,
    argv: [],
    keyExchanger: undefined,
    client: nobody,
    publicClient: nobody,
  };
  return { context, written };
};
