import type { Session } from '@slipway/api';
import { type Command, sharedOptions } from '../command.ts';
import type { Context } from '../context.ts';
import { isProblem } from '../errors/to-failure.ts';
import { formatInstant } from '../terminal/format.ts';

const sources = {
  given: 'SLIPWAY_KEY',
  identity: 'the identity of this pipeline',
  login: 'slipway login',
} as const;

const describe = ({ actor, key, app }: Session): string => {
  if (actor === 'admin') return 'The admin key: everything, of every app.';
  const until = key?.expiresAt === null ? '' : `, until ${formatInstant(key?.expiresAt ?? null)}`;
  return `The key ${key?.id} ("${key?.name}") of ${app}: ${key?.scopes.join(', ')}${until}.`;
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
  summary: 'Show which service this talks to, with which key, and what that may do.',
  options: [sharedOptions.app],
  examples: [{ command: 'slipway whoami', does: 'Shows the address, the key’s id and its scopes.' }],
  async run(_input, context) {
    const { settings, output } = context;
    const url = settings.url();
    settings.requireKey();
    const session = await findSession(context);
    const source = sources[settings.keySource() ?? 'login'];
    output.object({ url, source: settings.keySource() ?? null, session: session ?? null });
    output.line(`${url}, with the key of ${source}.`);
    output.line(
      session === undefined ? 'The service is older and does not tell whose key this is.' : describe(session),
    );
  },
};
