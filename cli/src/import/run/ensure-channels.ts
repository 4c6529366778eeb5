import type { Context } from '../../context.ts';
import { interruptedFailure } from '../../errors/failure.ts';

export const readChannels = async (app: string, { client }: Context): Promise<Set<string>> =>
  new Set((await client().listChannels(app)).channels.map(({ name }) => name));

/** Creates the feeds' missing channels after confirmation. */
export const ensureChannels = async (
  { app, missing, yes }: { app: string; missing: string[]; yes: boolean },
  context: Context,
): Promise<void> => {
  for (const name of missing) {
    const agreed =
      yes ||
      (await context.prompt.confirm({
        message: `Channel ${name} doesn’t exist in ${app}. Create it?`,
        nonInteractiveHint: 'Pass --yes to create it, or --channel to import into another.',
      }));
    if (!agreed) throw interruptedFailure('Canceled. Nothing was uploaded.');
    await context.client().createChannel(app, { name });
    context.output.note(`Created channel ${name}.`);
  }
};
