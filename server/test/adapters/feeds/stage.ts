import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { type Platform, parsePlatform } from '@slipway/core/platform.ts';
import type { RenderedResponse } from '../../../src/domain/model/adapter.ts';
import type { Artifact } from '../../../src/domain/model/artifact.ts';
import type { Feed, FeedClient, FeedView, PerClientDocument } from '../../../src/domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';

/* Releases, views and golden files for feed tests: installed apps read these bytes for years. */

/** A published artifact. */
export const artifactOf = (
  target: string,
  format: string,
  { facts = {}, ...more }: Partial<Artifact> = {},
): Artifact => ({
  ...{ id: `art_${target}`, releaseId: 'rel_1', target, format, sizeBytes: 5_368_709_120 },
  ...{ sha256: '0123456789abcdef'.repeat(4), signature: undefined, contentType: undefined },
  ...{
    companionOf: undefined,
    state: 'active',
    uploadedAt: undefined,
    uploadId: undefined,
    stored: undefined,
  },
  ...more,
  facts,
});

/** A published release. */
export const releaseOf = (
  version: string,
  artifacts: Artifact[],
  more: Partial<ReleaseWithArtifacts> = {},
): ReleaseWithArtifacts =>
  ({
    ...{ id: `rel_${version}`, app: 'acme', channel: 'stable', version, notes: '', state: 'published' },
    ...{ pubDate: '2026-01-31T12:34:56.789Z', policy: {}, artifacts },
    ...more,
  }) as ReleaseWithArtifacts;

export const placesOf = (...artifacts: Artifact[]): Platform[] =>
  artifacts.flatMap(({ target }) => parsePlatform(target) ?? []);

/** The view of some releases, last published first. */
export const viewOf = (...releases: ReleaseWithArtifacts[]): FeedView => {
  const pathOf: FeedView['pathOf'] = ({ version }, { target, format, facts }) =>
    `/feeds/files/stable/${version}/${target}/${facts.fileName ?? `App${format}`}`;
  return {
    ...{ app: 'acme', channel: 'stable', releases, published: releases, pathOf },
    critical: releases.filter(({ policy }) => policy.critical).map(({ version }) => version),
    urlOf: (...named) => `https://acme.example.com${pathOf(...named)}`,
    downloadUrlOf: ({ id }, { target }) => `https://acme.example.com/releases/download/${id}/${target}`,
  };
};

/** A client's response; undefined for a 404. */
export const answerOf = (
  rendered: RenderedResponse | PerClientDocument | undefined,
  client: FeedClient = {},
): RenderedResponse | undefined =>
  rendered !== undefined && 'choose' in rendered ? rendered.choose(client) : rendered;

/** One golden file: a document of a view for a client. */
export type GoldenCase = [document: string, view: FeedView, client?: FeedClient];

/** Compares each case with its file in golden/, and requires a case for each file. */
export const describeGolden = (
  feed: Feed,
  cases: Record<string, GoldenCase>,
  folder = `${feed.id}/golden`,
): void => {
  const root = new URL(`../../../src/adapters/${folder}/`, import.meta.url);
  describe(`the bytes of the feed ${feed.id}`, () => {
    for (const [name, [document, view, client]] of Object.entries(cases)) {
      test(name, async () => {
        const { status, contentType, body } =
          answerOf(feed.render(view, document), client) ?? assert.fail('there is no document');
        const golden = await readFile(new URL(`${name}.http`, root), 'utf8');
        assert.equal(`HTTP ${status}\ncontent-type: ${contentType ?? 'none'}\n\n${body}`, golden);
      });
    }

    test('every golden file belongs to a case', async () => {
      const names = Object.keys(cases).map((name) => `${name}.http`);
      assert.deepEqual((await readdir(root)).sort(), names.sort());
    });
  });
};
