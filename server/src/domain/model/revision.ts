import { createHmac } from 'node:crypto';

/*
 * A revision is a generation number plus a MAC for the app: it increases and cannot be forged. A request with a
 * revision is answered without looking up the app, so responses do not disclose which apps exist.
 */

const markBits = 20;
const step = 2 ** markBits;

const markOf = (secret: string, app: string, generation: number): number =>
  createHmac('sha256', secret).update(`${app}\n${generation}`).digest().readUInt32BE(0) % step;

/** Increases with the generation. */
export const encodeRevision = (secret: string, app: string, generation: number): number =>
  generation * step + markOf(secret, app, generation);

/** Undefined if it is not a revision of this app. */
export const decodeRevision = (secret: string, app: string, revision: number): number | undefined => {
  const generation = Math.floor(revision / step);
  return encodeRevision(secret, app, generation) === revision ? generation : undefined;
};
