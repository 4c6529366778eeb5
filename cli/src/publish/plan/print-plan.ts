import { relative, sep } from 'node:path';
import type { Artifact } from '@slipway/api';
import { type AllowOptions, isAllowed, type Mistake } from '@slipway/build-files/mistake.ts';
import type { Context } from '../../context.ts';
import { exitCodes, Failure } from '../../errors/failure.ts';
import { remedyFor } from '../../errors/remedies.ts';
import { formatBytes, formatQuantity, formatTable } from '../../terminal/format.ts';
import { isUploaded } from './existing-files.ts';
import type { Plan } from './plan.ts';

const shortPath = (cwd: string, path: string): string => {
  const short = relative(cwd, path);
  return short.startsWith('..') ? path : short;
};

/** Limits the list of skipped files: a folder may contain every version ever built. */
const mostShown = 30;

const heldWord = (artifact: Artifact): string =>
  isUploaded(artifact) ? '(already uploaded)' : '(declared, not uploaded)';

/** `held` is the content of the release before this run. */
interface PlanView {
  plan: Plan;
  existing: Artifact[];
  mistakes: Mistake[];
  /** Signature problems by target. */
  signatureWarnings?: ReadonlyMap<string, string>;
  more?: object;
}

const artifactObjects = ({ plan: { items }, existing, signatureWarnings }: PlanView) => [
  ...items.map(({ target, path, format, sizeBytes, signature, companionOf }) => ({
    target,
    path,
    format,
    size: sizeBytes,
    signed: signature !== undefined && signature !== '',
    ...(signatureWarnings?.has(target) ? { signatureDoubt: signatureWarnings.get(target) } : {}),
    alreadyThere: false,
    ...(companionOf === undefined ? {} : { companionOf }),
  })),
  ...existing.map((artifact) => ({
    target: artifact.target,
    path: null,
    format: artifact.format,
    size: artifact.size,
    signed: artifact.signature !== null,
    alreadyThere: isUploaded(artifact),
    ...(artifact.companionOf === undefined ? {} : { companionOf: artifact.companionOf }),
  })),
];

export const printPlan = (view: PlanView, { output, cwd }: Context): void => {
  const { plan, existing, mistakes, signatureWarnings, more } = view;
  const { app, channel, version, items, skipped, notes } = plan;
  const artifacts = artifactObjects(view);
  output.object({
    event: 'plan',
    app,
    channel,
    version,
    notes: notes ?? plan.builtNotes ?? null,
    artifacts,
    leftAside: skipped,
    mistakes,
    ...more,
  });
  output.note(
    `${app} ${version} (${shortPath(cwd, plan.versionFrom)}) on ${channel}, ${formatQuantity(artifacts.length, 'file')}:`,
  );
  const places = [...items.map(({ path }) => shortPath(cwd, path)), ...existing.map(heldWord)];
  const rows = artifacts.map(({ target, size, signed, companionOf }, index) => [
    `  ${target}`,
    formatBytes(size),
    companionOf === undefined ? (signatureWarnings?.get(target) ?? (signed ? 'signed' : 'not signed')) : '',
    places[index] ?? '',
  ]);
  if (rows.length > 0) output.note(formatTable(['  target', 'size', 'signature', 'file'], rows));
  for (const { path, reason } of skipped.slice(0, mostShown))
    output.note(`  skipped: ${shortPath(cwd, path)} (${shorten(reason, cwd)})`);
  if (skipped.length > mostShown)
    output.note(`  skipped: ${skipped.length - mostShown} more (--json lists all)`);
};

const shorten = (text: string, cwd: string): string => text.replaceAll(`${cwd}${sep}`, '');

/** Suggests the fix for the server's rejections, or the flag that allows the rest. */
const wayOut = (standing: Mistake[]): string => {
  const remedies = standing.flatMap(({ code, refused }) => (refused ? (remedyFor(code) ?? []) : []));
  // If one mistake cannot be allowed, the flag would not help.
  if (standing.some(({ allowable }) => !allowable))
    return [...new Set(remedies)].map((one) => ` ${one}`).join('');
  const codes = [...new Set(standing.map(({ code }) => code))];
  return ` To publish anyway, pass --allow ${codes.join(',')}.`;
};

/** Lists all mistakes that are not allowed, and the consequence in `came`. */
export const assertAllAllowed = (
  mistakes: Mistake[],
  { leniency, came, cwd }: { leniency: AllowOptions; came: string; cwd: string },
): void => {
  const standing = mistakes.filter((mistake) => !isAllowed(mistake, leniency));
  const [first] = standing;
  if (first === undefined) return;
  throw new Failure(standing.map(({ code, detail }) => `${shorten(detail, cwd)} [${code}]`).join('\n'), {
    exit: standing.every(({ refused }) => refused) ? exitCodes.refused : exitCodes.failed,
    code: first.code,
    remedy: `${came}${wayOut(standing)}`,
  });
};

/** Prints allowed mistakes as warnings. */
export const assertNoMistakes = (
  mistakes: Mistake[],
  leniency: AllowOptions,
  { output, cwd }: Context,
): void => {
  for (const { code, detail } of mistakes.filter((one) => isAllowed(one, leniency)))
    output.warn(`${shorten(detail, cwd)} [${code}]`);
  assertAllAllowed(mistakes, { leniency, came: 'Nothing was uploaded.', cwd });
};
