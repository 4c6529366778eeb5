import type { Artifact } from '../../src/domain/model/artifact.ts';
import { Conflict } from '../../src/domain/model/errors.ts';
import type { Instant } from '../../src/domain/model/instant.ts';
import type { Release } from '../../src/domain/model/release.ts';
import type { Transaction } from '../../src/domain/ports/store.ts';
import { evidenceWrites } from './store-evidence.ts';
import { partialWrites } from './store-partial.ts';
import { reportWrites } from './store-reports.ts';
import { sessionWrites } from './store-sessions.ts';
import { keyOf, type State } from './store-state.ts';
import { trustWrites } from './store-trust.ts';

const refuseTaken = <T>(all: Map<string, T>, isTaken: (item: T) => boolean): void => {
  if ([...all.values()].some(isTaken)) throw new Conflict();
};

const insertNew = <T>(all: Map<string, T>, key: string, item: T): void => {
  if (all.has(key)) throw new Conflict();
  all.set(key, structuredClone(item));
};

/** Replaces an item if it exists and is as expected; returns whether it did. */
const change = <T>(all: Map<string, T>, key: string, to: (item: T) => Partial<T> | undefined): boolean => {
  const item = all.get(key);
  const changed = item && to(item);
  if (item && changed) all.set(key, { ...item, ...changed });
  return changed !== undefined;
};

const removeWhere = <T>(all: Map<string, T>, matches: (item: T) => boolean): void => {
  for (const [key, item] of all) if (matches(item)) all.delete(key);
};

const appWrites = (state: State) =>
  ({
    insertApp: async (app) => {
      refuseTaken(state.apps, ({ publicSlug }) => publicSlug === app.publicSlug);
      insertNew(state.apps, app.slug, app);
    },
    updateApp: async (slug, to) => {
      change(state.apps, slug, (app) => ({
        name: to.name ?? app.name,
        adapter: to.adapter ?? app.adapter,
        extras: to.extras ?? app.extras,
        checkCaching: to.checkCaching ?? app.checkCaching,
        publishing: to.publishing ?? app.publishing,
        signatures: to.signatures ?? app.signatures,
        signedVersion: to.signedVersion ?? app.signedVersion,
        page: to.page ?? app.page,
        delivery: to.delivery ?? app.delivery,
        // A key that is present but undefined sets the allowance to unlimited.
        allowanceBytes: 'allowanceBytes' in to ? to.allowanceBytes : app.allowanceBytes,
      }));
    },
    deleteApp: async (slug) => {
      const isOfApp = ({ app }: { app: string }) => app === slug;
      removeWhere(state.releases, (release) => isOfApp(release) && release.state === 'draft');
      if ([...state.releases.values()].some(isOfApp)) throw new Error('an app with releases stays');
      removeWhere(state.artifacts, ({ releaseId }) => !state.releases.has(releaseId));
      removeWhere(state.rollouts, ({ releaseId }) => !state.releases.has(releaseId));
      const owned = [state.channels, state.keys, state.signingKeys, state.trusted, state.domains];
      for (const all of owned as Map<string, { app: string }>[]) removeWhere(all, isOfApp);
      removeWhere(state.sessions, ({ keyId }) => keyId !== undefined && !state.keys.has(keyId));
      state.partial.delete(slug);
      state.apps.delete(slug);
    },
    insertChannel: async (channel) => insertNew(state.channels, keyOf(channel.app, channel.name), channel),
    updateChannel: async ({ app, name, active, alsoOffers }) => {
      change(state.channels, keyOf(app, name), () => ({ active, alsoOffers }));
    },
    insertKey: async (key) => insertNew(state.keys, key.id, key),
    revokeKey: async (id, at) =>
      change(state.keys, id, (key) => (key.revokedAt === undefined ? { revokedAt: at } : undefined)),
    insertSigningKey: async (key) => {
      const { app, kind, publicKey } = key;
      refuseTaken(state.signingKeys, (k) => k.app === app && k.kind === kind && k.publicKey === publicKey);
      insertNew(state.signingKeys, key.id, key);
    },
    updateSigningKey: async ({ id, name, fromVersion, state: its, retiredAt }) => {
      change(state.signingKeys, id, () => ({ name, fromVersion, state: its, retiredAt }));
    },
    insertDomain: async (domain) => insertNew(state.domains, domain.domain, domain),
    deleteDomain: async (app, domain) =>
      state.domains.get(domain)?.app === app && state.domains.delete(domain),
  }) satisfies Partial<Transaction>;

const activate = (
  state: State,
  releaseId: string,
  stored: Parameters<Transaction['publishDraft']>[1]['stored'],
) => {
  for (const artifact of state.artifacts.values()) {
    if (artifact.releaseId !== releaseId) continue;
    const found = stored.get(artifact.id);
    if (!found) throw new Error(`artifact ${artifact.id} would be published without its bytes`);
    const { uploadedAt, store, seal } = found;
    change<Artifact>(state.artifacts, artifact.id, () => ({
      state: 'active',
      uploadId: undefined,
      uploadedAt,
      stored: { store, seal },
    }));
  }
};

