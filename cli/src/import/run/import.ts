import type { Context } from '../../context.ts';
import { exitCodes, Failure, interruptedFailure } from '../../errors/failure.ts';
import { formatQuantity } from '../../terminal/format.ts';
import {
  collectReleases,
  filterReleases,
  type ImportOptions,
  openSource,
} from '../merge/collect-releases.ts';
import { parsePlatforms } from '../merge/resolve-platforms.ts';
import type { Source } from '../sources/source.ts';
import { ensureChannels, readChannels } from './ensure-channels.ts';
import { findSigningKeys } from './find-signing-keys.ts';
import {
  type ImportJob,
  importAll,
  isCodeAllowed,
  isPending,
  versionTakenFailure,
} from './import-releases.ts';
import { findImportStatuses, type ReleaseStatus } from './import-status.ts';
import { findPausedRollouts } from './paused-rollouts.ts';
import { printImportPlan, printImportResult } from './print-import.ts';

/* Reads the old server, shows the plan, then imports one version after the other, oldest first. */

const nothingLeft = ({ shown }: Source): Failure =>
  new Failure(`Nothing at ${shown} can be imported: every file was left out.`, {
    exit: exitCodes.failed,
    code: 'nothing-to-import',
    remedy:
      'The plan above says why. A file that no feed declares a hash of is published with `slipway publish`.',
  });

const confirm = async (todo: ReleaseStatus[], { wishes, app, context }: ImportJob): Promise<void> => {
  if (wishes.yes || todo.length === 0 || !context.ask.possible) return;
  const message = `Import ${formatQuantity(todo.length, 'release')} into ${app.slug}?`;
  if (!(await context.ask.confirm({ message, otherwise: 'Pass --yes.' })))
    throw interruptedFailure('Stopped: nothing was sent.');
};

/** Shows the plan; fails if it cannot be carried out. */
const makePlan = async (work: ImportJob) => {
  const { wishes, app, source, keys, context } = work;
  const places = parsePlatforms(wishes.places);
  const collected = await collectReleases(source, { wishes, places }, context);
  const { releases, leftOut } = filterReleases(collected, { source, keys, allow: wishes.allow });
  const channels = await readChannels(app.slug, context);
  const stood = await findImportStatuses(releases, { client: context.client(), app: app.slug, channels });
  const pausing = await findPausedRollouts(stood, app.slug, context);
  printImportPlan({ stood, leftOut, pausing, from: source.shown, app: app.slug }, context);
  const taken = stood.filter(({ standing }) => standing.is === 'taken');
  if (taken.length > 0 && !isCodeAllowed(wishes, 'version-taken')) throw versionTakenFailure(taken);
  if (releases.length === 0) throw nothingLeft(source);
  const used = [...new Set(releases.map(({ channel }) => channel))];
  const missing = used.filter((channel) => !channels.has(channel));
  return { stood, leftOut, kinds: collected.kinds, used, missing };
};

const importFrom = async (work: ImportJob): Promise<void> => {
  const { wishes, app, context } = work;
  const { stood, leftOut, kinds, used, missing } = await makePlan(work);
  if (wishes.dryRun) return context.output.line('Dry run: nothing was uploaded.');
  await confirm(stood.filter(isPending), work);
  await ensureChannels({ app: app.slug, missing, yes: wishes.yes }, context);
  const outcome = await importAll(stood, work);
  if (outcome.imported.length + outcome.passedOver.length === 0) throw nothingLeft(work.source);
  const whole = { ...outcome, leftOut: [...leftOut, ...outcome.leftOut] };
  printImportResult(whole, { app, kinds, channels: used }, context);
};

/** Running it again resumes the import. */
export const runImport = async (wishes: ImportOptions, context: Context): Promise<void> => {
  context.settings.demandKey();
  const keys = await findSigningKeys(wishes.publicKeys, context);
  const source = await openSource(wishes, context);
  try {
    const { app } = await context.client().getApp(context.settings.app());
    await importFrom({ wishes, app, source, keys, context });
  } finally {
    await source.close();
  }
};
