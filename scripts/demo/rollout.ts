import { randomUUID } from 'node:crypto';
import { type Client, createClient } from '@slipway/api';
import { dial, dialFetch } from '../../lab/dial.ts';
import { createPublisher } from '../../lab/publisher.ts';
import type { Service } from '../../lab/service.ts';
import { waitUntil } from '../../lab/wait-until.ts';
import { expect, formatCount, type Narrator, tabulate } from './narrator.ts';

/* A bad release that stops automatically: one in a hundred gets it, failures are reported, the brake halts it. */

const slug = 'comet';
const [base, bad, fix] = ['1.1.0', '1.2.0', '1.2.1'];
const copies = 2000;
const checkPath = (version: string): string => `/releases/stable/linux/x86_64/${version}`;

/** The crash service's reports, in order. */
const reports = [
  { good: 3, bad: 1 },
  { good: 2, bad: 2 },
  { good: 1, bad: 3 },
];

interface RolloutDemo {
  service: Service;
  publicUrl: string;
  narrator: Narrator;
  ids: readonly string[];
}

/** Publishes a version, with the default steps unless it is for everyone. */
const publish = async ({ service: { client } }: RolloutDemo, version: string, isRolling: boolean) => {
  const publisher = createPublisher(client, slug);
  const draft = await publisher.draft({ version });
  await publisher.upload(await publisher.declare(draft, { bytes: Buffer.from(`comet ${version}`) }));
  const steps = [1, 10, 50, 100].map((percent) => ({ percent }));
  if (isRolling) await client.planRollout(slug, draft.id, { steps, fleetSize: 100_000 });
  const { release } = await client.publishRelease(slug, draft.id);
  expect(release.state === 'published', `${version} is ${release.state}`);
  return release;
};

/** The version that an installed app is offered, or undefined. */
const offeredTo = async (
  story: RolloutDemo,
  id: string,
  { headers = {}, installed = '1.0.0' }: { headers?: Record<string, string>; installed?: string } = {},
) => {
  const answer = await dial(`${story.publicUrl}${checkPath(installed)}`, {
    headers: { 'slipway-client': id, ...headers },
  });
  return answer.status === 204 ? undefined : answer.json<{ version: string }>().version;
};

/** The version that each client is offered, in order of their IDs. */
const askAll = async (story: RolloutDemo): Promise<(string | undefined)[]> => {
  const offers: (string | undefined)[] = [];
  for (let at = 0; at < story.ids.length; at += 50)
    offers.push(...(await Promise.all(story.ids.slice(at, at + 50).map((id) => offeredTo(story, id)))));
  return offers;
};

const ship = async (story: RolloutDemo) => {
  const { heading, step } = story.narrator;
  heading('The publisher');
  await publish(story, base, false);
  step(`Version ${base} is published, for everyone`, 'POST …/publish → 200');
  const release = await publish(story, bad, true);
  step(
    `Version ${bad} is published with a rollout: 1 % first, then 10, 50, 100`,
    'PUT …/rollout → 200, POST …/publish → 200',
  );
  return release;
};

const showOrder = async (story: RolloutDemo, offers: readonly (string | undefined)[]): Promise<void> => {
  const { narrator, ids, service } = story;
  const inside = ids.filter((_, index) => offers[index] === bad).slice(0, 3);
  const outside = ids.filter((_, index) => offers[index] === base).slice(0, 3);
  const question = { target: 'linux', arch: 'x86_64', currentVersion: '1.0.0' };
  const rows = await Promise.all(
    [...inside, ...outside].map(async (id) => {
      const { client } = await service.client.explain(slug, { ...question, client: id });
      return [id, `${client?.position} %`, inside.includes(id) ? bad : base];
    }),
  );
  narrator.show(tabulate([['id of the installation', 'its place', 'is offered'], ...rows]));
};

const askAround = async (story: RolloutDemo): Promise<readonly string[]> => {
  const { narrator, ids } = story;
  const { heading, step } = narrator;
  heading(`${formatCount(copies)} installed copies of 1.0.0, each with a random id of its own`);
  const offers = await askAll(story);
  const members = ids.filter((_, index) => offers[index] === bad);
  const others = offers.filter((version) => version === base).length;
  expect(members.length > 0 && members.length + others === copies, `${members.length} were offered ${bad}`);
  step(
    `${members.length} are offered ${bad}; all others ${base}, the release before`,
    `GET ${checkPath('1.0.0')} → 200`,
  );
  await showOrder(story, offers);
  const again = await askAll(story);
  expect(
    again.every((version, index) => version === offers[index]),
    'someone was offered something else',
  );
  step(
    'All ask once more, and each is offered the same: nothing is drawn',
    `GET ${checkPath('1.0.0')} → 200`,
  );
  const impatient = await offeredTo(story, 'someone', { headers: { 'slipway-check': 'manual' } });
  expect(impatient === bad, `whoever presses the button was offered ${impatient}`);
  step(`Whoever presses “check now” is offered ${bad}`, 'Slipway-Check: manual → 200');
  return members;
};

