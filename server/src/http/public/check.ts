import type { Adapter, CheckAddress } from '../../domain/nouns/adapter.ts';
import type { App } from '../../domain/nouns/app.ts';
import { Refusal } from '../../domain/nouns/errors.ts';
import { compareVersions, type ParsedVersion, parseVersion } from '../../domain/nouns/version.ts';
import type { Site } from '../../domain/site.ts';
import { latestFor } from '../../domain/updating.ts';
import { type Answer, makeAnswer } from '../answer/answer.ts';

/*
 * The update check (spec 4.5) as a pure function of site and address. What a channel and target are answered is
 * rendered once per site: a site never changes, a new one is swapped in, and its answers go with it.
 */

export type CheckOutcome = 'update' | 'up-to-date' | 'nothing';

/** Everything a check of one channel and target needs, but the client's version. */
export interface Prepared {
  readonly adapter: Adapter;
  readonly latest: { version: string; parsed: ParsedVersion; update: Answer } | undefined;
  readonly upToDate: Answer;
}

/** How many addresses a site remembers: targets are few, and strangers cannot make them many. */
const maxRemembered = 256;

/**
 * Whether the path of an address is a check's and nothing else's. Under `v1` lie the latest release and the history,
 * which a stranger could otherwise have answered by what was remembered for `/releases/v1/apps/{slug}/1.0`.
 */
const isOwnPath = ({ channel, target, arch }: CheckAddress): boolean =>
  channel !== 'v1' && channel !== 'download' && !/[/%]/.test(channel + target + arch);

export const downloadUrl = (site: Site, releaseId: string, target: string): string =>
  `${site.baseUrl}/releases/download/${releaseId}/${target}`;

const prepare = (site: Site, adapter: Adapter, address: CheckAddress): Prepared => {
  const offer = latestFor(site, adapter.parse(address));
  const none = adapter.renderUpToDate();
  const upToDate = makeAnswer(none.status, none.contentType, none.body);
  if (offer === undefined) return { adapter, latest: undefined, upToDate };
  const rendered = adapter.renderUpdate(offer, downloadUrl(site, offer.release.id, offer.artifact.target));
  const update = makeAnswer(rendered.status, rendered.contentType, rendered.body);
  return { adapter, latest: { version: offer.release.version, parsed: offer.version, update }, upToDate };
};

const maxVersions = 10_000;
const longestVersion = 32;

/** Installed copies have few versions; each is taken apart once. Saves 0.9 of the 1.6 µs that a check takes here. */
const createVersions = () => {
  const parsed = new Map<string, ParsedVersion>();
  return (text: string): ParsedVersion => {
    const known = parsed.get(text);
    if (known !== undefined) return known;
    const version = parseVersion(text);
    if (parsed.size >= maxVersions) parsed.clear();
    if (text.length <= longestVersion) parsed.set(text, version);
    return version;
  };
};

export const createCheck = (adapters: readonly Adapter[]) => {
  const remembered = new WeakMap<Site, Map<string, Prepared>>();
  const versionOf = createVersions();

  const adapterOf = ({ adapter: wanted }: Pick<App, 'adapter'>): Adapter => {
    const adapter = adapters.find(({ id }) => id === wanted);
    if (adapter !== undefined) return adapter;
    throw new Refusal('adapter-not-registered', `The adapter "${wanted}" of this app is not known here.`);
  };

  /** What is remembered for an address: its path up to the version, `/releases/stable/darwin/aarch64`. */
  const find = (site: Site, path: string): Prepared | undefined => remembered.get(site)?.get(path);

  const prepareFor = (site: Site, address: CheckAddress): Prepared => {
    const { channel, target, arch } = address;
    const path = `/releases/${channel}/${target}/${arch}`;
    const known = find(site, path);
    if (known !== undefined) return known;
    const prepared = prepare(site, adapterOf(site.app), address);
    const paths = remembered.get(site) ?? new Map<string, Prepared>();
    if (paths.size < maxRemembered && isOwnPath(address)) remembered.set(site, paths.set(path, prepared));
    return prepared;
  };

  const outcomeFor = ({ latest }: Prepared, currentVersion: string): CheckOutcome => {
    if (latest === undefined) return 'nothing';
    // Most clients are up to date: the same text needs no parsing.
    if (latest.version === currentVersion) return 'up-to-date';
    return compareVersions(latest.parsed, versionOf(currentVersion)) > 0 ? 'update' : 'up-to-date';
  };

  const answerWith = (prepared: Prepared, outcome: CheckOutcome): Answer =>
    outcome === 'update' && prepared.latest !== undefined ? prepared.latest.update : prepared.upToDate;

  return { adapterOf, find, prepareFor, outcomeFor, answerWith };
};
export type Check = ReturnType<typeof createCheck>;
