import { decide, planFor } from '../../domain/deciding.ts';
import type { Linking } from '../../domain/linking.ts';
import type { Adapter, CheckPlace } from '../../domain/nouns/adapter.ts';
import type { App } from '../../domain/nouns/app.ts';
import { bounds } from '../../domain/nouns/bounds.ts';
import { reservedChannels } from '../../domain/nouns/channel.ts';
import { Refusal } from '../../domain/nouns/errors.ts';
import type { Offer, Plan } from '../../domain/nouns/offer.ts';
import type { Site } from '../../domain/nouns/site.ts';
import { type Answer, makeAnswer } from '../answer/answer.ts';
import { downloadUrl, type Links } from '../links.ts';
import { createVersionTable, type VersionTable } from './version-table.ts';

/*
 * The update check (spec 4.5) as a pure function of site and address. What a channel and target are answered is
 * rendered once per site: a site never changes, a new one is swapped in, and its answers go with it.
 */

/** `misnamed` is nothing, too: the channel has the place, under another name than the client asks for. */
export type CheckOutcome = 'update' | 'up-to-date' | 'nothing' | 'misnamed';

/** What a client is answered, and what that means for it. */
export interface Decided {
  readonly outcome: CheckOutcome;
  readonly answer: Answer;
}

/** Everything a check of one channel and target needs, but the client. */
export interface Prepared {
  readonly adapter: Adapter;
  readonly plan: Plan;
  readonly none: Decided;
  readonly updates: ReadonlyMap<Offer, Decided>;
  /** What clients of a version were answered: one look-up instead of a decision. */
  readonly versions: VersionTable<Decided>;
}

/**
 * Whether the path of an address is a check's and nothing else's. Under `v1` lie the latest release and the history,
 * which a stranger could otherwise have answered by what was kept for `/releases/v1/apps/{slug}/1.0`.
 */
const isOwnPath = ({ channel, target, arch }: CheckPlace): boolean =>
  !reservedChannels.includes(channel) && !/[/%]/.test(channel + target + arch);

const renderOffer = (adapter: Adapter, offer: Offer, url: string): Decided => {
  const { status, contentType, body } = adapter.renderUpdate(offer, url);
  return { outcome: 'update', answer: makeAnswer(status, contentType, body) };
};

const renderNone = (adapter: Adapter, outcome: CheckOutcome): Decided => {
  const { status, contentType, body } = adapter.renderUpToDate();
  return { outcome, answer: makeAnswer(status, contentType, body) };
};

export const createCheck = (
  adapters: readonly Adapter[],
  links: Pick<Links, 'download'>,
  linking: Pick<Linking, 'isNamedOtherwise'>,
) => {
  const urlOf = (site: Site, { release, artifact }: Offer): string =>
    downloadUrl(links, site, { releaseId: release.id, target: artifact.target });

  const kept = new WeakMap<Site, Map<string, Prepared>>();
  const createVersions = createVersionTable<Decided>();

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
    const missing = () => (linking.isNamedOtherwise(site, channel, target) ? 'misnamed' : 'nothing');
    return {
      adapter,
      plan,
      none: renderNone(adapter, plan.offers.length === 0 ? missing() : 'up-to-date'),
      updates: new Map(plan.offers.map((offer) => [offer, renderOffer(adapter, offer, urlOf(site, offer))])),
      versions: createVersions(),
    };
  };

  /** What is kept for an address: its path up to the version, `/releases/stable/darwin/aarch64`. */
  const find = (site: Site, path: string): Prepared | undefined => kept.get(site)?.get(path);

  /** Prepares an address. Only what has something to offer is kept: strangers cannot make that many. */
  const prepareFor = (site: Site, place: CheckPlace): Prepared => {
    const { channel, target, arch } = place;
    const path = `/releases/${channel}/${target}/${arch}`;
    const known = find(site, path);
    if (known !== undefined) return known;
    const prepared = prepare(site, place);
    const paths = kept.get(site) ?? new Map<string, Prepared>();
    const isRoom = paths.size < bounds.addressesOfArtifact * site.artifactCount;
    if (isRoom && prepared.plan.offers.length > 0 && isOwnPath(place))
      kept.set(site, paths.set(path, prepared));
    return prepared;
  };

  /** What a client of this version is answered: the decision, looked up where it was made before. */
  const answerFor = ({ plan, none, updates, versions }: Prepared, currentVersion: string): Decided => {
    const known = versions.find(currentVersion);
    if (known !== undefined) return known;
    const offer = decide(plan, { currentVersion });
    const decided = offer === undefined ? none : (updates.get(offer) ?? none);
    versions.keep(currentVersion, decided);
    return decided;
  };

  return { findAdapter, getAdapter, find, prepareFor, answerFor };
};
export type Check = ReturnType<typeof createCheck>;
