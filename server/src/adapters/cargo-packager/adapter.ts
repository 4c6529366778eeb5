import type { Adapter, DeclaredArtifact } from '../../domain/model/adapter.ts';
import type { Warning } from '../../domain/model/release.ts';
import { parseCheckPath } from '../check-path.ts';
import { tauri } from '../tauri/adapter.ts';
import { createTauriReviews } from '../tauri/review.ts';
import { cargoPackagerFormats } from './formats.ts';

/* cargo-packager's updater: Tauri's response plus the installer format. It sends `macos` as the system. */

const reviewFormat = ({ target, format }: DeclaredArtifact): Warning[] =>
  cargoPackagerFormats[format] === undefined
    ? [
        {
          code: 'format-unknown',
          detail: `cargo-packager’s updater can’t install the ${format} for ${target}. It supports ${Object.keys(cargoPackagerFormats).join(', ')}.`,
        },
      ]
    : [];

const { reviewVersion, reviewArtifact } = createTauriReviews('cargo-packager');

export const cargoPackager: Adapter = {
  ...tauri,
  id: 'cargo-packager',
  parse: ({ target, ...place }) =>
    parseCheckPath({ ...place, target: target.replace(/^macos(?=-|$)/, 'darwin') }),
  renderUpdate: (offer, url) => {
    const { status, contentType, body } = tauri.renderUpdate(offer, url);
    const format = cargoPackagerFormats[offer.artifact.format] ?? null;
    return { status, contentType, body: JSON.stringify({ ...JSON.parse(body), format }) };
  },
  reviewVersion,
  reviewArtifact: (version, artifact) => [...reviewFormat(artifact), ...reviewArtifact(version, artifact)],
};
