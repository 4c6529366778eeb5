import { dependsOnClient } from '../../domain/decision/client-identity.ts';
import { choose, type Decision } from '../../domain/decision/decide.ts';
import { hasOffers, planFor } from '../../domain/decision/planner.ts';
import type { AdmittedBy } from '../../domain/decision/rollout-bucketing.ts';
import { minimumVersionFor, type VersionView, viewForVersion } from '../../domain/decision/version-view.ts';
import type { LatestLinks } from '../../domain/delivery/latest-links.ts';
import type { Adapter, CheckPath, ResponseExtras } from '../../domain/model/adapter.ts';
import type { App } from '../../domain/model/app.ts';
import { bounds } from '../../domain/model/bounds.ts';
import { reservedChannels } from '../../domain/model/channel.ts';
import { Refusal } from '../../domain/model/errors.ts';
import type { Client, Offer, Plan, RolloutVerdict } from '../../domain/model/offer.ts';
import type { Site } from '../../domain/model/site.ts';
import type { PlainRequest } from '../../node/plain-request.ts';
import type { ReadClient } from '../client/client-hints.ts';
import { downloadUrl, type Links } from '../hosts/links.ts';
import { detachString } from '../limits/detached-string.ts';
import type { CacheScope, PreparedResponse } from '../response/response.ts';
import type { CheckRecorder, VersionCounters } from './check-counts.ts';
import {
  type CheckOutcome,
  type CheckResponse,
  type CheckResponses,
  createUpdateResponses,
  makeCheckResponse,
  responseFor,
} from './check-responses.ts';
import {
  createVersionTables,
  detachVersion,
  emptyVersionTable,
  isCacheableVersion,
  type VersionTable,
} from './version-table.ts';

/*
 * The update check (spec 4.5), a pure function of site and address. Sites are immutable, so responses are rendered once
 * per site and go away with it.
 */

/** The response for a version, or its view if more than the version decides, with its counters. */
export interface VersionResponse extends VersionCounters {
  readonly prepared: PreparedCheck;
  /** The ID of the app's adapter. */
  readonly adapter: string;
  readonly version: string;
  readonly ahead: CheckResponse | VersionView;
  /** The rollout's verdict for all clients of the version, if nothing else decides. */
  readonly met?: Decision['rolloutResult'];
}

/** The cache of a site: by path up to the version, and by whole path. */
interface SiteChecks {
  readonly preparedByPath: Map<string, PreparedCheck>;
  readonly versionTable: VersionTable<VersionResponse>;
}

export interface PreparedCheck {
  readonly adapter: Adapter;
  readonly plan: Plan;
  /** For decisions by version alone: shared caches may keep these, unless the app forbids it. */
  readonly shared: CheckResponses;
  /** For decisions that depend on the client: shared caches must not keep these. */
  readonly own: CheckResponses;
  openCounters(currentVersion: string): VersionCounters;
  readonly versions: VersionTable<VersionResponse>;
}

/** Whether a path segment is a single one and needs no decoding. */
const isPlain = (part: string): boolean => !/[/%]/.test(part);

/**
 * Excludes the reserved channels: under `v1` are the latest release and the history, and a cached check for
 * `/releases/v1/apps/{slug}/1.0` would shadow them.
 */
const isOwnPath = ({ channel, target, arch }: CheckPath): boolean =>
  !reservedChannels.includes(channel) && isPlain(channel + target + arch);

const pathOf = ({ channel, target, arch }: CheckPath): string => `/releases/${channel}/${target}/${arch}`;

/** Copies the strings, because slices would keep the whole request in memory. */
const detachPath = ({ channel, target, arch }: CheckPath): CheckPath => ({
  channel: detachString(channel),
  target: detachString(target),
  arch: detachString(arch),
});

