import { dependsOnClient } from '../../domain/decision/client-identity.ts';
import { type Chosen, choose, planFor } from '../../domain/decision/decide.ts';
import { hasOffers } from '../../domain/decision/merge-channels.ts';
import type { AdmittedBy } from '../../domain/decision/rollout-bucketing.ts';
import { minimumOf, type Outlook, outlookOf } from '../../domain/decision/version-view.ts';
import type { Linking } from '../../domain/delivery/latest-links.ts';
import type { Adapter, CheckPlace, Extras } from '../../domain/model/adapter.ts';
import type { App } from '../../domain/model/app.ts';
import { bounds } from '../../domain/model/bounds.ts';
import { reservedChannels } from '../../domain/model/channel.ts';
import { Refusal } from '../../domain/model/errors.ts';
import type { Client, Offer, Plan, RolloutVerdict } from '../../domain/model/offer.ts';
import type { Site } from '../../domain/model/site.ts';
import type { Asked } from '../../node/plain-request.ts';
import type { FactsOf } from '../client/client-hints.ts';
import { downloadUrl, type Links } from '../hosts/links.ts';
import { detached } from '../limits/detached-string.ts';
import type { Answer, Caching } from '../response/response.ts';
import type { CountedChecks, Counters } from './check-counts.ts';
import {
  type CheckOutcome,
  createUpdates,
  type Decided,
  decidedOf,
  type Responses,
  respond,
} from './check-responses.ts';
import { copyOf, createVersionTables, emptyTable, isKept, type VersionTable } from './version-table.ts';

/*
 * The update check (spec 4.5) as a pure function of site and address. What a channel and target are answered is
 * rendered once per site: a site never changes, a new one is swapped in, and its answers go with it.
 */

/** What clients of a version are answered, or what lies ahead of them where more than that decides; and their counters. */
export interface Known extends Counters {
  readonly prepared: Prepared;
  /** The adapter of the app, by its id. */
  readonly adapter: string;
  readonly version: string;
  readonly ahead: Decided | Outlook;
  /** What a rollout says to all of them, where nothing else decides. */
  readonly met?: Chosen['met'];
}

/** What is kept of a site: by the path of an address up to the version, and by the whole of it. */
interface Kept {
  readonly places: Map<string, Prepared>;
  readonly known: VersionTable<Known>;
}

/** Everything a check of one channel and target needs, but the client. */
export interface Prepared {
  readonly adapter: Adapter;
  readonly plan: Plan;
  /** Where the version alone decides: caches may keep these, unless the app says otherwise. */
  readonly shared: Responses;
  /** Where it does not: no cache on the way may keep these. */
  readonly own: Responses;
  openCounters(currentVersion: string): Counters;
  /** What is known of each version. */
  readonly versions: VersionTable<Known>;
}

/** Whether a part of an address is one part of it, and means what is written. */
const isPlain = (part: string): boolean => !/[/%]/.test(part);

/**
 * Whether the path of an address is a check's and nothing else's. Under `v1` lie the latest release and the history,
 * which a stranger could otherwise have answered by what was kept for `/releases/v1/apps/{slug}/1.0`.
 */
const isOwnPath = ({ channel, target, arch }: CheckPlace): boolean =>
  !reservedChannels.includes(channel) && isPlain(channel + target + arch);

const pathOf = ({ channel, target, arch }: CheckPlace): string => `/releases/${channel}/${target}/${arch}`;

/** The same place in words that do not hold on to the request that they were cut from. */
const ownWords = ({ channel, target, arch }: CheckPlace): CheckPlace => ({
  channel: detached(channel),
  target: detached(target),
  arch: detached(arch),
});