const reporterOf = async ({ service }: RolloutDemo): Promise<Client> => {
  const { secret } = await service.client.createKey(slug, { name: 'crash service', scopes: ['report'] });
  return createClient({ baseUrl: service.baseUrl, key: secret, fetch: dialFetch });
};

const fail = async (story: RolloutDemo, releaseId: string): Promise<void> => {
  const { narrator, service } = story;
  const { heading, step, show } = narrator;
  heading(`${bad} crashes on some machines`);
  const reporter = await reporterOf(story);
  step('A crash service has a key that can report and nothing else', `POST /v1/apps/${slug}/keys → 201`);
  for (const report of reports) {
    await reporter.reportHealth(slug, releaseId, report);
    const { evidence } = await service.client.getRollout(slug, releaseId);
    const { bad: failed = 0, good = 0, ratio = 0 } = evidence.find(({ target }) => target === null) ?? {};
    step(
      `It reports ${report.bad} failed and ${report.good} good: ${failed} of ${failed + good} so far, ${Math.round(100 * ratio)} % of a halt`,
      'POST …/health → 200',
    );
  }
  const reading = async () => (await service.client.getRollout(slug, releaseId)).rollout;
  await waitUntil('the halt', async () => (await reading()).state === 'paused');
  const { stopped } = await reading();
  expect(stopped?.by === 'brake', `it was stopped by ${stopped?.by}`);
  step(`The brake halts the rollout: “${stopped.reason}”`, 'GET …/rollout → 200');
  show([
    'So many failures are 2,500 times likelier for a release that fails on 5 % of machines',
    'than for one that fails on 1 %. A good release is halted in 1 of 1,000 rollouts at most.',
  ]);
};

const lookAfter = async (story: RolloutDemo, members: readonly string[]): Promise<void> => {
  const { heading, step } = story.narrator;
  heading('From the next check on');
  const offers = await askAll(story);
  expect(
    offers.every((version) => version === base),
    `${bad} is still offered`,
  );
  step(
    `Nobody is offered ${bad}; all ${formatCount(copies)} are offered ${base}`,
    `GET ${checkPath('1.0.0')} → 200`,
  );
  const [member = ''] = members;
  expect((await offeredTo(story, member, { installed: bad })) === undefined, 'a copy was taken back');
  step(`Who has ${bad} keeps it: nobody is taken back`, `GET ${checkPath(bad)} → 204`);
};

const publishFix = async (story: RolloutDemo, members: readonly string[]): Promise<void> => {
  const { heading, step } = story.narrator;
  heading('The fix');
  await publish(story, fix, true);
  step(`Version ${fix} is published, to 1 % as well`, 'PUT …/rollout → 200, POST …/publish → 200');
  expect(
    (await offeredTo(story, 'anyone', { installed: bad })) === fix,
    'who has the bad release was not rescued',
  );
  step(`Who has ${bad} is offered ${fix} at once, whatever the percent`, `GET ${checkPath(bad)} → 200`);
  const offers = await Promise.all(members.map((id) => offeredTo(story, id)));
  expect(
    offers.every((version) => version === fix),
    'others were let in first',
  );
  step(`Of the others, those who met ${bad} go first again`, `GET ${checkPath('1.0.0')} → 200`);
};

const hint = ({ narrator }: RolloutDemo): void => {
  narrator.heading('Your turn, had it been yours');
  narrator.show(
    tabulate([
      [`slipway rollout show ${bad}`, 'where it stands, and what speaks against it'],
      [`slipway rollout resume ${bad}`, 'a false alarm: the same clients, and counting begins anew'],
      [`slipway releases withdraw ${bad} --reason "…"`, 'recall it: no longer offered or listed'],
      ['slipway fleet', 'which versions are out there'],
    ]),
  );
};

export const demoRollout = async (service: Service, narrator: Narrator): Promise<void> => {
  const { app } = await service.client.createApp({ slug, name: 'Comet', adapter: 'rest' });
  const ids = Array.from({ length: copies }, () => randomUUID());
  const story: RolloutDemo = { service, publicUrl: app.publicUrl, narrator, ids };
  const release = await ship(story);
  const members = await askAround(story);
  await fail(story, release.id);
  await lookAfter(story, members);
  await publishFix(story, members);
  hint(story);
};
