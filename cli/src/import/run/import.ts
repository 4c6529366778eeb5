import type { Context } from '../../context.ts';
import { exitCodes, Failure, interruptedFailure } from '../../errors/failure.ts';
import { countOf } from '../../terminal/format.ts';
import { collectReleases, type ImportWishes, openSource, siftReleases } from '../merge/collect.ts';
import { parsePlaces } from '../merge/resolve-platforms.ts';
import type { Source } from '../sources/source.ts';
import { ensureChannels, readChannels } from './ensure-channels.ts';
import { findKeys } from './find-keys.ts';
import { allows, carryAll, type Import, isToDo, takenFailure } from './import-releases.ts';
import { findStandings, type Stood } from './import-status.ts';
import { findPausing } from './paused-rollouts.ts';
import { showImport, tellImported } from './print-import.ts';

/* Moves releases in: reads the old place, shows the plan, then brings version after version, the oldest first. */

const nothingLeft = ({ shown }: Source): Failure =>
  new Failure(`Nothing at ${shown} can be imported: every file was left out.`, {
    exit: exitCodes.failed,
    code: 'nothing-to-import',
    remedy:
      'The plan above says why. A file that no feed declares a hash of is published with `slipway publish`.',
  });

const confirm = async (todo: Stood[], { wishes, app, context }: Import): Promise<void> => {
  if (wishes.yes || todo.length === 0 || !context.ask.possible) return;
  const message = `Import ${countOf(todo.length, 'release')} into ${app.slug}?`;
  if (!(await context.ask.confirm({ message, otherwise: 'Pass --yes.' })))
    throw interruptedFailure('Stopped: nothing was sent.');
};

/** What there is to do, shown; fails where the plan cannot be carried out. */
const makePlan = async (work: Import) => {
  const { wishes, app, source, keys, context } = work;
  const places = parsePlaces(wishes.places);
  const collected = await collectReleases(source, { wishes, places }, context);
  const { releases, leftOut } = siftReleases(collected, { source, keys, allow: wishes.allow });
  const channels = await readChannels(app.slug, context);
  const stood = await findStandings(releases, { client: context.client(), app: app.slug, channels });
  const pausing = await findPausing(stood, app.slug, context);
  showImport({ stood, leftOut, pausing, from: source.shown, app: app.slug }, context);
  const taken = stood.filter(({ standing }) => standing.is === 'taken');
  if (taken.length > 0 && !allows(wishes, 'version-taken')) throw takenFailure(taken);
  if (releases.length === 0) throw nothingLeft(source);
  const used = [...new Set(releases.map(({ channel }) => channel))];
  const missing = used.filter((channel) => !channels.has(channel));
  return { stood, leftOut, kinds: collected.kinds, used, missing };
};

const importFrom = async (work: Import): Promise<void> => {
  const { wishes, app, context } = work;
  const { stood, leftOut, kinds, used, missing } = await makePlan(work);
  if (wishes.dryRun) return context.output.line('Dry run: nothing was uploaded.');
  await confirm(stood.filter(isToDo), work);
  await ensureChannels({ app: app.slug, missing, yes: wishes.yes }, context);
  const outcome = await carryAll(stood, work);
  if (outcome.imported.length + outcome.passedOver.length === 0) throw nothingLeft(work.source);
  const whole = { ...outcome, leftOut: [...leftOut, ...outcome.leftOut] };
  tellImported(whole, { app, kinds, channels: used }, context);
};

/** Does all of it; run again it goes on where it stopped. */
export const runImport = async (wishes: ImportWishes, context: Context): Promise<void> => {
  context.settings.demandKey();
  const keys = await findKeys(wishes.publicKeys, context);
  const source = await openSource(wishes, context);
  try {
    const { app } = await context.client().getApp(context.settings.app());
    await importFrom({ wishes, app, source, keys, context });
  } finally {
    await source.close();
  }
};
