import type { Client, ConsideredRelease, Offer, Plan, RolloutVerdict } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import type { Site } from '../model/site.ts';
import { compareVersions } from '../model/version.ts';
import { mergeChannelPlans } from './merge-channels.ts';
import { planOffers } from './plan.ts';
import { type AdmittedBy, admitToRollout, reasonText } from './rollout-bucketing.ts';
import { isOlderSystem, parseCurrentVersion } from './version-rules.ts';
import {
  type Candidate,
  type Rejection,
  rejectByVersion,
  type VersionView,
  viewForVersion,
} from './version-view.ts';

/*
 * Which release a client gets: the one decision behind the check, the feeds, `explain` and what a rollout would mean.
 * `planOffers` finds what a channel can offer one target, whoever asks: made once per site, channel and target. An
 * outlook is what of it lies ahead of clients of one version: made once per version. `choose` goes through that with
 * what else is known of the client. All are pure, and say why when they are given a trace to write to.
 */

/** The release that is meant for a client, and whether it is newer than what the client has. */
export interface Decision {
  offer: Offer;
  isNewer: boolean;
  /** Whether the client must not put it off. */
  isCritical: boolean;
  /** What the newest rollout that the client met said to it. */
  met: AdmittedBy | RolloutVerdict | undefined;
}

/** How a decision was made. */
interface Trace {
  considered: ConsideredRelease[];
  /** The offers whose rollouts were asked whether the client is in. */
  asked: Offer[];
}

/** What comes of what else is known of a client: why an offer is not for it, and what a rollout said. */
interface Judged {
  refused: Rejection | undefined;
  met: Decision['met'];
}

const letIn: Judged = { refused: undefined, met: undefined };

const judgeClient = (offer: Offer, client: Client, { rescued }: Plan): Judged => {
  const { minimumSystem, rollout, artifact } = offer;
  if (minimumSystem !== undefined && isOlderSystem(client.system, minimumSystem)) {
    const reason = `It needs system ${artifact.facts.minimumSystem}; the client has ${client.system}.`;
    return { refused: { verdict: 'system-too-old', reason }, met: undefined };
  }
  if (rollout === undefined) return letIn;
  const admission = admitToRollout(rollout, client, rescued);
  if ('by' in admission) return { refused: undefined, met: admission.by };
  const { refused: verdict, reason } = admission;
  return { refused: { verdict, reason }, met: verdict };
};

/** Says of offers why they are not for a client, whatever else is on offer; undefined where they are. */
export const createRejectionCheck = (
  client: Client,
  plan: Plan,
): ((offer: Offer) => Rejection | undefined) => {
  const current = parseCurrentVersion(client.currentVersion);
  return (offer) => rejectByVersion(offer, current) ?? judgeClient(offer, client, plan).refused;
};

const offeredNote = ({ release }: Offer, current: string | undefined, isFirst: boolean): Rejection => {
  if (isFirst)
    return {
      verdict: 'offered',
      reason: `No client may skip it: ${release.policy.milestone?.reason ?? 'a milestone'}`,
    };
  const reason = current === undefined ? 'It is the latest.' : `It is newer than ${current}.`;
  return { verdict: 'offered', reason };
};

/** Notes what came of an offer, with its channel where that is not the one that was asked for. */
const noterOf =
  (trace: ConsideredRelease[], { asked }: Plan) =>
  ({ release: { version, channel } }: Offer, { verdict, reason: why }: Rejection): void => {
    const reason = reasonText(why);
    trace.push({
      version,
      verdict,
      reason,
      ...(asked === undefined || asked === channel ? {} : { channel }),
    });
  };

/**
 * The release of one channel that is meant for a client. Publication is the order: the walk stops at the first release
 * that lets the client in, and one that is not newer than what it has is no reason to look for an older one.
 */
const chooseOwn = (outlook: VersionView, client: Client, trace?: Trace): Decision | undefined => {
  const { plan, stages, currentVersion } = outlook;
  const note = trace && noterOf(trace.considered, plan);
  let met: Decision['met'];
  const refuseOffer = ({ offer, refused }: Pick<Candidate, 'offer' | 'refused'>): Rejection | undefined => {
    if (refused !== undefined) return refused;
    const judged = judgeClient(offer, client, plan);
    met ??= judged.met;
    if (judged.met !== undefined) trace?.asked.push(offer);
    return judged.refused;
  };
  for (const stage of stages) {
    const { offer, milestone } = stage;
    const refused = refuseOffer(stage);
    if (refused !== undefined) {
      note?.(offer, refused);
      continue;
    }
    if (!stage.isNewer) {
      note?.(offer, {
        verdict: 'not-newer',
        reason: `It is the latest and not newer than ${currentVersion}.`,
      });
      return { offer, isNewer: false, isCritical: false, met };
    }
    if (milestone === undefined) {
      note?.(offer, offeredNote(offer, currentVersion, false));
      return { offer, isNewer: true, isCritical: stage.isCritical(), met };
    }
    const before = milestone.offer.release.version;
    note?.(offer, {
      verdict: 'behind-milestone',
      reason: `Clients of ${currentVersion} need ${before} first.`,
    });
    const held = refuseOffer(milestone);
    if (held === undefined) {
      note?.(milestone.offer, offeredNote(milestone.offer, currentVersion, true));
      return { offer: milestone.offer, isNewer: true, isCritical: milestone.isCritical(), met };
    }
    note?.(milestone.offer, held);
  }
  return undefined;
};