const releaseWrites = (state: State) => {
  const changeIn = (
    id: string,
    from: Release['state'],
    to: (release: Release) => Partial<Release> | undefined,
  ) => change(state.releases, id, (release) => (release.state === from ? to(release) : undefined));
  return {
    insertRelease: async (release) => {
      const { app, channel, version } = release;
      refuseTaken(state.releases, (r) => r.app === app && r.channel === channel && r.version === version);
      insertNew(state.releases, release.id, release);
      state.positions.set(release.id, state.positions.size);
    },
    updateNotes: async (id, notes) => {
      change(state.releases, id, () => ({ notes }));
    },
    setPolicy: async (id, policy) => {
      change(state.releases, id, () => ({ policy: structuredClone(policy) }));
    },
    putRollout: async (rollout) => {
      state.rollouts.set(rollout.releaseId, structuredClone(rollout));
    },
    touchDraft: async (id, at) =>
      changeIn(id, 'draft', ({ revision }) => ({ touchedAt: at, revision: revision + 1 })),
    publishDraft: async (id, { revision, at, sequence, stored, via, by }) => {
      const isDone = changeIn(id, 'draft', (release) =>
        release.revision === revision
          ? {
              ...{ state: 'published', publishedAt: at, sequence },
              ...(via && { publishedVia: via }),
              ...(by && { publishedBy: by }),
            }
          : undefined,
      );
      if (isDone) activate(state, id, stored);
      return isDone;
    },
    setWithdrawn: async (id, withdrawal) => {
      const { withdrawnBy: _, ...before } = state.releases.get(id) ?? ({} as Release);
      if (before.state !== (withdrawal ? 'published' : 'withdrawn')) return false;
      state.releases.set(id, {
        ...before,
        state: withdrawal ? 'withdrawn' : 'published',
        withdrawnAt: withdrawal?.at,
        withdrawReason: withdrawal?.reason,
        ...(withdrawal?.by === undefined ? {} : { withdrawnBy: withdrawal.by }),
      });
      return true;
    },
    deleteDraft: async (id) => {
      if (state.releases.get(id)?.state !== 'draft') return false;
      removeWhere(state.artifacts, ({ releaseId }) => releaseId === id);
      state.rollouts.delete(id);
      removeWhere(state.evidence, ({ releaseId }) => releaseId === id);
      removeWhere(state.reports, ({ releaseId }) => releaseId === id);
      return state.releases.delete(id);
    },
  } satisfies Partial<Transaction>;
};

const artifactWrites = (state: State) =>
  ({
    putArtifact: async (artifact) => {
      const { id, releaseId, target } = artifact;
      refuseTaken(state.artifacts, (a) => a.id !== id && a.releaseId === releaseId && a.target === target);
      state.artifacts.set(id, structuredClone(artifact));
    },
    replaceArtifactId: async (id, fresh) => {
      const artifact = state.artifacts.get(id);
      if (artifact?.state !== 'declared') return;
      state.artifacts.delete(id);
      state.artifacts.set(fresh, { ...artifact, id: fresh, uploadId: undefined, uploadedAt: undefined });
    },
    saveSignatureVerdict: async (id, { sha256, signature }, verdict) =>
      change<Artifact>(state.artifacts, id, (artifact) =>
        artifact.sha256 === sha256 && artifact.signature === signature
          ? { verdict: structuredClone(verdict) }
          : undefined,
      ),
    pruneArtifact: async (id) =>
      change<Artifact>(state.artifacts, id, (artifact) =>
        artifact.state === 'active' ? { state: 'pruned' } : undefined,
      ),
    updateStoredObject: async (id, from, to) =>
      change(state.artifacts, id, ({ stored }) =>
        stored?.store === from.store && stored.seal === from.seal ? { stored: { ...to } } : undefined,
      ),
  }) satisfies Partial<Transaction>;

/** The changes of a state; the store raises generations. */
export const createMemoryWrites = (state: State) => ({
  ...appWrites(state),
  ...partialWrites(state),
  ...releaseWrites(state),
  ...artifactWrites(state),
  ...evidenceWrites(state),
  ...reportWrites(state),
  ...trustWrites(state),
  ...sessionWrites(state),
  lockApp: async (slug: string) => structuredClone(state.apps.get(slug)),
  recordEvent: async (row: Parameters<Transaction['recordEvent']>[0]) => {
    state.audit.push({ ...structuredClone(row), id: (state.audit.at(-1)?.id ?? 0) + 1 });
  },
  claimSetting: async (name: string, value: string) => {
    if (!state.settings.has(name)) state.settings.set(name, value);
    return state.settings.get(name) ?? value;
  },
  replaceSetting: async (name: string, value: string) => {
    state.settings.set(name, value);
  },
  raiseSetting: async (name: string, value: number) => {
    if (Number(state.settings.get(name) ?? -1) < value) state.settings.set(name, String(value));
  },
  deleteSettings: async (prefix: string, before: string) => {
    for (const name of [...state.settings.keys()])
      if (name >= prefix && name < prefix + before) state.settings.delete(name);
  },
});

/** Records when keys were last used; never goes back. */
export const touchKeys = ({ keys }: State, lastUsed: Map<string, Instant>): void => {
  for (const [id, lastUsedAt] of lastUsed) {
    change(keys, id, (key) => ((key.lastUsedAt ?? '') < lastUsedAt ? { lastUsedAt } : undefined));
  }
};

/** Deletes the batch numbers of idle nodes. */
export const forgetNodes = ({ nodes }: State, before: Instant): void =>
  removeWhere(nodes, ({ at }) => at < before);
