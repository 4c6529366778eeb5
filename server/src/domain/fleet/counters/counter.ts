import { bounds } from '../../model/bounds.ts';
import { type FleetCounts, otherName, unknownName } from '../../model/fleet.ts';
import type { Day } from '../../model/instant.ts';
import type { Site } from '../../model/site.ts';
import { plainVersion } from '../../model/version.ts';
import type { Sketch } from './hyperloglog.ts';

/** Where the clients of a cell are told apart: on a day, and until what was counted is taken. */
interface SketchCache {
  readonly sketches: readonly Sketch[];
  readonly day: Day;
  readonly round: object;
}

/** Checks of one version in one place since they were last added up. */
export interface CheckCounter extends FleetCounts {
  readonly app: string;
  readonly channel: string;
  readonly target: string;
  readonly version: string;
  readonly isStranger: boolean;
  /** Whether clients of the version are told apart by themselves, too. */
  readonly isSketched: boolean;
  /** Where its clients are told apart, once one has sent an id. */
  held: SketchCache | undefined;
}

/** What happened to a release for one target since it was last added up. */
export interface OfferCounter {
  readonly releaseId: string;
  readonly target: string;
  /** Both in one. */
  readonly name: string;
  offers: number;
  readers: number;
}

const strangerShape = /^[A-Za-z0-9._+-]+$/;

/** What the command line asks with after a publish, as the oldest client or as one of a version: no installed copy. */
const probe = /^0\.0\.0-check\.|\+(?:[^+]*\.)?check\.[0-9a-z]+$/;

/** The name of the row that a version is counted in. */
const nameVersion = ({ versions }: Site, version: string): Pick<CheckCounter, 'version' | 'isStranger'> => {
  const known = versions.get(plainVersion(version));
  if (known !== undefined) return { version: known, isStranger: false };
  const isRow = version.length <= bounds.answeredVersionLength && strangerShape.test(version);
  if (!isRow) return { version: otherName, isStranger: false };
  return { version, isStranger: version !== otherName && version !== unknownName };
};

/** Where a version asks. */
export interface CounterScope {
  channel: string;
  target: string;
  /** Whether the channel has anything for the target: others are what clients, or strangers, made up. */
  isKnown: boolean;
}

/** A cell for checks of a version; undefined where nothing is counted: no such channel, nothing was ever published, no copy asks. */
export const makeCheckCounter = (
  site: Site,
  { channel, target, isKnown }: CounterScope,
  version: string,
): CheckCounter | undefined => {
  if (site.versions.size === 0 || !site.channels.has(channel) || probe.test(version)) return undefined;
  const named = nameVersion(site, version);
  return {
    // What each check touches lies together.
    checks: 0,
    offers: 0,
    withId: 0,
    proxied: 0,
    held: undefined,
    app: site.app.slug,
    channel,
    target: isKnown ? target : otherName,
    version: named.version,
    isStranger: named.isStranger,
    isSketched: site.sketched.get(channel)?.has(named.version) === true,
  };
};

/** A tally of a release for a target. */
export const makeOfferCounter = (releaseId: string, target: string): OfferCounter => ({
  ...{ releaseId, target, name: `${releaseId}\n${target}`, offers: 0, readers: 0 },
});
