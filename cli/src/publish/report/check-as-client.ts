import type { Client, ClientHints, PublicClient, Release } from '@slipway/api';
import { compareVersionTexts } from '@slipway/core/version.ts';
import type { CheckTarget } from './check-target.ts';

/*
 * The oldest clients may get another release first: a milestone, or a bridge to another signing key. In that case the
 * check is sent as the previous version.
 */

/** Avoids cached responses and is not counted by the server. */
const stamp = (): string => `check.${Date.now().toString(36)}`;

/** Older than any version. */
const oldest = (): string => `0.0.0-${stamp()}`;

/** Compares equal to the version, because build metadata is ignored. */
const sameAs = (version: string): string => `${version}${version.includes('+') ? '.' : '+'}${stamp()}`;

interface ClientCheck {
  release: Release;
  facts?: ClientHints;
  checkTarget: CheckTarget;
}

export interface CheckResult {
  version: string | undefined;
  url: string;
  /** The version that gets the release, if the oldest clients get another one. */
  to?: { version: string; oldest: string | null };
}

const ask = async (
  anyone: PublicClient,
  { release, facts = {}, checkTarget }: ClientCheck,
  currentVersion: string,
): Promise<CheckResult> => {
  const offer = await anyone.check({ channel: release.channel, ...checkTarget, currentVersion }, facts);
  return { version: offer && String(offer.version), url: String(offer?.url) };
};

/** The previous version, if the server says that the oldest clients get another release. */
const findBefore = async (
  { release, facts = {}, checkTarget }: ClientCheck,
  client: Client,
): Promise<string | undefined> => {
  const { app, channel, version } = release;
  const explanation = await client.explain(app, {
    channel,
    ...checkTarget,
    currentVersion: oldest(),
    ...(facts.cohort === undefined ? {} : { cohort: facts.cohort }),
    ...(facts.check === undefined ? {} : { manual: 'true' }),
  });
  if (explanation.outcome === 'update' && explanation.release?.version === version) return undefined;
  // By version, not by date: a fix for an older release line may have been published since.
  const { releases } = await client.listReleases(app, { channel, state: 'published', limit: 100 });
  const older = releases.map((one) => one.version).filter((one) => compareVersionTexts(one, version) < 0);
  return older.sort(compareVersionTexts).at(-1);
};

export const checkAsClients = async (
  anyone: PublicClient,
  question: ClientCheck,
  client: Client,
): Promise<CheckResult> => {
  const { version } = question.release;
  const answer = await ask(anyone, question, oldest());
  if (answer.version === version) return answer;
  const before = await findBefore(question, client);
  if (before === undefined) return answer;
  const next = await ask(anyone, question, sameAs(before));
  return next.version === version
    ? { ...next, to: { version: before, oldest: answer.version ?? null } }
    : answer;
};
