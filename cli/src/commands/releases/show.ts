import type { Artifact, Release } from '@slipway/api';
import { type Command, sharedOptions } from '../../command.ts';
import type { Context } from '../../context.ts';
import { findRelease } from '../../releases/find-release.ts';
import { policyLines } from '../../releases/policy.ts';
import { formatBytes, formatInstant, formatTable } from '../../terminal/format.ts';
import { oneLine } from '../../terminal/plain-text.ts';

const stateOf = ({ state, uploadedAt }: Artifact): string =>
  state === 'declared' && uploadedAt === null ? 'not uploaded' : state === 'declared' ? 'uploaded' : state;

/** Names the pipeline run that published the release. */
const viaLines = ({ publishedVia: via }: Release): string[] => {
  if (via === undefined) return [];
  const run = [
    via.workflow,
    via.ref,
    via.runId === null ? null : `run ${via.runId}`,
    via.actor && `by ${via.actor}`,
  ];
  const words = [via.repository ?? via.provider, ...run].filter((text) => text);
  return [`published from ${words.join(', ')}`];
};

/** Null means that the server verified the signature and no key of the app made it. */
const signatureOf = ({ signature, signedBy }: Artifact): string => {
  if (signature === null) return 'not signed';
  if (signedBy === undefined) return 'signed';
  return signedBy === null ? 'not verified by any app key' : `by ${signedBy.keyId}`;
};

export const printRelease = (release: Release, { output }: Context): void => {
  output.object({ release });
  output.line(
    `${output.style('strong', release.version)} on ${release.channel}, ${release.state}  (${release.id})`,
  );
  output.line(
    `  created ${formatInstant(release.createdAt)}, published ${formatInstant(release.publishedAt)}`,
  );
  for (const line of viaLines(release)) output.line(`  ${line}`);
  if (release.rollout !== undefined)
    output.line(`  rollout ${release.rollout.state} at ${release.rollout.percent}%`);
  for (const line of policyLines(release)) output.line(`  ${line}`);
  if (release.withdrawnAt !== null) output.line(`  withdrawn ${formatInstant(release.withdrawnAt)}`);
  const rows = release.artifacts.map((artifact) => [
    `  ${artifact.target}`,
    artifact.format,
    formatBytes(artifact.size),
    stateOf(artifact),
    signatureOf(artifact),
    artifact.sha256.slice(0, 16),
  ]);
  if (rows.length > 0)
    output.line(formatTable(['  target', 'format', 'size', 'state', 'signature', 'sha256'], rows));
  for (const { code, detail } of release.warnings ?? []) output.warn(`${oneLine(detail)} [${code}]`);
  if (release.notes !== '') output.line(`\n${release.notes}`);
};

export const showRelease: Command = {
  name: 'releases show',
  summary: 'Show a release with its files and notes.',
  args: [{ name: '<release>', about: 'version or release ID' }],
  options: [sharedOptions.app, sharedOptions.channel],
  examples: [{ command: 'slipway releases show 1.2.0', does: 'Show release 1.2.0 of the channel stable.' }],
  run: async ({ args }, context) => printRelease(await findRelease(args[0] ?? '', context), context),
};
