import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cargoPackager } from '../../../src/adapters/cargo-packager/adapter.ts';
import { cargoPackagerFeed } from '../../../src/adapters/cargo-packager/feed.ts';
import { tauriFeed } from '../../../src/adapters/tauri/feed.ts';
import { answerOf, artifactOf, describeGolden, releaseOf, viewOf } from './stage.ts';

/** A well-formed signature, with or without a version. */
const signed = (version?: string): string => {
  const line = Buffer.concat([Buffer.from('ED'), Buffer.alloc(72, 7)]).toString('base64');
  const comment = `timestamp:1\tfile:App${version === undefined ? '' : `\tversion:${version}`}`;
  const text = `untrusted comment: x\n${line}\ntrusted comment: ${comment}\n${Buffer.alloc(64, 9).toString('base64')}\n`;
  return Buffer.from(text).toString('base64');
};

const whole = viewOf(
  releaseOf(
    'v1.2.3',
    [
      artifactOf('darwin-universal', '.app.tar.gz', { signature: signed() }),
      artifactOf('darwin-aarch64', '.app.tar.gz', { signature: signed('1.2.3') }),
      artifactOf('darwin-dmg-aarch64', '.dmg', { signature: signed() }),
      artifactOf('linux-deb-x86_64', '.deb', { signature: signed() }),
      artifactOf('linux-x86_64', '.AppImage', { signature: signed() }),
      artifactOf('windows-x86_64', '.exe', { signature: signed() }),
      artifactOf('windows-msi-x86_64', '.msi', { signature: signed() }),
      artifactOf('windows-aarch64', '.exe'),
    ],
    { notes: '“Grüße” 🚀' },
  ),
);
const cases = {
  latest: ['latest', whole],
  nothing: ['latest', viewOf(releaseOf('1.0.0', [artifactOf('windows-x86_64', '.exe')]))],
} satisfies Parameters<typeof describeGolden>[1];

describeGolden(tauriFeed, cases, 'tauri/golden-feed');
describeGolden(cargoPackagerFeed, cases, 'cargo-packager/golden-feed');

describe('the static documents', () => {
  test('leave out what one entry of would break all: no signature, none that clients can read, another version', () => {
    const of = (signature: string | undefined) => {
      const artifact = artifactOf('windows-x86_64', '.exe', { signature });
      return JSON.stringify(tauriFeed.matchArtifact('latest', releaseOf('1.0.0', [artifact]), artifact));
    };
    assert.equal(of(signed()), '"fit"');
    assert.equal(of(signed('1.0.0')), '"fit"');
    assert.match(of(undefined), /no signature/);
    assert.match(of('https://example.com/a.sig'), /can’t read/);
    assert.match(of(signed('1.0.1')), /made for version 1\.0\.1/);
  });

  test('a release that clients cannot read is passed over for the one before', () => {
    const good = artifactOf('windows-x86_64', '.exe', { signature: signed() });
    const view = viewOf(releaseOf('r7', [good]), releaseOf('1.0.0', [good]));
    assert.match(answerOf(tauriFeed.render(view, 'latest'))?.body ?? '', /^\{"version":"1\.0\.0"/);
  });

  test('cargo-packager’s client would write an archive over an AppImage, so that it is told of none', () => {
    const archive = artifactOf('linux-x86_64', '.AppImage.tar.gz', { signature: signed() });
    const release = releaseOf('1.0.0', [archive]);
    assert.equal(cargoPackagerFeed.matchArtifact('latest', release, archive), 'elsewhere');
    assert.equal(tauriFeed.matchArtifact('latest', release, archive), 'fit');
    const [warning] = cargoPackager.reviewArtifact('1.0.0', archive);
    assert.equal(warning?.code, 'format-unknown');
  });

  test('there is one document', () => {
    for (const rest of ['', 'latest.yml', 'a/latest.json', 'LATEST.json'])
      assert.equal(tauriFeed.parse('stable', rest, ''), undefined);
  });
});
