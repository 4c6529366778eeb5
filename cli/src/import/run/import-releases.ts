import type { App } from '@slipway/api';
import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import type { Context } from '../../context.ts';
import { exitCodes, Failure } from '../../errors/failure.ts';
import type { Plan } from '../../publish/plan/plan.ts';
import { assertNoMistakes } from '../../publish/plan/print-plan.ts';
import { fitToServer } from '../../publish/preflight/older-server.ts';
import { type ReleaseOptions, runPreflight } from '../../publish/preflight/preflight.ts';
import { executePlan } from '../../publish/release.ts';
import { digestAll } from '../../publish/upload/uploads.ts';
import type { PublicKey } from '../../signing/public-key.ts';
import type { ImportOptions } from '../merge/collect-releases.ts';
import type { Source } from '../sources/source.ts';
import { fetchRelease } from './fetch-release.ts';
import type { ReleaseStatus } from './import-status.ts';
import { type ImportResult, printExcluded } from './print-import.ts';

/* Runs the flow of `publish` once per imported release. */

export interface ImportJob {
  options: ImportOptions;
  app: App;
  source: Source;
  keys: PublicKey[];
  context: Context;
}

/** Past releases cannot be changed, so their targets are not mistakes. */
const alwaysAllowed = ['target-dropped', 'target-unreachable'];

export const isCodeAllowed = ({ allow }: { allow: string[] }, code: string): boolean =>
  allow.includes(code) || allow.includes('all');

const takenText = ({ release, status }: ReleaseStatus): string => {
  const targets = status.is === 'taken' ? status.targets.join(', ') : '';
  return `${release.version} is already published with other files for ${targets}. Published releases can’t change.`;
};

/** These versions are already published with different bytes. */
export const versionTakenFailure = (stood: ReleaseStatus[]): Failure =>
  new Failure(stood.map(takenText).join('\n'), {
    exit: exitCodes.refused,
    code: 'version-taken',
    remedy: 'Pass --allow version-taken to keep the published release.',
  });

const planOf = ({ release }: ReleaseStatus, items: PlanItem[], { app, source }: ImportJob): Plan => ({
  app: app.slug,
  channel: release.channel,
  version: release.version,
  versionFrom: source.displayName,
  notes: release.notes,
  pubDate: release.pubDate,
  items,
  skipped: [],
  digests: new Map(),
});

const releaseOptionsOf = ({ allow, parallel }: ImportOptions, verify: boolean): ReleaseOptions => ({
  paths: [],
  targets: [],
  version: undefined,
  notes: undefined,
  bundleTargets: false,
  publishes: true,
  require: [],
  allow: [...allow, ...alwaysAllowed],
  strict: false,
  dryRun: false,
  yes: true,
  verify,
  parallel,
});

const publishOne = async (whole: Plan, isLast: boolean, work: ImportJob): Promise<void> => {
  const { options, app, context } = work;
  const plan = await fitToServer(whole, context);
  const release = {
    options: releaseOptionsOf(options, isLast),
    plan,
    serverState: { app, existing: undefined },
  };
  assertNoMistakes(await runPreflight(release, context), release.options, context);
  await executePlan(release, context);
};

/** Compares the bytes of a published release if nothing else proves that it is the same. */
const assertSame = async (one: ReleaseStatus, plan: Plan, { options, context }: ImportJob): Promise<void> => {
  if (one.status.is !== 'unsure' || isCodeAllowed(options, 'version-taken')) return;
  const digests = await digestAll(plan, context);
  const targets = one.status.release.artifacts
    .filter(({ target, sha256 }) => (digests.get(target) ?? sha256) !== sha256)
    .map(({ target }) => target);
  if (targets.length > 0) throw versionTakenFailure([{ ...one, status: { is: 'taken', targets } }]);
};

const carryOver = async (one: ReleaseStatus, isLast: boolean, work: ImportJob): Promise<ImportResult> => {
  const { version } = one.release;
  const { source, keys, options, context } = work;
  const finding = { source, keys, allow: options.allow, context };
  const { items, excluded } = await fetchRelease(one.release, finding);
  printExcluded(excluded, context);
  const outcome: ImportResult = { imported: [], passedOver: [], leftOut: excluded };
  if (items.length === 0) {
    context.output.warn(`no file of ${version} could be imported; skipping it.`);
    return outcome;
  }
  const plan = planOf(one, items, work);
  if (one.status.is === 'unsure') {
    await assertSame(one, plan, work);
    return { ...outcome, passedOver: [version] };
  }
  await publishOne(plan, isLast, work);
  return { ...outcome, imported: [version] };
};

export const isPending = ({ status }: ReleaseStatus): boolean =>
  ['new', 'draft', 'unsure'].includes(status.is);

/** Completes each release before it starts the next, so that an interrupted import can resume. */
export const importAll = async (stood: ReleaseStatus[], work: ImportJob): Promise<ImportResult> => {
  const passedOver = stood.filter((one) => !isPending(one)).map(({ release }) => release.version);
  const outcome: ImportResult = { imported: [], passedOver, leftOut: [] };
  const todo = stood.filter(isPending);
  for (const [index, one] of todo.entries()) {
    const isLast = !todo.slice(index + 1).some(({ release }) => release.channel === one.release.channel);
    const came = await carryOver(one, isLast, work).finally(() => work.source.clear());
    outcome.imported.push(...came.imported);
    outcome.passedOver.push(...came.passedOver);
    outcome.leftOut.push(...came.leftOut);
  }
  return outcome;
};
