import type { Session } from '@slipway/api';
import { type Command, sharedOptions } from '../command.ts';
import type { Context } from '../context.ts';
import { isProblem } from '../errors/to-failure.ts';
import { formatInstant } from '../terminal/format.ts';

const sources = {
  given: 'SLIPWAY_KEY',
  identity: 'this CI job’s token',
  login: 'slipway login',
} as const;

const describe = ({ actor, key, app }: Session): string => {
  if (actor === 'admin') return 'Admin key: full access to all apps.';
  const until = key?.expiresAt === null ? '' : `, until ${formatInstant(key?.expiresAt ?? null)}`;
  return `Key ${key?.id} ("${key?.name}") of ${app}: ${key?.scopes.join(', ')}${until}.`;
};

/** Older servers have no such endpoint and return not-found. */
const findSession = async (context: Context): Promise<Session | undefined> => {
  try {
    return (await context.client().getSession()).session ?? undefined;
  } catch (error) {
    if (!isProblem(error, 'not-found')) throw error;
    return undefined;
  }
};

export const whoami: Command = {
  name: 'whoami',
  summary: 'Show the current server, key and scopes.',
  options: [sharedOptions.app],
  examples: [{ command: 'slipway whoami', does: 'Show the server URL, the key ID and its scopes.' }],
  async run(_input, context) {
    const { settings, output } = context;
    const url = settings.url();
    settings.requireKey();
    const session = await findSession(context);
    const source = sources[settings.keySource() ?? 'login'];
    output.object({ url, source: settings.keySource() ?? null, session: session ?? null });
    output.line(`${url}, with the key from ${source}.`);
    output.line(
      session === undefined
        ? 'This server is older than the CLI and doesn’t show key details.'
        : describe(session),
    );
  },
};
