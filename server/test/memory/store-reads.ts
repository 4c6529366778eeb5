import { bounds } from '../../src/domain/model/bounds.ts';
import { isLiveKey } from '../../src/domain/model/key.ts';
import type { PublishedVersion } from '../../src/domain/model/published-version.ts';
import type { Release, ReleaseWithArtifacts } from '../../src/domain/model/release.ts';
import { isUnfinished } from '../../src/domain/model/rollout.ts';
import type { UsageSum } from '../../src/domain/model/usage.ts';
import type { StoreReads } from '../../src/domain/ports/store.ts';
import { candidatesOf } from './store-candidates.ts';
import { evidenceReads } from './store-evidence.ts';
import { createFleetReads } from './store-fleet.ts';
import { pageFrom } from './store-page.ts';
import { partialReads } from './store-partial.ts';
import { reportReads } from './store-reports.ts';
import { createRolloutReads } from './store-rollouts.ts';
import { sessionReads } from './store-sessions.ts';
import { createSketchReads } from './store-sketches.ts';
import { keyOf, type State } from './store-state.ts';
import { trustReads } from './store-trust.ts';
import { usageSums } from './store-usage.ts';

/** Sorts bytewise, like the databases' collation. */
const byText =
  <T>(textOf: (item: T) => string) =>
  (a: T, b: T): number =>
    textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0;

const createReleaseReads = (state: () => State) => {
  const rolloutOf = (id: string): Pick<ReleaseWithArtifacts, 'rollout'> => {
    const rollout = state().rollouts.get(id);
    return rollout === undefined ? {} : { rollout: structuredClone(rollout) };
  };
  const whole = (release: Release): ReleaseWithArtifacts => ({
    ...structuredClone(release),
    ...rolloutOf(release.id),
    artifacts: [...state().artifacts.values()]
      .filter((artifact) => artifact.releaseId === release.id)
      .sort(byText((artifact) => artifact.target))
      .map((artifact) => structuredClone(artifact)),
  });
  const ofApp = (app: string) => [...state().releases.values()].filter((release) => release.app === app);
  const inOrder = (app: string) =>
    ofApp(app)
      .filter((release) => release.sequence !== undefined)
      .sort((a, b) => (b.sequence ?? 0) - (a.sequence ?? 0));
  const ofVersions = async (app: string, channel: string, versions: readonly string[]) =>
    ofApp(app).flatMap((it) => (it.channel === channel && versions.includes(it.version) ? whole(it) : []));

  const versionOf = ({ id, channel, version, state: its, policy }: Release): PublishedVersion => {
    const rollout = state().rollouts.get(id);
    return {
      ...{ channel, version },
      isRescued: its === 'withdrawn' || (rollout?.state === 'paused' && rollout.stopped?.by === 'brake'),
      isCritical: its === 'published' && policy.critical === true,
    };
  };

  return {
    findRelease: async (app, id) => ofApp(app).flatMap((one) => (one.id === id ? whole(one) : []))[0],
    findReleaseByVersion: async (app, channel, version) => (await ofVersions(app, channel, [version]))[0],
    listByVersions: ofVersions,
    listByVersion: async (app, version) =>
      inOrder(app)
        .filter((release) => release.version === version)
        .map(whole),
    listReleases: async (app, filter) => {
      const all = ofApp(app)
        .filter(({ channel }) => filter.channel === undefined || channel === filter.channel)
        .filter(({ state }) => filter.state === undefined || state === filter.state)
        .filter(({ version }) => version.toLowerCase().includes((filter.version ?? '').toLowerCase()))
        .reverse();
      const placeOf = ({ id }: Release) => state().positions.get(id) ?? 0;
      const isAfter = (release: Release, place: string) => placeOf(release) < Number(place);
      const { items, next } = pageFrom(all, filter, { placeOf, isAfter });
      return { items: items.map(whole), next };
    },
    listPublished: async (app, { channel, limit, withdrawn, before = Number.POSITIVE_INFINITY }) =>
      inOrder(app)
        .filter(({ sequence = 0 }) => sequence < before)
        .filter((release) => withdrawn || release.state === 'published')
        .filter((release) => channel === undefined || release.channel === channel)
        .slice(0, limit)
        .map(whole),
    listCandidates: async (app, without) =>
      candidatesOf(
        inOrder(app)
          .filter((release) => release.state === 'published')
          .map(whole),
        without,
      ),
    listVersions: async (app) => inOrder(app).slice(0, bounds.knownVersions).map(versionOf),
    countDrafts: async (app) => ofApp(app).filter((release) => release.state === 'draft').length,
    hasFullyReleased: async (app, channel, before = Number.POSITIVE_INFINITY) =>
      inOrder(app).some(
        (one) =>
          one.channel === channel &&
          one.state === 'published' &&
          (one.sequence ?? 0) < before &&
          !isUnfinished(state().rollouts.get(one.id)),
      ),
    countMilestones: async (app, channel) =>
      ofApp(app).filter((release) => release.channel === channel && release.policy.milestone).length,
    hasPublished: async (app) => inOrder(app).length > 0,
  } satisfies Partial<StoreReads>;
};

