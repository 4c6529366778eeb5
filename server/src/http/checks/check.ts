import { dependsOnClient } from '../../domain/decision/client-identity.ts';
import { choose, type Decision, planFor } from '../../domain/decision/decide.ts';
import { hasOffers } from '../../domain/decision/merge-channels.ts';
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
  readonly met?: Decision['met'];
}

/** The cache of a site: by path up to the version, and by whole path. */
interface SiteChecks {
  readonly places: Map<string, PreparedCheck>;
  readonly known: VersionTable<VersionResponse>;
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
const ownWords = ({ channel, target, arch }: CheckPath): CheckPath => ({
  channel: detachString(channel),
  target: detachString(target),
  arch: detachString(arch),
});

export const createCheck = (needs: {
  adapters: readonly Adapter[];
  links: Pick<Links, 'download'>;
  linking: Pick<LatestLinks, 'isNamedOtherwise'>;
  factsOf: ReadClient;
  counted: CheckRecorder;
  siteCount: () => number;
  /** Receives rollout verdicts, for metrics. */
  onAdmission?: (word: AdmittedBy | RolloutVerdict) => void;
}) => {
  const { adapters, links, linking, factsOf, counted, siteCount, onAdmission } = needs;
  const urlOf = (site: Site, { release, artifact }: Offer): string =>
    downloadUrl(links, site, { releaseId: release.id, target: artifact.target });

  const kept = new WeakMap<Site, SiteChecks>();
  const createTable = createVersionTables<VersionResponse>(() =>
    Math.max(bounds.answeredVersions, bounds.answeredVersionsOfSite * siteCount()),
  );

  const findAdapter = ({ adapter: wanted }: Pick<App, 'adapter'>): Adapter | undefined =>
    adapters.find(({ id }) => id === wanted);

  /** Throws 'adapter-not-registered'. */
  const getAdapter = (app: Pick<App, 'adapter'>): Adapter => {
    const adapter = findAdapter(app);
    if (adapter !== undefined) return adapter;
    throw new Refusal(
      'adapter-not-registered',
      `The adapter "${app.adapter}" of this app is not known here.`,
    );
  };

  const prepare = (site: Site, place: CheckPath): PreparedCheck => {
    const adapter = getAdapter(site.app);
    const { channel, target } = adapter.parse(place);
    const plan = planFor(site, channel, target);
    const isKnown = hasOffers(plan);
    const missing = (): CheckOutcome =>
      linking.isNamedOtherwise(site, channel, target) ? 'misnamed' : 'nothing';
    const { app } = site;
    const outcome = isKnown ? 'up-to-date' : missing();
    const extrasOf = (offer: Offer, critical: boolean): ResponseExtras | undefined =>
      app.extras ? { critical, minimumVersion: minimumVersionFor(plan, offer)?.version ?? null } : undefined;
    const responsesBy = (caching: CacheScope): CheckResponses => {
      const render = (offer: Offer, isCritical: boolean): CheckResponse => {
        const extras = extrasOf(offer, isCritical);
        const rendered = adapter.renderUpdate(offer, urlOf(site, offer), extras);
        return { ...makeCheckResponse('update', rendered, caching), offered: counted.tallyOf(offer) };
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
      openCounters: (version) => counted.open(site, { channel, target, isKnown }, version),
      versions: emptyVersionTable,
    };
  };

  const openKept = (): SiteChecks => {
    const places: SiteChecks['places'] = new Map();
    return { places, known: createTable(() => places.size) };
  };

  /** Looks up a whole path, such as `/releases/stable/darwin/aarch64/1.0.0`, at once. */
  const recall = (site: Site, path: string): VersionResponse | undefined => kept.get(site)?.known.find(path);

  /** Looks up a path up to the version. */
  const find = (site: Site, path: string): PreparedCheck | undefined => kept.get(site)?.places.get(path);

  /** Keeps only addresses with an offer, so that requests for made-up ones can't fill memory. */
  const prepareFor = (site: Site, asked: CheckPath): PreparedCheck => {
    const known = find(site, pathOf(asked));
    if (known !== undefined) return known;
    const place = ownWords(asked);
    const path = pathOf(place);
    const prepared = prepare(site, place);
    const { places, known: table } = kept.get(site) ?? openKept();
    const isRoom = places.size < bounds.addressesOfArtifact * site.artifactCount;
    if (!isRoom || !hasOffers(prepared.plan) || !isOwnPath(place)) return prepared;
    const versions: VersionTable<VersionResponse> = {
      find: (version) => table.find(`${path}/${version}`),
      keep: (version, one) => {
        if (isCacheableVersion(version) && isPlain(version)) table.keep(`${path}/${version}`, one);
      },
    };
    const lasting = { ...prepared, versions };
    kept.set(site, { places: places.set(path, lasting), known: table });
    return lasting;
  };

  const isOwn = ({ plan }: PreparedCheck, outlook: VersionView): boolean =>
    plan.dependsOnClient && dependsOnClient(outlook);

  /** Previews a client's response without counting it. */
  const explainTo = (prepared: PreparedCheck, client: Client): PreparedResponse => {
    const outlook = viewForVersion(prepared.plan, client.currentVersion);
    const responses = isOwn(prepared, outlook) ? prepared.own : prepared.shared;
    return responseFor(responses, choose(outlook, client)).answer;
  };

  const decideForAll = (
    prepared: PreparedCheck,
    outlook: VersionView,
  ): Pick<VersionResponse, 'ahead' | 'met'> => {
    const chosen = choose(outlook, { currentVersion: outlook.currentVersion });
    const ahead = responseFor(prepared.shared, chosen);
    return chosen?.met === undefined ? { ahead } : { ahead, met: chosen.met };
  };

  const lookAhead = (prepared: PreparedCheck, currentVersion: string): VersionResponse => {
    const before = prepared.versions.find(currentVersion);
    if (before !== undefined) return before;
    const version = detachVersion(currentVersion.slice(0, bounds.versionLength));
    const outlook = viewForVersion(prepared.plan, version);
    const decided = isOwn(prepared, outlook) ? { ahead: outlook } : decideForAll(prepared, outlook);
    const { cell, arrivals } = prepared.openCounters(version);
    const known: VersionResponse = {
      prepared,
      adapter: prepared.adapter.id,
      version,
      ...decided,
      cell,
      arrivals,
    };
    prepared.versions.keep(version, known);
    return known;
  };

  /** Answers and counts; reads the client's details only if they decide. */
  const answerTo = (known: VersionResponse, request: PlainRequest): CheckResponse => {
    const { ahead, prepared, version } = known;
    if ('answer' in ahead) {
      if (known.met !== undefined) onAdmission?.(known.met);
      counted.count(known, ahead, request);
      return ahead;
    }
    const chosen = choose(ahead, { ...factsOf(request), currentVersion: version });
    if (chosen?.met !== undefined) onAdmission?.(chosen.met);
    const decided = responseFor(prepared.own, chosen);
    counted.count(known, decided, request);
    return decided;
  };

  const answerFor = (prepared: PreparedCheck, currentVersion: string, request: PlainRequest): CheckResponse =>
    answerTo(lookAhead(prepared, currentVersion), request);

  return { findAdapter, getAdapter, find, recall, prepareFor, lookAhead, answerFor, answerTo, explainTo };
};
export type Check = ReturnType<typeof createCheck>;