/** The note that a release was offered, where another channel's is offered instead. */
const outdone = (
  notes: readonly ConsideredRelease[],
  by: Decision | undefined,
): readonly ConsideredRelease[] => {
  if (by === undefined) return notes;
  const { channel, version } = by.offer.release;
  const reason = `Channel "${channel}" has ${version}, which comes before it.`;
  return notes.map((note) =>
    note.verdict === 'offered' ? { ...note, verdict: 'newer-elsewhere', reason } : note,
  );
};

/** Of two channels' releases the one whose version is newer; of equal ones the channel's own. */
const chooseOf = (outlook: VersionView, client: Client, trace?: Trace): Decision | undefined => {
  if (outlook.also === undefined) return chooseOwn(outlook, client, trace);
  const [ownNotes, otherNotes]: [ConsideredRelease[], ConsideredRelease[]] = [[], []];
  const own = chooseOwn(outlook, client, trace && { ...trace, considered: ownNotes });
  const other = chooseOwn(outlook.also, client, trace && { ...trace, considered: otherNotes });
  const isOther =
    own === undefined || (other !== undefined && compareVersions(other.offer.version, own.offer.version) > 0);
  const chosen = isOther ? other : own;
  if (trace !== undefined) {
    trace.considered.push(...(isOther ? outdone(ownNotes, chosen) : ownNotes));
    trace.considered.push(...(isOther ? otherNotes : outdone(otherNotes, chosen)));
  }
  return chosen;
};

/** The release that is meant for a client, and a note on each release that was considered where someone wants them. */
export const choose = (
  outlook: VersionView,
  client: Client,
  trace?: ConsideredRelease[],
): Decision | undefined => chooseOf(outlook, client, trace && { considered: trace, asked: [] });

/** The newest rollout that has a say in what a client gets; undefined where the decision comes to none. */
export const findDecidingRollout = (plan: Plan, client: Client): Offer | undefined => {
  const asked: Offer[] = [];
  chooseOf(viewForVersion(plan, client.currentVersion), client, { considered: [], asked });
  return asked[0];
};

/** The offer a client gets, if any. */
export const decide = (plan: Plan, client: Client, trace?: ConsideredRelease[]): Offer | undefined => {
  const chosen = choose(viewForVersion(plan, client.currentVersion), client, trace);
  return chosen?.isNewer === true ? chosen.offer : undefined;
};

/** The releases of a channel that may have something for a target, last published first. */
type ReleasesFor = (channel: string, target: string) => readonly ReleaseWithArtifacts[];

/** The plan for a channel and a target. */
export type Planner = (channel: string, target: string) => Plan;

const planBy =
  (site: Site, releasesFor: ReleasesFor): Planner =>
  (channel, target) => {
    const planOf = (name: string): Plan =>
      planOffers({
        releases: releasesFor(name, target),
        target,
        rescued: site.rescued.get(name),
        critical: site.critical.get(name),
        builtIn: site.builtIn,
      });
    const other = site.alsoOffers.get(channel);
    return other === undefined ? planOf(channel) : mergeChannelPlans(channel, planOf(channel), planOf(other));
  };

/** The plan of a site for a channel and a target, with that of the channel that it also offers. Waits for nothing. */
export const planFor = (site: Site, channel: string, target: string): Plan =>
  planBy(site, (name) => site.channels.get(name) ?? [])(channel, target);

/** Releases by the targets that they have something for, in their order. */
export const groupByTarget = (
  releases: readonly ReleaseWithArtifacts[],
): ReadonlyMap<string, readonly ReleaseWithArtifacts[]> => {
  const found = new Map<string, ReleaseWithArtifacts[]>();
  for (const release of releases)
    for (const { target } of release.artifacts) {
      const known = found.get(target);
      if (known === undefined) found.set(target, [release]);
      else known.push(release);
    }
  return found;
};

/** The same for whoever asks for many targets: all releases are gone through once, and not for each target anew. */
export const createPlanner = (site: Site): Planner => {
  const known = new Map<string, ReturnType<typeof groupByTarget>>();
  return planBy(site, (channel, target) => {
    const found = known.get(channel) ?? groupByTarget(site.channels.get(channel) ?? []);
    known.set(channel, found);
    return found.get(target) ?? [];
  });
};
