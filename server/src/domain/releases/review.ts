import type { Adapter } from '../model/adapter.ts';
import { isMain, orphanedCompanions } from '../model/artifact.ts';
import { defaultChannel, requireActiveChannel } from '../model/channel.ts';
import { type DeclarationInput, declarationFaults } from '../model/declaration.ts';
import { type Fault, Refusal, requireFound } from '../model/errors.ts';
import type { Feed } from '../model/feed.ts';
import { type ReleaseWithArtifacts, versionTaken, type Warning } from '../model/release.ts';
import {
  collectReleaseWarnings,
  collectVersionWarnings,
  type Reviewable,
  type ReviewContext,
} from '../model/review.ts';
import { type SigningRules, signingRulesOf } from '../model/signing-key.ts';
import type { Apps } from '../ports/apps.ts';
import type { Channels } from '../ports/channels.ts';
import type { Releases } from '../ports/releases.ts';
import type { Rollouts } from '../ports/rollouts.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';
import { findPreviousRelease } from '../signatures/previous-release.ts';
import { isFatalSignatureFault, signatureFaults } from '../signatures/signature-faults.ts';
import { findByVersion } from './find-by-version.ts';
import { versionNotReportedWarnings } from './version-not-reported.ts';
import { waitingMilestoneWarnings } from './waiting-milestones.ts';

/* Warnings for existing releases, and for those about to be declared. */

/** The position among the releases of a channel. */
export type ReleasePosition = Pick<ReleaseWithArtifacts, 'app' | 'channel'> & {
  version?: string | undefined;
  sequence?: number | undefined;
};

/** A release that does not exist yet. */
export interface ReviewRequest {
  version: string;
  channel?: string | undefined;
  artifacts: readonly (Reviewable['artifacts'][number] & DeclarationInput)[];
}

export interface Review {
  warnings: Warning[];
  /** Errors that creating, declaring or publishing would return. */
  errors: Fault[];
}

/** Turns a thrown Refusal into a fault. */
const refusedBy = (pointer: string, rule: () => void): Fault[] => {
  try {
    rule();
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [{ pointer, code: error.code, detail: error.message }];
  }
};

const repeatedTargets = (artifacts: ReviewRequest['artifacts']): Fault[] =>
  artifacts.flatMap(({ target }, index) =>
    artifacts.findIndex((other) => other.target === target) === index
      ? []
      : [
          {
            pointer: `/artifacts/${index}/target`,
            code: 'target-repeated',
            detail: `${target} is declared twice. A release has one artifact per target.`,
          },
        ],
  );

const lonelyFaults = (all: Reviewable['artifacts'], artifacts: ReviewRequest['artifacts']): Fault[] => {
  const lonely = new Set(orphanedCompanions(all).map(({ target }) => target));
  return artifacts.flatMap(({ target, companionOf }, index) =>
    lonely.has(target)
      ? [
          {
            pointer: `/artifacts/${index}/companionOf`,
            code: 'main-missing',
            detail: `${target} is a companion of ${companionOf}, which is missing from the release.`,
          },
        ]
      : [],
  );
};

/** Several CI jobs may fill one draft, so artifacts declared by others count, too. */
const withDeclared = (
  draft: ReleaseWithArtifacts | undefined,
  { version, channel = defaultChannel, artifacts }: ReviewRequest,
): Reviewable => {
  const targets = new Set(artifacts.map(({ target }) => target));
  const others = draft?.artifacts.filter(({ target }) => !targets.has(target)) ?? [];
  return { version, channel, policy: draft?.policy ?? {}, artifacts: [...others, ...artifacts] };
};

type SignatureReviewContext = ReviewContext & {
  rules: SigningRules | undefined;
  newest: ReleaseWithArtifacts | undefined;
};

/** Signature faults that block publishing, and therefore are not warnings. */
const signatureErrors = (
  { version, artifacts }: ReviewRequest,
  { rules, newest }: SignatureReviewContext,
): Fault[] =>
  artifacts.flatMap((artifact, index) =>
    rules === undefined || !isMain(artifact)
      ? []
      : signatureFaults(artifact, rules, { version, before: newest })
          .filter((fault) => isFatalSignatureFault(fault, rules))
          .map(({ code, detail }) => ({ code, detail, pointer: `/artifacts/${index}/signature` })),
  );

