import { readFile, stat } from 'node:fs/promises';
import type { Bundle } from '@slipway/build-files/bundle.ts';
import { bundleFromPath } from '@slipway/build-files/bundle-from-path.ts';
import type { TargetChoice } from '@slipway/build-files/duplicates.ts';
import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import { usageFailure } from '../../errors/failure.ts';

/** A signature that the build declares takes precedence over a file: Tauri's, or minisign's. */
const readSignature = async ({ path, signature, declared }: Bundle) => {
  if (signature !== undefined) return { signature, from: declared?.declaredIn };
  for (const from of [`${path}.sig`, `${path}.minisig`]) {
    const text = await readFile(from, 'utf8').catch(() => undefined);
    if (text !== undefined) return { signature: text.trim(), from };
  }
  return { signature: undefined, from: undefined };
};

export const readPlanItem = async ({ target, bundle }: TargetChoice): Promise<PlanItem> => {
  const file = await stat(bundle.path).catch(() => undefined);
  if (file === undefined)
    throw usageFailure(`${bundle.path} does not exist.`, 'Check the path, or build first.');
  if (!file.isFile())
    throw usageFailure(`${bundle.path} is not a file.`, 'Pass a file, or pack the folder first.');
  const { signature, from } = await readSignature(bundle);
  return {
    target,
    path: bundle.path,
    format: bundle.format,
    sizeBytes: file.size,
    signature,
    signaturePath: from,
    bundle,
    facts: bundle.facts ?? {},
  };
};

export const readCompanions = (item: PlanItem): Promise<PlanItem>[] =>
  (item.bundle.companions ?? []).map(async ({ suffix, ...companion }) => {
    const bundle = { ...bundleFromPath(companion.path), ...companion };
    return {
      ...(await readPlanItem({ target: `${item.target}.${suffix}`, bundle })),
      companionOf: item.target,
    };
  });
