import { createClient, createPublicClient } from '@slipway/api';
import { type Command, hasFlag, type Input, optionText } from './command.ts';
import { commands } from './commands/table.ts';
import { credentialsPath, readCredentials } from './config/credentials.ts';
import type { Environment } from './config/environment.ts';
import { findProjectFile } from './config/project-file.ts';
import { createSettings, needsCredentials } from './config/settings.ts';
import type { Context } from './context.ts';
import { type ExitCode, exitCodes } from './errors/failure.ts';
import { toFailure, withAppName } from './errors/to-failure.ts';
import { findIdentity } from './identity/identity.ts';
import { createKeyExchanger } from './identity/key-exchanger.ts';
import { createApiFetch } from './net/api-fetch.ts';
import { requireSlipway } from './net/require-slipway.ts';
import { buildProgram, isHelpOrVersion, toUsageFailure } from './program.ts';
import { flattenResponseText } from './terminal/flatten-response-text.ts';
import { formatSeconds } from './terminal/format.ts';
import { createOutput } from './terminal/output.ts';
import { createPrompt } from './terminal/prompt.ts';
import { version } from './version.ts';

/** The parts of the process that a command may use. */
export interface HostProcess {
  argv: string[];
  cwd: string;
  env: Environment;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  interrupted: AbortSignal;
}

const openContext = async (world: HostProcess, input: Input): Promise<Context> => {
  const { cwd, env, stdin, stdout, stderr, interrupted, argv } = world;
  const output = createOutput({ stdout, stderr, env, json: hasFlag(input, 'json') });
  const flags = {
    url: optionText(input, 'url'),
    app: optionText(input, 'app'),
    channel: optionText(input, 'channel'),
  };
  const project = await findProjectFile(cwd, (path) =>
    output.warn(`Ignoring ${path}: it is owned by another user.`),
  );
  const sources = { flags, env, project };
  const credentials = needsCredentials(sources)
    ? await readCredentials(credentialsPath(env))
    : { services: {} };
  const settings = createSettings({ ...sources, credentials });
  const dial = createApiFetch({
    userAgent: `slipway-cli/${version}`,
    signal: interrupted,
    onWait: (reason, waitMs) => output.note(`${reason} Retrying in ${formatSeconds(waitMs / 1000)}.`),
  });
  const fetch = output.json ? dial : flattenResponseText(dial);
  const identity = findIdentity(env, dial);
  const keyExchanger =
    identity && createKeyExchanger({ identity, env, fetch, write: (text) => void stderr.write(text) });
  return {
    cwd,
    env,
    output,
    settings,
    interrupted,
    argv,
    prompt: createPrompt({ input: stdin, output: stderr, allowed: !output.json && !env.CI }),
    keyExchanger,
    client: (at) => {
      const baseUrl = at?.url ?? settings.url();
      if (keyExchanger === undefined || settings.keySource(at) !== 'identity')
        return createClient({ baseUrl, key: settings.key(at), fetch: requireSlipway(fetch) });
      return createClient({
        baseUrl,
        fetch: requireSlipway(keyExchanger.fetchFor({ url: baseUrl, app: at?.app ?? settings.app() })),
      });
    },
    publicClient: (publicUrl) => createPublicClient({ baseUrl: publicUrl, preview: true, fetch }),
  };
};

/** Never throws; returns the exit code. */
export const run = async (world: HostProcess): Promise<ExitCode> => {
  const act = async (command: Command, input: Input) => {
    const context = await openContext(world, input);
    const app = command.name.startsWith('apps ') ? input.args[0] : context.settings.findApp();
    await command.run(input, context).catch((error: unknown) => {
      throw withAppName(error, app);
    });
  };
  const write = (text: string) => void world.stdout.write(text);
  const program = buildProgram(commands, { version, write, act });
  if (world.argv.length === 0) {
    world.stderr.write(program.helpInformation());
    return exitCodes.usage;
  }
  try {
    await program.parseAsync(world.argv, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (isHelpOrVersion(error)) return exitCodes.done;
    const { stdout, stderr, env, argv } = world;
    const failure = toFailure(toUsageFailure(error, commands, argv));
    createOutput({ stdout, stderr, env, json: argv.includes('--json') }).failure(failure);
    return failure.exit;
  }
};
