import { compareVersions } from '@slipway/core/version.ts';
import type { Client, ConsideredRelease, Offer, Plan, RolloutVerdict } from '../model/offer.ts';
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
 * Selects a client's release, for checks, feeds, `explain` and rollout previews. A plan has what a channel can offer one
 * target: once per site, channel and target. A version view is the part above one version: once per version.
 * `choose` walks it with the client's other facts. All are pure and explain themselves if given a trace.
 */

export interface Decision {
  offer: Offer;
  isNewer: boolean;
  /** Whether the client must not postpone it. */
  isCritical: boolean;
  /** The verdict of the newest rollout that the client reached. */
  rolloutResult: AdmittedBy | RolloutVerdict | undefined;
}

interface Trace {
  considered: ConsideredRelease[];
  /** Offers whose rollout was evaluated for the client. */
  rolloutOffers: Offer[];
}

/** Why an offer is not for a client, and its rollout's verdict. */
interface OfferEvaluation {
  refused: Rejection | undefined;
  rolloutResult: Decision['rolloutResult'];
}

const admitted: OfferEvaluation = { refused: undefined, rolloutResult: undefined };

const evaluateOffer = (offer: Offer, client: Client, { rescued }: Plan): OfferEvaluation => {
  const { minimumSystem, rollout, artifact } = offer;
  if (minimumSystem !== undefined && isOlderSystem(client.system, minimumSystem)) {
    const reason = `Requires system ${artifact.facts.minimumSystem}; the client has ${client.system}.`;
    return { refused: { verdict: 'system-too-old', reason }, rolloutResult: undefined };
  }
  if (rollout === undefined) return admitted;
  const admission = admitToRollout(rollout, client, rescued);
  if ('by' in admission) return { refused: undefined, rolloutResult: admission.by };
  const { refused: verdict, reason } = admission;
  return { refused: { verdict, reason }, rolloutResult: verdict };
};

/** Looks at each offer alone; returns undefined if the client may have it. */
export const createRejectionCheck = (
  client: Client,
  plan: Plan,
): ((offer: Offer) => Rejection | undefined) => {
  const current = parseCurrentVersion(client.currentVersion);
  return (offer) => rejectByVersion(offer, current) ?? evaluateOffer(offer, client, plan).refused;
};

const offeredNote = ({ release }: Offer, current: string | undefined, isFirst: boolean): Rejection => {
  if (isFirst)
    return {
      verdict: 'offered',
      reason: `Clients can’t skip this milestone: ${release.policy.milestone?.reason ?? 'no reason given'}`,
    };
  const reason = current === undefined ? 'Latest release.' : `Newer than ${current}.`;
  return { verdict: 'offered', reason };
};

/** Records an offer's result, with its channel if that is not the requested one. */
const noterOf =
  (trace: ConsideredRelease[], { requestedChannel: rolloutOffers }: Plan) =>
  ({ release: { version, channel } }: Offer, { verdict, reason: why }: Rejection): void => {
    const reason = reasonText(why);
    trace.push({
      version,
      verdict,
      reason,
      ...(rolloutOffers === undefined || rolloutOffers === channel ? {} : { channel }),
    });
  };

/**
 * Publication order decides: the walk stops at the first release that admits the client. If that one is not newer than
 * the client's version, older ones are not considered.
 */
const chooseOwn = (view: VersionView, client: Client, trace?: Trace): Decision | undefined => {
  const { plan, candidates, currentVersion } = view;
  const note = trace && noterOf(trace.considered, plan);
  let rolloutResult: Decision['rolloutResult'];
  const refuseOffer = ({ offer, refused }: Pick<Candidate, 'offer' | 'refused'>): Rejection | undefined => {
    if (refused !== undefined) return refused;
    const evaluation = evaluateOffer(offer, client, plan);
    rolloutResult ??= evaluation.rolloutResult;
    if (evaluation.rolloutResult !== undefined) trace?.rolloutOffers.push(offer);
    return evaluation.refused;
  };
  for (const stage of candidates) {
    const { offer, milestone } = stage;
    const refused = refuseOffer(stage);
    if (refused !== undefined) {
      note?.(offer, refused);
      continue;
    }
    if (!stage.isNewer) {
      note?.(offer, {
        verdict: 'not-newer',
        reason: `Latest release, but not newer than ${currentVersion}.`,
      });
      return { offer, isNewer: false, isCritical: false, rolloutResult };
    }
    if (milestone === undefined) {
      note?.(offer, offeredNote(offer, currentVersion, false));
      return { offer, isNewer: true, isCritical: stage.isCritical(), rolloutResult };
    }
    const before = milestone.offer.release.version;
    note?.(offer, {
      verdict: 'behind-milestone',
      reason: `Clients on ${currentVersion} must install ${before} first (milestone).`,
    });
    const milestoneRejection = refuseOffer(milestone);
    if (milestoneRejection === undefined) {
      note?.(milestone.offer, offeredNote(milestone.offer, currentVersion, true));
      return { offer: milestone.offer, isNewer: true, isCritical: milestone.isCritical(), rolloutResult };
    }
    note?.(milestone.offer, milestoneRejection);
  }
  return undefined;
};

/** Marks a release as outranked by another channel's release. */
const outdone = (
  notes: readonly ConsideredRelease[],
  by: Decision | undefined,
): readonly ConsideredRelease[] => {
  if (by === undefined) return notes;
  const { channel, version } = by.offer.release;
  const reason = `Channel "${channel}" has ${version}, which takes precedence.`;
  return notes.map((note) =>
    note.verdict === 'offered' ? { ...note, verdict: 'newer-elsewhere', reason } : note,
  );
};

/** The newer version of two channels wins; the channel's own wins a tie. */
const chooseOf = (view: VersionView, client: Client, trace?: Trace): Decision | undefined => {
  if (view.also === undefined) return chooseOwn(view, client, trace);
  const [ownNotes, otherNotes]: [ConsideredRelease[], ConsideredRelease[]] = [[], []];
  const own = chooseOwn(view, client, trace && { ...trace, considered: ownNotes });
  const other = chooseOwn(view.also, client, trace && { ...trace, considered: otherNotes });
  const isOther =
    own === undefined || (other !== undefined && compareVersions(other.offer.version, own.offer.version) > 0);
  const chosen = isOther ? other : own;
  if (trace !== undefined) {
    trace.considered.push(...(isOther ? outdone(ownNotes, chosen) : ownNotes));
    trace.considered.push(...(isOther ? otherNotes : outdone(otherNotes, chosen)));
  }
  return chosen;
};

/** Traces each considered release if `trace` is given. */
export const choose = (
  view: VersionView,
  client: Client,
  trace?: ConsideredRelease[],
): Decision | undefined => chooseOf(view, client, trace && { considered: trace, rolloutOffers: [] });

/** The newest rollout that affects a client; undefined if the decision reaches none. */
export const findDecidingRollout = (plan: Plan, client: Client): Offer | undefined => {
  const rolloutOffers: Offer[] = [];
  chooseOf(viewForVersion(plan, client.currentVersion), client, {
    considered: [],
    rolloutOffers,
  });
  return rolloutOffers[0];
};

export const decide = (plan: Plan, client: Client, trace?: ConsideredRelease[]): Offer | undefined => {
  const chosen = choose(viewForVersion(plan, client.currentVersion), client, trace);
  return chosen?.isNewer === true ? chosen.offer : undefined;
};
