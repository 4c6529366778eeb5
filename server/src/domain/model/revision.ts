import { createHmac } from 'node:crypto';

/*
 * A revision is a place in the order of changes with a mark that only the service can make for an app: numbers that
 * grow, of which none can be made up. Whoever asks with one is told whether it is shown without anyone looking up
 * the app, so that answers say nothing about which apps there are.
 */

const markBits = 20;
const step = 2 ** markBits;

const markOf = (secret: string, app: string, generation: number): number =>
  createHmac('sha256', secret).update(`${app}\n${generation}`).digest().readUInt32BE(0) % step;

/** The revision of an app whose last change has this place. Grows with it. */
export const encodeRevision = (secret: string, app: string, generation: number): number =>
  generation * step + markOf(secret, app, generation);

/** The place that a revision of the app stands for; undefined when it never was one of this app's. */
export const decodeRevision = (secret: string, app: string, revision: number): number | undefined => {
  const generation = Math.floor(revision / step);
  return encodeRevision(secret, app, generation) === revision ? generation : undefined;
};
