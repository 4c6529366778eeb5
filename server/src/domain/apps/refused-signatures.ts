import type { Adapter } from '../model/adapter.ts';
import { isMain } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';

/* Signatures of published files that the clients of another adapter would refuse. */

const codes: readonly string[] = ['signature-missing', 'signature-unreadable'];

/** One warning for each file that is offered, as many as an answer names. */
export const rejectedSignatureWarnings = (
  adapter: Adapter,
  releases: readonly ReleaseWithArtifacts[],
): Warning[] =>
  releases
    .flatMap(({ channel, version, artifacts }) =>
      artifacts
        .filter((artifact) => isMain(artifact) && artifact.state === 'active')
        .flatMap((artifact) => adapter.reviewArtifact(version, artifact))
        .filter(({ code }) => codes.includes(code))
        .map(({ code, detail }) => ({ code, detail: `${version} in channel "${channel}": ${detail}` })),
    )
    .slice(0, bounds.toldFaults);
