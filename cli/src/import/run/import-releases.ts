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
  wishes: ImportOptions;
  app: App;
  source: Source;
  keys: PublicKey[];
  context: Context;
}

/** Past releases cannot be changed, so their targets are not mistakes. */
const alwaysAllowed = ['target-dropped', 'target-unreachable'];

export const isCodeAllowed = ({ allow }: { allow: string[] }, code: string): boolean =>
  allow.includes(code) || allow.includes('all');

const takenText = ({ release, standing }: ReleaseStatus): string => {
  const targets = standing.is === 'taken' ? standing.targets.join(', ') : '';
  return `${release.version} is already published, with other bytes for ${targets}. A published release never changes.`;
};

/** These versions are already published with different bytes. */
export const versionTakenFailure = (stood: ReleaseStatus[]): Failure =>
  new Failure(stood.map(takenText).join('\n'), {
    exit: exitCodes.refused,
    code: 'version-taken',
    remedy: 'Pass --allow version-taken to leave what is published as it is.',
  });

const planOf = ({ release }: ReleaseStatus, items: PlanItem[], { app, source }: ImportJob): Plan => ({
  app: app.slug,
  channel: release.channel,
  version: release.version,
  versionFrom: source.shown,
  notes: release.notes,
  pubDate: release.pubDate,
  items,
  leftAside: [],
  digests: new Map(),
});

const wishesOf = ({ allow, parallel }: ImportOptions, verify: boolean): ReleaseOptions => ({
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
  const { wishes, app, context } = work;
  const plan = await fitToServer(whole, context);
  const release = { wishes: wishesOf(wishes, isLast), plan, known: { app, existing: undefined } };
  assertNoMistakes(await runPreflight(release, context), release.wishes, context);
  await executePlan(release, context);
};

/** Compares the bytes of a published release if nothing else can tell. */
const assertSame = async (one: ReleaseStatus, plan: Plan, { wishes, context }: ImportJob): Promise<void> => {
  if (one.standing.is !== 'unsure' || isCodeAllowed(wishes, 'version-taken')) return;
  const digests = await digestAll(plan, context);
  const targets = one.standing.release.artifacts
    .filter(({ target, sha256 }) => (digests.get(target) ?? sha256) !== sha256)
    .map(({ target }) => target);
  if (targets.length > 0) throw versionTakenFailure([{ ...one, standing: { is: 'taken', targets } }]);
};

const carryOver = async (one: ReleaseStatus, isLast: boolean, work: ImportJob): Promise<ImportResult> => {
  const { version } = one.release;
  const { source, keys, wishes, context } = work;
  const finding = { source, keys, allow: wishes.allow, context };
  const { items, leftOut } = await fetchRelease(one.release, finding);
  printExcluded(leftOut, context);
  const outcome: ImportResult = { imported: [], passedOver: [], leftOut };
  if (items.length === 0) {
    context.output.warn(`nothing of ${version} could be taken: it is left out.`);
    return outcome;
  }
  const plan = planOf(one, items, work);
  if (one.standing.is === 'unsure') {
    await assertSame(one, plan, work);
    return { ...outcome, passedOver: [version] };
  }
  await publishOne(plan, isLast, work);
  return { ...outcome, imported: [version] };
};

export const isPending = ({ standing }: ReleaseStatus): boolean =>
  ['new', 'draft', 'unsure'].includes(standing.is);

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
