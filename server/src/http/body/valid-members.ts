import type { Fault } from '../../domain/model/errors.ts';

/*
 * The part of a body that its schema accepts. Rules that no schema can hold are checked beside the schema, so that one
 * answer names every broken field; they rely on the types, and must never see a value of another one.
 */

const unescapeStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** Removes what a pointer leads to. An item of a list becomes undefined, so that the other items keep their places. */
const remove = (value: unknown, [step, ...rest]: readonly string[]): void => {
  if (step === undefined || typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>;
  const name = unescapeStep(step);
  if (!Object.hasOwn(holder, name)) return;
  if (rest.length > 0) remove(holder[name], rest);
  else if (Array.isArray(value)) holder[name] = undefined;
  else delete holder[name];
};

/** A copy of a body without the values that faults point to. */
export const omitFaultyMembers = (body: object, faults: readonly Fault[]): Record<string, unknown> => {
  const copy = structuredClone(body) as Record<string, unknown>;
  for (const { pointer } of faults) remove(copy, pointer.split('/').slice(1));
  return copy;
};
