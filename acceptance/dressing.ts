import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { Artifact, Release, Warning } from '@slipway/api';
import { type Answer, type Ask, dial } from './dial.ts';
import { declarationOf } from './publisher.ts';
import type { Dressing } from './world.ts';

/*
 * Gives every release of a world what feeds and differential updaters need: its artifacts declare a file name and more
 * hashes, and each has a block map that goes with it. Publishers who know only the specification are shown what the
 * specification has; what everybody sees is left as it is.
 */

const hashOf = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes);
const names = /^[A-Za-z0-9][A-Za-z0-9._+~-]{0,199}$/;
const facts = new Set(['fileName', 'sha512', 'sha1', 'build', 'minimumKernel']);

const isCompanion = (value: unknown): boolean =>
  (value as Partial<Artifact> | null)?.companionOf !== undefined;

/** What is said of that alone which was added here. */
const isOfFeeds = (value: unknown): boolean =>
  (value as Partial<Warning> | null)?.code === 'blockmap-missing';

/** What the specification has of a body. */
const withoutFacts = (text: string): string =>
  JSON.stringify(
    JSON.parse(text, (key, value: unknown) => {
      if (facts.has(key)) return undefined;
      if (!Array.isArray(value)) return value;
      const left = value.filter((each) => !isCompanion(each) && !isOfFeeds(each));
      return key === 'warnings' && left.length === 0 ? undefined : left;
    }),
  );

const isShownToPublishers = ({ url }: Ask, { status, headers }: Answer): boolean =>
  status < 400 &&
  url.includes('/v1/apps/') &&
  !url.includes('/releases/v1/') &&
  headers['content-type'] !== undefined;

const undress = (ask: Ask, answer: Answer): Answer => {
  if (!isShownToPublishers(ask, answer)) return answer;
  const text = withoutFacts(answer.text);
  return { ...answer, text, body: Buffer.from(text), json: () => JSON.parse(text) };
};

/** Dresses what is declared and published, and counts it. */
export const createDressing = (): Dressing & { companions(): number } => {
  const underWay = new Map<string, Promise<void>>();
  let companions = 0;

  const addBlockMap = async (draft: Release, { target }: Artifact, { url, headers }: Ask): Promise<void> => {
    const bytes = randomBytes(40);
    const piece = { bytes, target: `${target}.blockmap`, format: '.blockmap', companionOf: target };
    // A target of full length leaves no room for the name of one that goes with it.
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

  /** Adds them where whoever asks may, and there is a draft to add them to. */
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
    dress: (piece, fileName) => {
      const { bytes = randomBytes(64), ...rest } = piece;
      const hashes = {
        sha512: hashOf('sha512', bytes).digest('base64'),
        sha1: hashOf('sha1', bytes).digest('hex'),
      };
      const name = names.test(fileName) ? { fileName } : {};
      // No minimum system: a check that depends on the client's is private, and not as the specification has it.
      return { bytes, ...hashes, ...name, build: '7', minimumKernel: '10.0', ...rest };
    },
    dial: async (ask) => {
      const [, app, id] = /^(.*\/v1\/apps\/[^/?]+)\/releases\/([^/?]+)\/publish$/.exec(ask.url) ?? [];
      if (ask.method === 'POST' && app !== undefined && id !== undefined) {
        const adding = underWay.get(id) ?? addBlockMaps({ url: app, headers: ask.headers ?? {} }, id);
        underWay.set(id, adding);
        await adding;
      }
      return undress(ask, await dial(ask));
    },
  };
};
