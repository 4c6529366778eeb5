import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { Artifact, Release, Warning } from '@slipway/api';
import { type Answer, type Ask, dial } from './dial.ts';
import { declarationOf } from './publisher.ts';
import type { Middleware } from './world.ts';

/*
 * Adds the data for feeds and differential updaters to every release: its artifacts declare a file name and extra
 * hashes, and each has a companion block map. Publisher responses are reduced to the specification's fields; public
 * responses stay unchanged.
 */

const hashOf = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes);
const names = /^[A-Za-z0-9][A-Za-z0-9._+~-]{0,199}$/;
const facts = new Set(['fileName', 'sha512', 'sha1', 'build', 'minimumKernel']);

const isCompanion = (value: unknown): boolean =>
  (value as Partial<Artifact> | null)?.companionOf !== undefined;

/** Whether an entry only concerns the added data. */
const isOfFeeds = (value: unknown): boolean =>
  (value as Partial<Warning> | null)?.code === 'blockmap-missing';

/** The fields of a body that are in the specification. */
const withoutFacts = (text: string): string =>
  JSON.stringify(
    JSON.parse(text, (key, value: unknown) => {
      if (facts.has(key)) return undefined;
      if (!Array.isArray(value)) return value;
      const left = value.filter((each) => !isCompanion(each) && !isOfFeeds(each));
      return key === 'warnings' && left.length === 0 ? undefined : left;
    }),
  );

const isPublisherResponse = ({ url }: Ask, { status, headers }: Answer): boolean =>
  status < 400 &&
  url.includes('/v1/apps/') &&
  !url.includes('/releases/v1/') &&
  headers['content-type'] !== undefined;

const removeFeedFields = (ask: Ask, answer: Answer): Answer => {
  if (!isPublisherResponse(ask, answer)) return answer;
  const text = withoutFacts(answer.text);
  return { ...answer, text, body: Buffer.from(text), json: () => JSON.parse(text) };
};

/** Adds the data to declarations and publications, and counts companions. */
export const createFeedMiddleware = (): Middleware & { companions(): number } => {
  const underWay = new Map<string, Promise<void>>();
  let companions = 0;

  const addBlockMap = async (draft: Release, { target }: Artifact, { url, headers }: Ask): Promise<void> => {
    const bytes = randomBytes(40);
    const piece = { bytes, target: `${target}.blockmap`, format: '.blockmap', companionOf: target };
    // A target of maximum length leaves no space for its companion's name.
    if (piece.target.length > 128) return;
    const body = JSON.stringify({ ...declarationOf(draft.version, piece), channel: draft.channel });
    const sent = { ...headers, 'content-type': 'application/json' };
    const declared = await dial({ url: `${url}/artifacts/presign`, method: 'POST', headers: sent, body });
    assert.equal(declared.status, 201, declared.text);
    const ticket = declared.json<{ uploadUrl: string; headers: Record<string, string> }>();
    const put = await dial({ url: ticket.uploadUrl, method: 'PUT', headers: ticket.headers, body: bytes });
    assert.equal(put.status, 200, put.text);
    companions += 1;
  };

  /** Adds block maps if the key permits it and a draft exists. */
  const addBlockMaps = async (app: Ask, id: string): Promise<void> => {
    const found = await dial({ ...app, url: `${app.url}/releases/${id}` });
    if (found.status !== 200) return;
    const { release } = found.json<{ release: Release }>();
    if (release.state !== 'draft') return;
    for (const artifact of release.artifacts)
      if (!isCompanion(artifact)) await addBlockMap(release, artifact, app);
  };

  return {
    companions: () => companions,
    extendArtifact: (piece, fileName) => {
      const { bytes = randomBytes(64), ...rest } = piece;
      const hashes = {
        sha512: hashOf('sha512', bytes).digest('base64'),
        sha1: hashOf('sha1', bytes).digest('hex'),
      };
      const name = names.test(fileName) ? { fileName } : {};
      // No minimum system: a check that depends on it would be private, unlike in the specification.
      return { bytes, ...hashes, ...name, build: '7', minimumKernel: '10.0', ...rest };
    },
    dial: async (ask) => {
      const [, app, id] = /^(.*\/v1\/apps\/[^/?]+)\/releases\/([^/?]+)\/publish$/.exec(ask.url) ?? [];
      if (ask.method === 'POST' && app !== undefined && id !== undefined) {
        const adding = underWay.get(id) ?? addBlockMaps({ url: app, headers: ask.headers ?? {} }, id);
        underWay.set(id, adding);
        await adding;
      }
      return removeFeedFields(ask, await dial(ask));
    },
  };
};
