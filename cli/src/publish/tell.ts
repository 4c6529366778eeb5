import type { App, Release, Warning } from '@slipway/api';
import type { Context } from '../context.ts';
import { findOffers } from './offered.ts';

/* What is said of a release when it is done. */

export const tellPublished = (release: Release, warnings: Warning[], context: Context): void => {
  const { output } = context;
  output.object({ event: 'published', release, warnings });
  for (const { detail } of warnings) output.warn(detail);
  output.line(
    `${output.tone('good', 'Published')} ${release.app} ${release.version} on ${release.channel} (${release.id}).`,
  );
};

export const tellOffers = async (app: App, release: Release, context: Context): Promise<void> => {
  const { output } = context;
  const offers = await findOffers(context.publicClient(app.publicUrl), { app, release }, context.interrupted);
  const url = `${app.publicUrl}/releases/v1/apps/${app.publicSlug}/latest?channel=${encodeURIComponent(release.channel)}`;
  output.object({ event: 'offered', version: release.version, url, offers });
  for (const { target, url: address } of offers) output.line(`  ${target}  ${address}`);
  output.line(`Clients are offered it at ${app.publicUrl}; it reads at ${url}`);
};

export const tellUploaded = ({ id, version, state }: Release, { output }: Context): void => {
  output.object({ event: 'done', id, version, state });
  output.line(
    state === 'draft'
      ? `Uploaded to the draft ${version} (${id}). Publish it with \`slipway publish --release ${version}\`.`
      : `${version} (${id}) is published already, with the same files.`,
  );
};
