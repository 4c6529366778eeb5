import { createPublisher } from '../../../lab/publisher.ts';
import type { PacedOrder } from '../load/orders.ts';
import type { Slipway } from '../subjects/slipway.ts';
import { getRequest } from './wire.ts';

/** The content of every release: a paragraph of notes, and signatures of the size of Tauri's. */
export const sample = {
  notes: 'Fixes a crash when the window is closed while a download is under way. '.repeat(3),
  signature: Buffer.from(
    'untrusted comment: a signature of the usual size, made for measuring '.repeat(4),
  ).toString('base64'),
  targets: ['darwin-aarch64', 'darwin-x86_64', 'linux-x86_64', 'windows-x86_64'],
};

/** The check path of Linux clients; the version decides whether they are up to date. */
export const checkPath = (version: string): string => `/releases/stable/linux/x86_64/${version}`;
export const [oldVersion, newestVersion] = ['0.1.0', '9.9.9'];

/** Outdated clients that check at a steady rate. */
export const pacedChecks = (slipway: Slipway, app: string, milliseconds: number): PacedOrder => ({
  ...{ kind: 'paced', port: slipway.port, connections: 16, milliseconds, perSecond: 500 },
  requests: [getRequest(slipway.hostOf(app), checkPath(oldVersion))],
});

export interface ReleaseOptions {
  app: string;
  version: string;
  targets?: readonly string[];
  bytes?: Buffer;
}

/** Publishes a release as in spec 4.9; returns its ID. */
export const publishRelease = async (
  { client }: Pick<Slipway, 'client'>,
  { app, version, targets = sample.targets, bytes = Buffer.from(version) }: ReleaseOptions,
): Promise<string> => {
  const pieces = targets.map((target) => ({ target, bytes, signature: sample.signature }));
  const { release } = await createPublisher(client, app).publish({ version, notes: sample.notes }, pieces);
  return release.id;
};

/** An app with this many published releases, 1.0.0 and up. */
export const publishApp = async (
  slipway: Pick<Slipway, 'client'>,
  slug: string,
  releases: number,
): Promise<void> => {
  await slipway.client.createApp({ slug });
  for (let index = 0; index < releases; index++)
    await publishRelease(slipway, { app: slug, version: `1.0.${index}` });
};
