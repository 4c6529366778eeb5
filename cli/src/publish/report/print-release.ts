import type { App, ClientHints, Release, Warning } from '@slipway/api';
import type { Context } from '../../context.ts';
import { formatTable } from '../../terminal/format.ts';
import { oneLine } from '../../terminal/plain-text.ts';
import { findAuthHint } from './client-hint.ts';
import { findMissedTargets, findOffers, missedTargetText, offerText } from './verify-offers.ts';

/** An earlier run published it, and this one changed nothing. */
export const printAlreadyPublished = (release: Release, { output }: Context): void => {
  const { app, version, channel, id } = release;
  output.object({ event: 'published', release, warnings: [], already: true });
  output.line(`${app} ${version} is already published on ${channel} (${id}).`);
};

export const printPublished = (release: Release, warnings: Warning[], context: Context): void => {
  const { output } = context;
  output.object({ event: 'published', release, warnings });
  for (const { detail } of warnings) output.warn(oneLine(detail));
  output.line(
    `${output.style('good', 'Published')} ${release.app} ${release.version} on ${release.channel} (${release.id}).`,
  );
};

/** Feeds that offer the release now. Omits static files, which contain every signed release. */
const findFeeds = async ({ app, version, channel }: Release, { client, interrupted }: Context) => {
  try {
    const { feeds } = await client().listFeeds(app);
    return feeds.filter(
      (one) => one.version === version && one.channel === channel && one.url !== one.setting,
    );
  } catch (error) {
    if (interrupted.aborted) throw error;
    // The release is published; a failed listing, as on an older server, is no reason to fail.
    return [];
  }
};

const printReleaseFeeds = async (release: Release, context: Context): Promise<void> => {
  const { output } = context;
  const feeds = await findFeeds(release, context);
  if (feeds.length === 0) return;
  output.object({ event: 'feeds', version: release.version, feeds });
  const rows = feeds.map(({ client, url }) => [`  ${client}`, url]);
  output.line(
    `Feeds that offer this release (run \`slipway feeds\` for the configuration):\n${formatTable(['  updater', 'URL'], rows)}`,
  );
};

const verifiedAs = ({ cohort, check }: ClientHints): string => {
  if (cohort !== undefined) return `as cohort ${cohort}`;
  return check === undefined ? 'from the client side' : 'as a manual check';
};

export const printOffers = async (app: App, release: Release, context: Context): Promise<void> => {
  const { output } = context;
  const facts = await findAuthHint(release, context);
  if (facts === undefined)
    return output.note('Skipped the client-side check: no client is guaranteed to get this release yet.');
  const anyone = context.publicClient(app.publicUrl);
  const published = { app, release, facts, client: context.client() };
  const offers = await findOffers(anyone, published, context.interrupted);
  const missed = await findMissedTargets(anyone, published);
  const url = `${app.publicUrl}/releases/v1/apps/${app.publicSlug}/latest?channel=${encodeURIComponent(release.channel)}`;
  output.object({ event: 'offered', version: release.version, url, offers, missed });
  const rows = offers.map((offer) => [`  ${offer.target}`, offer.address, offerText(offer, release.version)]);
  output.line(`Verified ${verifiedAs(facts)}:\n${formatTable(['  target', 'URL', 'result'], rows)}`);
  for (const one of missed) output.warn(missedTargetText(one));
  await printReleaseFeeds(release, context);
  const whose = Object.keys(facts).length === 0 ? '' : ' for everyone';
  output.line(`Latest release${whose} (JSON): ${url}`);
};

export const printUploaded = ({ id, version, state }: Release, { output }: Context): void => {
  output.object({ event: 'done', id, version, state });
  output.line(
    state === 'draft'
      ? `Uploaded to draft ${version} (${id}). Publish it: slipway publish --release ${version}`
      : `${version} (${id}) is already published with the same files.`,
  );
};