const createArtifactReads = (state: () => State) =>
  ({
    findReleasedArtifact: async (releaseId, target) => {
      const { releases, artifacts, apps } = state();
      const release = releases.get(releaseId);
      if (release === undefined || release.state === 'draft') return undefined;
      const artifact = [...artifacts.values()].find(
        (one) => one.releaseId === releaseId && one.target === target,
      );
      const app = apps.get(release.app);
      return app && artifact && structuredClone({ app, release, artifact });
    },
    listStored: async (after, limit) => {
      const stored = [...state().artifacts.values()].filter((one) => one.state === 'active' && one.stored);
      const sorted = stored.filter(({ id }) => id > after).sort(byText(({ id }) => id));
      return structuredClone(sorted.slice(0, limit));
    },
    findArtifactStates: async (ids) => {
      const { releases, artifacts } = state();
      const states: Awaited<ReturnType<StoreReads['findArtifactStates']>> = new Map();
      for (const id of ids) {
        const artifact = artifacts.get(id);
        const release = artifact && releases.get(artifact.releaseId);
        if (!artifact || !release) continue;
        const { releaseId, state: own, sha256 } = artifact;
        const { app, state: releaseState, touchedAt } = release;
        states.set(id, { id, releaseId, state: own, sha256, app, releaseState, touchedAt });
      }
      return states;
    },
  }) satisfies Partial<StoreReads>;

export const createMemoryReads = (state: () => State): StoreReads => {
  const appWhere = (matches: (publicSlug: string) => boolean) =>
    [...state().apps.values()].find((app) => matches(app.publicSlug));
  return {
    ...createReleaseReads(state),
    ...createRolloutReads(state),
    ...evidenceReads(state),
    ...reportReads(state),
    ...createArtifactReads(state),
    ...createFleetReads(state),
    ...createSketchReads(state),
    ...trustReads(state),
    ...sessionReads(state),
    ...partialReads(state),
    ...usageSums(state),
    findApp: async (slug) => structuredClone(state().apps.get(slug)),
    findAppByPublicSlug: async (publicSlug) => structuredClone(appWhere((slug) => slug === publicSlug)),
    findAppByDomain: async (domain) =>
      structuredClone(state().apps.get(state().domains.get(domain)?.app ?? '')),
    listApps: async (page) => {
      const all = [...state().apps.values()].sort(byText(({ slug }) => slug));
      return pageFrom(all, page, { placeOf: ({ slug }) => slug, isAfter: ({ slug }, place) => slug > place });
    },
    findChannel: async (app, name) => structuredClone(state().channels.get(keyOf(app, name))),
    listChannels: async (app) => {
      const all = [...state().channels.values()].filter((channel) => channel.app === app);
      return structuredClone(all.sort(byText(({ name }) => name)));
    },
    findKey: async (id) => {
      const key = state().keys.get(id);
      const app = state().apps.get(key?.app ?? '');
      return key && app && structuredClone({ ...key, appId: app.id, publishing: app.publishing });
    },
    listKeys: async (app, now, which) => {
      const all = [...state().keys.values()]
        .filter((key) => key.app === app)
        .filter((key) => which === 'all' || key.trustId === undefined || isLiveKey(key, now));
      const others = all.filter((key) => !isLiveKey(key, now));
      const dropped = new Set(others.slice(0, Math.max(0, all.length - bounds.listedKeys)));
      return structuredClone(all.filter((key) => !dropped.has(key)));
    },
    countLiveKeys: async (app, now, which) =>
      [...state().keys.values()]
        .filter((key) => key.app === app && isLiveKey(key, now))
        .filter(({ trustId }) => (trustId === undefined) === (which === 'made')).length,
    listSigningKeys: async (app) => {
      const all = [...state().signingKeys.values()].filter((key) => key.app === app);
      return structuredClone(all.sort(byText(({ createdAt, id }) => keyOf(createdAt, id))));
    },
    listDomains: async (app) => {
      const all = [...state().domains.values()].filter((domain) => domain.app === app);
      return structuredClone(all.sort(byText(({ domain }) => domain)));
    },
    listUsage: async (app, from, to) =>
      [...state().usage.values()]
        .filter((row) => row.app === app && row.day >= from && row.day <= to)
        .sort(byText(({ day, releaseId, target }) => keyOf(day, releaseId, target)))
        .map(({ deliveries: _, ...row }) => ({
          ...row,
          version: state().releases.get(row.releaseId)?.version ?? row.releaseId,
        })),
    sumUsage: async (app, { from, to }, by) => {
      const sums = new Map<string, UsageSum>();
      for (const row of state().usage.values()) {
        if (row.app !== app || row.day < from || row.day > to) continue;
        const version = state().releases.get(row.releaseId)?.version ?? row.releaseId;
        const names = {
          day: { day: row.day },
          release: { releaseId: row.releaseId, version },
          target: { target: row.target },
        };
        const name = Object.values(names[by])[0] ?? '';
        const sum = sums.get(name) ?? { ...names[by], bytes: 0, downloads: 0 };
        sums.set(name, { ...sum, bytes: sum.bytes + row.bytes, downloads: sum.downloads + row.downloads });
      }
      return [...sums].sort(byText(([name]) => name)).map(([, sum]) => sum);
    },
    monthBytes: async (app, month) => state().months.get(keyOf(app, month)) ?? 0,
    listAudit: async (appId, page) => {
      const { keys, trusted, audit } = state();
      const all = audit
        .filter((entry) => entry.appId === appId)
        .filter(({ subject }) => page.subject === undefined || subject === page.subject)
        .map((entry) => {
          const { actor } = entry;
          return { ...entry, actorName: (keys.get(actor) ?? trusted.get(actor))?.name ?? actor };
        })
        .filter(
          ({ actor, actorName, action }) =>
            [undefined, actor, actorName].includes(page.actor) &&
            [undefined, action, action.split('.')[0]].includes(page.action),
        );
      return pageFrom(all.reverse(), page, {
        placeOf: ({ id }) => id,
        isAfter: ({ id }, place) => id < Number(place),
      });
    },
    findSetting: async (name) => state().settings.get(name),
  };
};