export const createReleaseReviews = (needs: {
  store: Apps & Channels & Releases & Rollouts & SigningKeys;
  adapters: readonly Adapter[];
  feeds: readonly Feed[];
  maxArtifactBytes: number;
}) => {
  const { store, adapters, feeds, maxArtifactBytes } = needs;

  /** Feeds with readers other than the adapter's own clients. */
  const feedsBesideAdapter = (adapter: string): Feed[] =>
    feeds.filter(({ checkedBy }) => checkedBy?.includes(adapter) !== true);

  const reviewContextOf = async (standing: ReleasePosition): Promise<SignatureReviewContext> => {
    const { app: slug, channel, sequence } = standing;
    const [app, keys, [before], unfinished] = await Promise.all([
      store.findApp(slug),
      store.listSigningKeys(slug),
      store.listPublished(slug, { channel, before: sequence, limit: 1 }),
      store.listRollouts(slug, { channel, states: ['rolling', 'paused'] }),
    ]);
    const foundApp = requireFound(app, 'app');
    const others = {
      review: (release: Reviewable) => [
        ...versionNotReportedWarnings(release, feedsBesideAdapter(foundApp.adapter)),
        ...waitingMilestoneWarnings(release, unfinished, sequence !== undefined),
      ],
    };
    const rules = signingRulesOf(foundApp, keys);
    const newest = await findPreviousRelease(store, standing, rules);
    const reviewSignature: ReviewContext['reviewSignature'] =
      rules &&
      ((release, artifact) =>
        signatureFaults(artifact, rules, { ...release, before: newest }).map(({ code, detail }) => ({
          code,
          detail,
        })));
    return {
      ...{ before, newest },
      adapter: adapters.find(({ id }) => id === foundApp.adapter),
      feeds: [...feeds, others],
      rules,
      reviewSignature,
    };
  };

  /** Only the warnings about policy. */
  const reviewPolicy = async (release: ReleaseWithArtifacts): Promise<Warning[]> =>
    release.state === 'withdrawn'
      ? []
      : versionNotReportedWarnings(
          release,
          feedsBesideAdapter(requireFound(await store.findApp(release.app), 'app').adapter),
        );

  /** A withdrawn release has no warnings. */
  const review = async (release: ReleaseWithArtifacts): Promise<Warning[]> =>
    release.state === 'withdrawn' ? [] : collectReleaseWarnings(release, await reviewContextOf(release));

  /** Before any artifact is declared. */
  const reviewNew = async (draft: ReleaseWithArtifacts): Promise<Warning[]> =>
    collectVersionWarnings(draft.version, await reviewContextOf(draft));

  const faultsOf = (artifacts: ReviewRequest['artifacts']): Fault[] =>
    artifacts.flatMap((artifact, index) =>
      declarationFaults(artifact, maxArtifactBytes).map(({ pointer, code, detail }) => ({
        pointer: `/artifacts/${index}${pointer}`,
        code: code === 'too-large' ? 'artifact-too-large' : code,
        detail,
      })),
    );

  /** A dry run: stores nothing. */
  const reviewDeclared = async (slug: string, request: ReviewRequest): Promise<Review> => {
    const { version, channel = defaultChannel, artifacts } = request;
    const [surroundings, found, existing] = await Promise.all([
      reviewContextOf({ app: slug, channel }),
      store.findChannel(slug, channel),
      findByVersion(store, { app: slug, channel, version }),
    ]);
    // A draft with another spelling cannot be continued, since creating this one would fail.
    const draft = existing?.state === 'draft' && existing.version === version ? existing : undefined;
    const whole = withDeclared(draft, request);
    const errors = [
      ...refusedBy('/channel', () => requireActiveChannel(channel, found)),
      ...refusedBy('/version', () => {
        if (existing !== undefined && draft === undefined) throw versionTaken(existing);
      }),
      ...repeatedTargets(artifacts),
      ...faultsOf(artifacts),
      ...lonelyFaults(whole.artifacts, artifacts),
      ...signatureErrors(request, surroundings),
    ];
    const isWarning = ({ detail }: Warning) => errors.every((error) => error.detail !== detail);
    return { warnings: collectReleaseWarnings(whole, surroundings).filter(isWarning), errors };
  };

  return { reviewContextOf, review, reviewPolicy, reviewNew, reviewDeclared };
};
export type ReleaseReviews = ReturnType<typeof createReleaseReviews>;