export const createCheck = (needs: {
  adapters: readonly Adapter[];
  links: Pick<Links, 'download'>;
  linking: Pick<Linking, 'isNamedOtherwise'>;
  factsOf: FactsOf;
  counted: CountedChecks;
  /** How many sites are in memory. */
  siteCount: () => number;
  /** Told what rollouts say to clients. */
  onAdmission?: (word: AdmittedBy | RolloutVerdict) => void;
}) => {
  const { adapters, links, linking, factsOf, counted, siteCount, onAdmission } = needs;
  const urlOf = (site: Site, { release, artifact }: Offer): string =>
    downloadUrl(links, site, { releaseId: release.id, target: artifact.target });

  const kept = new WeakMap<Site, Kept>();
  const createTable = createVersionTables<Known>(() =>
    Math.max(bounds.answeredVersions, bounds.answeredVersionsOfSite * siteCount()),
  );

  const findAdapter = ({ adapter: wanted }: Pick<App, 'adapter'>): Adapter | undefined =>
    adapters.find(({ id }) => id === wanted);

  /** The adapter that an app has stored; throws 'adapter-not-registered'. */
  const getAdapter = (app: Pick<App, 'adapter'>): Adapter => {
    const adapter = findAdapter(app);
    if (adapter !== undefined) return adapter;
    throw new Refusal(
      'adapter-not-registered',
      `The adapter "${app.adapter}" of this app is not known here.`,
    );
  };

  const prepare = (site: Site, place: CheckPlace): Prepared => {
    const adapter = getAdapter(site.app);
    const { channel, target } = adapter.parse(place);
    const plan = planFor(site, channel, target);
    const isKnown = hasOffers(plan);
    const missing = (): CheckOutcome =>
      linking.isNamedOtherwise(site, channel, target) ? 'misnamed' : 'nothing';
    const { app } = site;
    const outcome = isKnown ? 'up-to-date' : missing();
    const extrasOf = (offer: Offer, critical: boolean): Extras | undefined =>
      app.extras ? { critical, minimumVersion: minimumOf(plan, offer)?.version ?? null } : undefined;
    const responsesBy = (caching: Caching): Responses => {
      const render = (offer: Offer, isCritical: boolean): Decided => {
        const extras = extrasOf(offer, isCritical);
        const rendered = adapter.renderUpdate(offer, urlOf(site, offer), extras);
        return { ...decidedOf('update', rendered, caching), offered: counted.tallyOf(offer) };
      };
      return {
        none: decidedOf(outcome, adapter.renderUpToDate(), caching),
        updateOf: createUpdates(render, app.extras),
      };
    };
    const shared = responsesBy(app.checkCaching);
    return {
      adapter,
      plan,
      shared,
      own: plan.dependsOnClient ? responsesBy('private') : shared,
      openCounters: (version) => counted.open(site, { channel, target, isKnown }, version),
      versions: emptyTable,
    };
  };

  const openKept = (): Kept => {
    const places: Kept['places'] = new Map();
    return { places, known: createTable(() => places.size) };
  };

  /** What is known of the version at an address: its path, `/releases/stable/darwin/aarch64/1.0.0`. One look-up. */
  const recall = (site: Site, path: string): Known | undefined => kept.get(site)?.known.find(path);

  /** What is kept for an address: its path up to the version. */
  const find = (site: Site, path: string): Prepared | undefined => kept.get(site)?.places.get(path);

  /** Prepares an address. Only what has something to offer is kept: strangers cannot make that many. */
  const prepareFor = (site: Site, asked: CheckPlace): Prepared => {
    const known = find(site, pathOf(asked));
    if (known !== undefined) return known;
    const place = ownWords(asked);
    const path = pathOf(place);
    const prepared = prepare(site, place);
    const { places, known: table } = kept.get(site) ?? openKept();
    const isRoom = places.size < bounds.addressesOfArtifact * site.artifactCount;
    if (!isRoom || !hasOffers(prepared.plan) || !isOwnPath(place)) return prepared;
    const versions: VersionTable<Known> = {
      find: (version) => table.find(`${path}/${version}`),
      keep: (version, one) => {
        if (isKept(version) && isPlain(version)) table.keep(`${path}/${version}`, one);
      },
    };
    const lasting = { ...prepared, versions };
    kept.set(site, { places: places.set(path, lasting), known: table });
    return lasting;
  };

  /** Whether more than the version decides what clients of a version get. */
  const isOwn = ({ plan }: Prepared, outlook: Outlook): boolean =>
    plan.dependsOnClient && dependsOnClient(outlook);

  /** What a client would be answered; nobody asked, so that nothing is counted. */
  const explainTo = (prepared: Prepared, client: Client): Answer => {
    const outlook = outlookOf(prepared.plan, client.currentVersion);
    const responses = isOwn(prepared, outlook) ? prepared.own : prepared.shared;
    return respond(responses, choose(outlook, client)).answer;
  };

  /** What is the same for all clients of a version. */
  const decideForAll = (prepared: Prepared, outlook: Outlook): Pick<Known, 'ahead' | 'met'> => {
    const chosen = choose(outlook, { currentVersion: outlook.currentVersion });
    const ahead = respond(prepared.shared, chosen);
    return chosen?.met === undefined ? { ahead } : { ahead, met: chosen.met };
  };

  const lookAhead = (prepared: Prepared, currentVersion: string): Known => {
    const before = prepared.versions.find(currentVersion);
    if (before !== undefined) return before;
    const version = copyOf(currentVersion.slice(0, bounds.versionLength));
    const outlook = outlookOf(prepared.plan, version);
    const decided = isOwn(prepared, outlook) ? { ahead: outlook } : decideForAll(prepared, outlook);
    const { cell, arrivals } = prepared.openCounters(version);
    const known: Known = { prepared, adapter: prepared.adapter.id, version, ...decided, cell, arrivals };
    prepared.versions.keep(version, known);
    return known;
  };

  /** What a client is answered, and counted; what else is known of it is read only where it decides. */
  const answerTo = (known: Known, request: Asked): Decided => {
    const { ahead, prepared, version } = known;
    if ('answer' in ahead) {
      if (known.met !== undefined) onAdmission?.(known.met);
      counted.count(known, ahead, request);
      return ahead;
    }
    const chosen = choose(ahead, { ...factsOf(request), currentVersion: version });
    if (chosen?.met !== undefined) onAdmission?.(chosen.met);
    const decided = respond(prepared.own, chosen);
    counted.count(known, decided, request);
    return decided;
  };

  const answerFor = (prepared: Prepared, currentVersion: string, request: Asked): Decided =>
    answerTo(lookAhead(prepared, currentVersion), request);

  return { findAdapter, getAdapter, find, recall, prepareFor, lookAhead, answerFor, answerTo, explainTo };
};
export type Check = ReturnType<typeof createCheck>;
