import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ArtifactInput } from '../lab/publisher.ts';
import type { ClientApp, Stage } from './stage.ts';

/* A staged release and its fleet. */

/** The seed of a rollout is random. Tests set a fixed one. */
const fixOrder = ({ service }: Stage, releaseId: string): void => {
  const database = new DatabaseSync(join(service.folder, 'slipway.db'), { timeout: 10_000 });
  const { changes } = database
    .prepare('update rollouts set seed = 20260731 where release_id = ?')
    .run(releaseId);
  database.close();
  if (changes !== 1) throw new Error(`there is no rollout of ${releaseId}`);
};

/** Publishes a release for a percentage of its clients; returns its ID. */
export const rollOut = async (
  stage: Stage,
  app: ClientApp,
  { version, percent, pieces }: { version: string; percent: number; pieces: readonly ArtifactInput[] },
): Promise<string> => {
  const release = await app.draft({ version });
  for (const piece of pieces) await app.upload(await app.declare(release, piece));
  await app.client.planRollout(app.slug, release.id, { steps: [{ percent }] });
  fixOrder(stage, release.id);
  await app.client.publishRelease(app.slug, release.id);
  return release.id;
};

/** The IDs of a fleet: deterministic UUIDs. */
export const fleetOf = (size: number): string[] =>
  Array.from({ length: size }, (_, index) =>
    createHash('sha256')
      .update(`installation ${index}`)
      .digest('hex')
      .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5'),
  );
