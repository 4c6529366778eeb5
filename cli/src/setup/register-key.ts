import { relative } from 'node:path';
import type { Input } from '../command.ts';
import type { Context } from '../context.ts';
import { isProblem } from '../errors/to-failure.ts';
import { readProjectKey } from '../signing/project-key.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { confirmOffer } from './confirm-offer.ts';
import type { AppConnection } from './ensure-app.ts';

/** Clients reject files without a valid signature, so the server should reject them first. */
const requireSignatures = async (at: AppConnection, input: Input, context: Context): Promise<void> => {
  const isWanted = await confirmOffer(input, context, {
    question: 'Reject releases that are not signed with this key? (signatures: require)',
    left: `To reject releases not signed with this key, pass --yes or run \`slipway apps change ${at.app} --signatures require\`.`,
  });
  if (!isWanted) return;
  await context.client(at).changeApp(at.app, { signatures: 'require' });
  context.output.line('The server now rejects releases that are not signed with this key.');
};

/** Registers the public key of the Tauri project in this folder, so that the server verifies signatures. */
export const registerKey = async (
  at: AppConnection,
  input: Input,
  context: Context,
): Promise<string | undefined> => {
  const key = await readProjectKey(context.cwd);
  if (key === undefined) return undefined;
  const client = context.client(at);
  try {
    const { signingKeys } = await client.listSigningKeys(at.app);
    if (signingKeys.length > 0) return undefined;
    const file = relative(context.cwd, key.from);
    const isWanted = await confirmOffer(input, context, {
      question: `Let the server verify signatures with ${key.keyId} from ${file}?`,
      left: `To verify signatures with ${key.keyId}, pass --yes or run \`slipway signing-keys add ${quoteForShell(file)}\`.`,
    });
    if (!isWanted) return undefined;
    const { signingKey } = await client.addSigningKey(at.app, { publicKey: key.text });
    context.output.line(
      `The server now verifies signatures with ${signingKey.keyId} and warns about others.`,
    );
    await requireSignatures(at, input, context);
    return signingKey.id;
  } catch (error) {
    // An older server, or a key that may not change the app, does not stop the setup.
    if (!isProblem(error, 'not-found', 'method-not-allowed', 'scope-missing')) throw error;
    return undefined;
  }
};
