import { parseAddress, parseKey } from '../config/address.ts';
import { credentialsPath, readCredentials, withKey, writeCredentials } from '../config/credentials.ts';
import type { Connection } from '../config/settings.ts';
import type { Context } from '../context.ts';
import { usageFailure } from '../errors/failure.ts';
import { isProblem } from '../errors/to-failure.ts';

/* How `login` and `init` get to an address and a key that work, and keep them. */

/** The address of the settings, or the one that the person types. */
export const chooseAddress = async ({ settings, ask }: Context): Promise<string> => {
  const known = settings.findUrl();
  if (known !== undefined) return known;
  const answer = await ask.text({
    message: 'The address of the service',
    missing: 'No service address given.',
    otherwise: 'Pass --url or set SLIPWAY_URL.',
    placeholder: 'https://releases.example.com',
    check: (text) => (/^https?:\/\/[^\s@]+$/i.test(text) ? undefined : 'It begins with https:// or http://.'),
  });
  return parseAddress(answer, 'The address');
};

const readStdin = async (): Promise<string> => {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  return text.trim();
};

/** A key that the person pipes in or types, for an address that is shown. */
const askOnce = async (url: string, fromStdin: boolean, context: Context): Promise<string> => {
  const file = context.settings.findUrlFile();
  // Whoever pipes a key in sees no address: one from a file may not be the one that is meant.
  if (fromStdin && file !== undefined)
    throw usageFailure(
      `The key is not sent to ${url}: that address comes from ${file}.`,
      'Pass --url with it.',
    );
  const key = fromStdin
    ? await readStdin()
    : await context.ask.secret({
        message: `The key for ${url} (the admin key or a publish key)`,
        missing: 'No key given, and there is no terminal to ask for it.',
        otherwise: 'Pipe the key in with --key-stdin, or set SLIPWAY_KEY instead of logging in.',
      });
  return parseKey(key, 'The key');
};

/** Whose key it is; fails when the service does not know it. A key may be valid and still not list apps. */
export const identifyKey = async (at: Connection, context: Context): Promise<'admin' | 'app'> => {
  try {
    await context.client(at).listApps({ limit: 1 });
    return 'admin';
  } catch (error) {
    if (!isProblem(error, 'scope-missing')) throw error;
    return 'app';
  }
};

/** A key that the service knows, and whose it is; whoever types a wrong one is asked again. */
export const promptForKey = async (
  url: string,
  fromStdin: boolean,
  context: Context,
): Promise<{ key: string; holder: 'admin' | 'app' }> => {
  for (;;) {
    const key = await askOnce(url, fromStdin, context);
    try {
      return { key, holder: await identifyKey({ url, key }, context) };
    } catch (error) {
      if (fromStdin || !isProblem(error, 'unauthorized')) throw error;
      context.output.warn(`${url} does not know this key, or it has expired or was revoked.`);
    }
  }
};

/** Keeps a key on this machine, for its address alone, and tells the file. */
export const saveKey = async (at: Connection & { key: string }, { env }: Context): Promise<string> => {
  const path = credentialsPath(env);
  await writeCredentials(path, withKey(await readCredentials(path), at));
  return path;
};
