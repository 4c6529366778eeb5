import type { Effect, Effects, EffectVerb, Release } from '@slipway/api';
import type { Context } from '../context.ts';
import { isProblem } from '../errors/to-failure.ts';
import { groupBy } from '../group-by.ts';
import { formatQuantity, formatShare } from '../terminal/format.ts';

/* Shows the effect on clients before the confirmation, computed by the server. */

/** Older servers have no preview, and a key needs the scope `read`. */
const ask = async (
  context: Context,
  { app, id }: Release,
  query: { verb: EffectVerb; target?: string },
): Promise<Effects | undefined> => {
  try {
    return await context.client().previewEffects(app, id, query);
  } catch (error) {
    if (isProblem(error, 'not-found') || isProblem(error, 'scope-missing')) return undefined;
    throw error;
  }
};

const isChanged = ({ now, then }: Effect): boolean => now?.releaseId !== then?.releaseId;

/** One line per replacement release: `1.4.2 on darwin-aarch64, linux-x86_64`. */
const linesOf = (effects: readonly Effect[], own: string): string[] => {
  const lineOf = (effect: Effect): string => {
    const place = effect.channel === own ? '' : ` of ${effect.channel}`;
    return `${effect.then?.version ?? 'nothing'}${isChanged(effect) ? '' : ' (unchanged)'}${place}`;
  };
  return [...groupBy(effects, lineOf)].map(
    ([what, all]) => `  ${what} on ${all.map(({ target }) => target).join(', ')}`,
  );
};

const reachLine = ({ downloads, checkShare }: Effects['reach'], version: string): string[] => {
  const share = checkShare === null ? '' : ` and ${formatShare(checkShare, 1)} of checks since yesterday`;
  return downloads === 0 && !checkShare
    ? []
    : [`${version} has ${formatQuantity(downloads, 'download')}${share}.`];
};

/** Undefined if the server has no preview. */
export const describeEffects = async (
  context: Context,
  release: Release,
  { verb, targets }: { verb: EffectVerb; targets?: readonly string[] },
): Promise<string | undefined> => {
  const answers: Effects[] = [];
  for (const target of targets ?? [undefined]) {
    const answer = await ask(context, release, { verb, ...(target === undefined ? {} : { target }) });
    if (answer === undefined) return undefined;
    answers.push(answer);
  }
  const effects = answers.flatMap((answer) => answer.effects);
  const [first] = answers;
  if (first === undefined || effects.length === 0) return undefined;
  const warnings = new Set(answers.flatMap((answer) => answer.warnings.map(({ detail }) => detail)));
  const isCached = first.cachedForSeconds > 0 && effects.some(isChanged);
  const minutes = Math.ceil(first.cachedForSeconds / 60);
  return [
    'After this, clients are offered:',
    ...linesOf(effects, release.channel),
    ...reachLine(first.reach, release.version),
    ...warnings,
    ...(isCached ? [`HTTP caches may serve the old response for up to ${minutes} minutes.`] : []),
  ].join('\n');
};
