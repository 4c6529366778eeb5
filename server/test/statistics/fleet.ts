import type { Client } from '../../src/domain/model/offer.ts';
import { createRandom, type Random } from '../decision/random.ts';

/*
 * Clients and their addresses. In the mixed fleet 60 % have a fixed address, half of them shared with 49 others; 25 %
 * have a new one every day, 10 % alternate between three, and 5 % have a new one at each check.
 */

export const hour = 3600;
const day = 24 * hour;
/** The check interval. */
const period = 4 * hour;

/** A client of the fleet, and its first check. */
export interface Member {
  phase: number;
  /** Its identity at a time. */
  at(second: number): Client;
}

const addressOf = (number: number): string =>
  `${11 + (number >>> 24)}.${(number >>> 16) & 255}.${(number >>> 8) & 255}.${number & 255}`;

/** Unique addresses. */
const createAddresses = () => {
  let last = 0;
  return (): string => {
    last += 1;
    return addressOf(last);
  };
};

interface Maker {
  random: Random;
  fresh: () => string;
}

const shared = (fresh: () => string, size: number): (() => string) => {
  let [address, left] = ['', 0];
  return () => {
    if (left === 0) [address, left] = [fresh(), size];
    left -= 1;
    return address;
  };
};

type AddressAt = (second: number) => string;

const changingDaily = ({ random, fresh }: Maker): AddressAt => {
  const offset = random.below(day);
  let [today, address] = [-1, ''];
  return (second) => {
    const now = Math.floor((second + offset) / day);
    if (now !== today) [today, address] = [now, fresh()];
    return address;
  };
};

const roaming = ({ random, fresh }: Maker): AddressAt => {
  const places = [fresh(), fresh(), fresh()] as const;
  return () => random.pick(places);
};

/** A mixed fleet; this many send an ID. */
export const createFleet = (size: number, seed: number, withId: number): Member[] => {
  const random = createRandom(seed);
  const fresh = createAddresses();
  const behindOne = shared(fresh, 50);
  const fixed =
    (address: string): AddressAt =>
    () =>
      address;
  const addressesOf = (place: number): AddressAt => {
    if (place < 0.3) return fixed(fresh());
    if (place < 0.6) return fixed(behindOne());
    if (place < 0.85) return changingDaily({ random, fresh });
    if (place < 0.95) return roaming({ random, fresh });
    return fresh;
  };
  return Array.from({ length: size }, (_, number): Member => {
    const addressAt = addressesOf(number / size);
    const id = random.has(withId) ? `client-${seed}-${number}` : undefined;
    const at = (second: number): Client => ({
      id,
      network: id === undefined ? addressAt(second) : undefined,
    });
    return { phase: random.next() * period, at };
  }).sort((a, b) => a.phase - b.phase);
};

/** Every check of a fleet in a time span, in order. */
export function* checksOf(
  fleet: readonly Member[],
  from: number,
  to: number,
): Generator<{ second: number; member: Member }> {
  for (let start = from; start < to; start += period)
    for (const member of fleet) yield { second: start + member.phase, member };
}
