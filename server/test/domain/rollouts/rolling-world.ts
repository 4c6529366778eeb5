import { hourOf } from '../../../src/domain/model/instant.ts';
import type { Brakes, RolloutStep } from '../../../src/domain/model/rollout.ts';
import { defaultBrakes } from '../../../src/domain/model/rollout.ts';
import type { RolloutRequest } from '../../../src/domain/rollouts/transitions.ts';
import { admin, createWorld } from '../world.ts';

export const hour = 3600;
const targets = ['linux', 'mac', 'windows'];

export const step = (permille: number, afterHours = 24, needs: RolloutStep['needs'] = {}): RolloutStep => ({
  permille,
  afterHours,
  needs,
});

export type RolloutOptions = Partial<Omit<RolloutRequest, 'brakes'>> & { brakes?: Partial<Brakes> };

export const planOf = ({ brakes, ...more }: RolloutOptions = {}): RolloutRequest => ({
  ...{ steps: [step(10), step(100), step(1000)], withoutId: 'network', fleetSize: undefined },
  ...{ cohorts: [], manual: true, newInstalls: false, rescue: true },
  ...more,
  brakes: { ...defaultBrakes, ...brakes },
});

/** An app whose 1.0.0 is for everyone and whose 2.0.0 rolls out. */
export const createRollingWorld = async (options: RolloutOptions = {}) => {
  const world = createWorld();
  const caller = { app: 'app', actor: admin };
  const adapter = 'rest';
  await world.appAdmin.createApp({ slug: 'app', name: 'App', adapter }, admin);
  const baseId = await world.release('app', { version: '1.0.0' }, targets);
  const draft = await world.drafts.createDraft(caller, { version: '2.0.0' });
  for (const target of targets)
    await world.upload('app', { version: '2.0.0' }, { target, bytes: Buffer.from(target) });
  await world.rolloutControl.plan(caller, draft.id, planOf(options));
  await world.publishing.publish(caller, draft.id);

  const { id } = draft;
  let sequence = 0;
  let networks = 0;
  const download = (releaseId: string, downloads: number, target = 'linux'): Promise<void> => {
    sequence += 1;
    const at = world.clock.now();
    const row = { app: 'app', day: at.slice(0, 10), releaseId, target, bytes: downloads, downloads };
    const deliveries = Array.from({ length: downloads }, () => {
      networks += 1;
      return { app: 'app', releaseId, target, network: networks, count: 1, at };
    });
    return world.store.addUsage({ node: 'node', sequence, at, rows: [row], deliveries });
  };
  /** This many clients, each in its own network, get an offer and download it. */
  const give = async (releaseId: string, copies: number, target = 'linux'): Promise<void> => {
    sequence += 1;
    const at = world.clock.now();
    const hours = [
      { releaseId, hour: hourOf(at), target, offers: copies, readers: 0, arrivals: 0, downloads: 0 },
    ];
    await world.store.addFleet({ node: 'fleet', sequence, at, rows: [], sketches: [], hours });
    await download(releaseId, copies, target);
  };
  const rollout = async () => {
    const found = (await world.store.findRelease('app', id))?.rollout;
    if (found === undefined) throw new Error('there is no rollout');
    return found;
  };
  /** The audit entries of rollouts, oldest first: action and actor. */
  const actions = async () => {
    const app = await world.store.findApp('app');
    const { items } = await world.store.listAudit(app?.id ?? '', { limit: 100 });
    const own = items.filter(({ action }) => action.startsWith('rollout.'));
    return own.reverse().map(({ action, actor }) => `${action} by ${actor}`);
  };
  const report = (bad: number, good: number, more: { target?: string; batch?: string } = {}) =>
    world.healthReports.recordOutcomes(caller, id, { bad, good, ...more });
  return { ...world, caller, id, baseId, download, give, rollout, actions, report };
};