export const createCheck = (needs: {
  adapters: readonly Adapter[];
  links: Pick<Links, 'download'>;
  latestLinks: Pick<LatestLinks, 'hasOtherSpelling'>;
  readClient: ReadClient;
  counted: CheckRecorder;
  siteCount: () => number;
  /** Receives rollout verdicts, for metrics. */
  onAdmission?: (word: AdmittedBy | RolloutVerdict) => void;
}) => {
  const { adapters, links, latestLinks, readClient, counted, siteCount, onAdmission } = needs;
  const urlOf = (site: Site, { release, artifact }: Offer): string =>
    downloadUrl(links, site, { releaseId: release.id, target: artifact.target });

  const checksBySite = new WeakMap<Site, SiteChecks>();
  const createTable = createVersionTables<VersionResponse>(() =>
    Math.max(bounds.answeredVersions, bounds.answeredVersionsOfSite * siteCount()),
  );

  const findAdapter = ({ adapter: adapterId }: Pick<App, 'adapter'>): Adapter | undefined =>
    adapters.find(({ id }) => id === adapterId);

  /** Throws 'adapter-not-registered'. */
  const getAdapter = (app: Pick<App, 'adapter'>): Adapter => {
    const adapter = findAdapter(app);
    if (adapter !== undefined) return adapter;
    throw new Refusal(
      'adapter-not-registered',
      `This server doesn’t have the app’s adapter "${app.adapter}".`,
    );
  };

  const prepare = (site: Site, place: CheckPath): PreparedCheck => {
    const adapter = getAdapter(site.app);
    const { channel, target } = adapter.parse(place);
    const plan = planFor(site, { channel, target });
    const isKnown = hasOffers(plan);
    const missing = (): CheckOutcome =>
      latestLinks.hasOtherSpelling(site, channel, target) ? 'misnamed' : 'nothing';
    const { app } = site;
    const outcome = isKnown ? 'up-to-date' : missing();
    const extrasOf = (offer: Offer, critical: boolean): ResponseExtras | undefined =>
      app.extras ? { critical, minimumVersion: minimumVersionFor(plan, offer)?.version ?? null } : undefined;
    const responsesBy = (caching: CacheScope): CheckResponses => {
      const render = (offer: Offer, isCritical: boolean): CheckResponse => {
        const extras = extrasOf(offer, isCritical);
        const rendered = adapter.renderUpdate(offer, urlOf(site, offer), extras);
        return {
          ...makeCheckResponse('update', rendered, caching),
          offerCounter: counted.offerCounterOf(offer),
        };
      };
      return {
        none: makeCheckResponse(outcome, adapter.renderUpToDate(), caching),
        updateOf: createUpdateResponses(render, app.extras),
      };
    };
    const shared = responsesBy(app.checkCaching);
    return {
      adapter,
      plan,
      shared,
      own: plan.dependsOnClient ? responsesBy('private') : shared,
      openCounters: (version) => counted.open(site, { channel, target, isTargetOffered: isKnown }, version),
      versions: emptyVersionTable,
    };
  };

  const openSiteChecks = (): SiteChecks => {
    const places: SiteChecks['preparedByPath'] = new Map();
    return { preparedByPath: places, versionTable: createTable(() => places.size) };
  };

  /** Looks up a whole path, such as `/releases/stable/darwin/aarch64/1.0.0`, at once. */
  const findVersion = (site: Site, path: string): VersionResponse | undefined =>
    checksBySite.get(site)?.versionTable.find(path);

  /** Looks up a path up to the version. */
  const find = (site: Site, path: string): PreparedCheck | undefined =>
    checksBySite.get(site)?.preparedByPath.get(path);

  /** Keeps only addresses with an offer, so that requests for made-up ones can't fill memory. */
  const prepareFor = (site: Site, requested: CheckPath): PreparedCheck => {
    const existing = find(site, pathOf(requested));
    if (existing !== undefined) return existing;
    const place = detachPath(requested);
    const path = pathOf(place);
    const prepared = prepare(site, place);
    const { preparedByPath, versionTable: table } = checksBySite.get(site) ?? openSiteChecks();
    const hasCapacity = preparedByPath.size < bounds.addressesOfArtifact * site.artifactCount;
    if (!hasCapacity || !hasOffers(prepared.plan) || !isOwnPath(place)) return prepared;
    const versions: VersionTable<VersionResponse> = {
      find: (version) => table.find(`${path}/${version}`),
      set: (version, one) => {
        if (isCacheableVersion(version) && isPlain(version)) table.set(`${path}/${version}`, one);
      },
    };
    const lasting = { ...prepared, versions };
    checksBySite.set(site, { preparedByPath: preparedByPath.set(path, lasting), versionTable: table });
    return lasting;
  };

  const isOwn = ({ plan }: PreparedCheck, view: VersionView): boolean =>
    plan.dependsOnClient && dependsOnClient(view);

  /** Previews a client's response without counting it. */
  const previewResponse = (prepared: PreparedCheck, client: Client): PreparedResponse => {
    const view = viewForVersion(prepared.plan, client.currentVersion);
    const responses = isOwn(prepared, view) ? prepared.own : prepared.shared;
    return responseFor(responses, choose(view, client)).answer;
  };

  const decideForAll = (
    prepared: PreparedCheck,
    view: VersionView,
  ): Pick<VersionResponse, 'ahead' | 'met'> => {
    const chosen = choose(view, { currentVersion: view.currentVersion });
    const ahead = responseFor(prepared.shared, chosen);
    return chosen?.rolloutResult === undefined ? { ahead } : { ahead, met: chosen.rolloutResult };
  };

  const prepareVersion = (prepared: PreparedCheck, currentVersion: string): VersionResponse => {
    const before = prepared.versions.find(currentVersion);
    if (before !== undefined) return before;
    const version = detachVersion(currentVersion.slice(0, bounds.versionLength));
    const view = viewForVersion(prepared.plan, version);
    const decided = isOwn(prepared, view) ? { ahead: view } : decideForAll(prepared, view);
    const { counter, checkIns } = prepared.openCounters(version);
    const adapter = prepared.adapter.id;
    const entry: VersionResponse = { prepared, adapter, version, ...decided, counter, checkIns };
    prepared.versions.set(version, entry);
    return entry;
  };

  /** Answers and counts; reads the client's details only if they decide. */
  const respondToVersion = (entry: VersionResponse, request: PlainRequest): CheckResponse => {
    const { ahead, prepared, version } = entry;
    if ('answer' in ahead) {
      if (entry.met !== undefined) onAdmission?.(entry.met);
      counted.count(entry, ahead, request);
      return ahead;
    }
    const chosen = choose(ahead, { ...readClient(request), currentVersion: version });
    if (chosen?.rolloutResult !== undefined) onAdmission?.(chosen.rolloutResult);
    const decided = responseFor(prepared.own, chosen);
    counted.count(entry, decided, request);
    return decided;
  };

  const respondTo = (prepared: PreparedCheck, currentVersion: string, request: PlainRequest): CheckResponse =>
    respondToVersion(prepareVersion(prepared, currentVersion), request);

  return {
    ...{ findAdapter, getAdapter, find, findVersion, prepareFor, prepareVersion },
    ...{ respondTo, respondToVersion, previewResponse },
  };
};
export type Check = ReturnType<typeof createCheck>;
