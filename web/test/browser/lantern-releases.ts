import { createPublisher } from '../../../lab/publisher.ts';
import type { Service } from '../../../lab/service.ts';
import { slug } from './lantern.ts';

/* Releases in other states: withdrawn, draft, rolling out. */

const macAndWindows = [
  { target: 'darwin-aarch64', format: '.app.tar.gz' },
  { target: 'windows-x86_64', format: '.exe' },
];

/** Returns release IDs by version. */
export const fillReleases = async ({ client }: Service): Promise<Record<string, string>> => {
  const publisher = createPublisher(client, slug);
  const bad = (await publisher.publish({ version: '1.4.9', notes: 'Faster.' }, macAndWindows)).release;
  await client.withdrawRelease(slug, bad.id, { reason: 'Crashes at start on Windows 10' });
  const draft = await publisher.draft({ version: '1.6.0', notes: '# 1.6\n\nSome *fine* words.' });
  const [first, second] = macAndWindows;
  await publisher.upload(await publisher.declare(draft, first));
  await publisher.declare(draft, second);
  const whole = await publisher.draft({ version: '1.5.2' });
  for (const piece of macAndWindows) await publisher.upload(await publisher.declare(whole, piece));
  const rolling = await publisher.draft({ version: '1.5.1', notes: '- Pin a project to the start page' });
  for (const piece of macAndWindows) await publisher.upload(await publisher.declare(rolling, piece));
  const steps = [{ percent: 10 }, { percent: 50, afterHours: 24 }, { percent: 100, afterHours: 24 }];
  await client.planRollout(slug, rolling.id, { steps, fleetSize: 40_000 });
  await client.publishRelease(slug, rolling.id);
  await client.reportHealth(slug, rolling.id, { good: 150, bad: 8, target: 'windows-x86_64' });
  const { releases } = await client.listReleases(slug, { limit: 100 });
  return Object.fromEntries(releases.map(({ version, id }) => [version, id]));
};
