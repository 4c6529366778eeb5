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

const nothingLeft = ({ displayName }: Source): Failure =>
  new Failure(`Nothing at ${displayName} can be imported: all files were skipped.`, {
    exit: exitCodes.failed,
    code: 'nothing-to-import',
    remedy: 'See the reasons above. Publish a file without a hash in its feed with `slipway publish`.',
  });

const confirm = async (todo: ReleaseStatus[], { options, app, context }: ImportJob): Promise<void> => {
  if (options.yes || todo.length === 0 || !context.prompt.isInteractive) return;
  const message = `Import ${formatQuantity(todo.length, 'release')} into ${app.slug}?`;
  if (!(await context.prompt.confirm({ message, nonInteractiveHint: 'Pass --yes.' })))
    throw interruptedFailure('Canceled. Nothing was uploaded.');
};

/** Shows the plan; fails if it cannot be carried out. */
const makePlan = async (work: ImportJob) => {
  const { options, app, source, keys, context } = work;
  const platforms = parsePlatforms(options.platforms);
  const collected = await collectReleases(source, { options, platforms }, context);
  const { releases, excluded } = filterReleases(collected, { source, keys, allow: options.allow });
  const channels = await readChannels(app.slug, context);
  const statuses = await findImportStatuses(releases, { client: context.client(), app: app.slug, channels });
  const pausedRollouts = await findPausedRollouts(statuses, app.slug, context);
  printImportPlan({ statuses, excluded, pausedRollouts, from: source.displayName, app: app.slug }, context);
  const taken = statuses.filter(({ status }) => status.is === 'taken');
  if (taken.length > 0 && !isCodeAllowed(options, 'version-taken')) throw versionTakenFailure(taken);
  if (releases.length === 0) throw nothingLeft(source);
  const used = [...new Set(releases.map(({ channel }) => channel))];
  const missing = used.filter((channel) => !channels.has(channel));
  return { statuses, excluded, kinds: collected.kinds, used, missing };
};

const importFrom = async (work: ImportJob): Promise<void> => {
  const { options, app, context } = work;
  const { statuses, excluded, kinds, used, missing } = await makePlan(work);
  if (options.dryRun) return context.output.line('Dry run: nothing was uploaded.');
  await confirm(statuses.filter(isPending), work);
  await ensureChannels({ app: app.slug, missing, yes: options.yes }, context);
  const outcome = await importAll(statuses, work);
  if (outcome.imported.length + outcome.passedOver.length === 0) throw nothingLeft(work.source);
  const whole = { ...outcome, leftOut: [...excluded, ...outcome.leftOut] };
  printImportResult(whole, { app, kinds, channels: used }, context);
};

/** Running it again resumes the import. */
export const runImport = async (options: ImportOptions, context: Context): Promise<void> => {
  context.settings.requireKey();
  const keys = await findSigningKeys(options.publicKeys, context);
  const source = await openSource(options, context);
  try {
    const { app } = await context.client().getApp(context.settings.app());
    await importFrom({ options, app, source, keys, context });
  } finally {
    await source.close();
  }
};
