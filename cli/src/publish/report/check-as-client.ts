import type { Client, ClientHints, PublicClient, Release } from '@slipway/api';
import type { CheckTarget } from '@slipway/build-files/platform.ts';
import { compareVersions } from '../../releases/version-order.ts';

/*
 * A release is not always for the oldest clients: a milestone comes before it, or they trust another signing key and are
 * led over a bridge. Then it is asked for as by the clients of the version before it.
 */

/** No cache on the way has been asked for it before, and the service does not count its checks. */
const stamp = (): string => `check.${Date.now().toString(36)}`;

/** A version older than all. */
const oldest = (): string => `0.0.0-${stamp()}`;

/** A version that counts as the one that is named: what follows a plus is not compared. */
const sameAs = (version: string): string => `${version}${version.includes('+') ? '.' : '+'}${stamp()}`;

interface ClientCheck {
  release: Release;
  facts?: ClientHints;
  words: CheckTarget;
}

/** What a check is answered. */
export interface CheckResult {
  version: string | undefined;
  url: string;
  /** The version that is offered it, where the oldest are not: those get another. */
  to?: { version: string; oldest: string | null };
}

const ask = async (
  anyone: PublicClient,
  { release, facts = {}, words }: ClientCheck,
  currentVersion: string,
): Promise<CheckResult> => {
  const offer = await anyone.check({ channel: release.channel, ...words, currentVersion }, facts);
  return { version: offer && String(offer.version), url: String(offer?.url) };
};

/** The version before, where the service itself says that the oldest clients are to get another than this one. */
const findBefore = async (
  { release, facts = {}, words }: ClientCheck,
  client: Client,
): Promise<string | undefined> => {
  const { app, channel, version } = release;
  const told = await client.explain(app, {
    channel,
    ...words,
    currentVersion: oldest(),
    ...(facts.cohort === undefined ? {} : { cohort: facts.cohort }),
    ...(facts.check === undefined ? {} : { manual: 'true' }),
  });
  if (told.outcome === 'update' && told.release?.version === version) return undefined;
  // By number, not by day: a fix of an older line may have been published since.
  const { releases } = await client.listReleases(app, { channel, state: 'published', limit: 100 });
  const older = releases.map((one) => one.version).filter((one) => compareVersions(one, version) < 0);
  return older.sort(compareVersions).at(-1);
};

/** Asks as the oldest clients do, and, where the release is not for those, as the clients of the version before. */
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
