import type { Adapter } from '../model/adapter.ts';
import { isActiveFile } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import type { ReleaseWithArtifacts, Warning } from '../model/release.ts';

/* Finds signatures of published files that clients of another adapter would reject. */

const codes: readonly string[] = ['signature-missing', 'signature-unreadable'];

/** One warning per offered file, up to the response's limit. */
export const rejectedSignatureWarnings = (
  adapter: Adapter,
  releases: readonly ReleaseWithArtifacts[],
): Warning[] =>
  releases
    .flatMap(({ channel, version, artifacts }) =>
      artifacts
        .filter(isActiveFile)
        .flatMap((artifact) => adapter.reviewArtifact(version, artifact))
        .filter(({ code }) => codes.includes(code))
        .map(({ code, detail }) => ({ code, detail: `${version} in channel "${channel}": ${detail}` })),
    )
    .slice(0, bounds.reportedFaults);
