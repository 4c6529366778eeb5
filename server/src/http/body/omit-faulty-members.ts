import type { Fault } from '../../domain/model/errors.ts';

/*
 * The members of a body that passed the schema. Route rules run even if other members failed, so that one response
 * reports every error; they rely on the types and must never see an invalid value.
 */

const unescapeStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** List items become undefined instead, so that the other indexes stay valid. */
const remove = (value: unknown, [step, ...rest]: readonly string[]): void => {
  if (step === undefined || typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>;
  const name = unescapeStep(step);
  if (!Object.hasOwn(holder, name)) return;
  if (rest.length > 0) remove(holder[name], rest);
  else if (Array.isArray(value)) holder[name] = undefined;
  else delete holder[name];
};

export const omitFaultyMembers = (body: object, faults: readonly Fault[]): Record<string, unknown> => {
  const copy = structuredClone(body) as Record<string, unknown>;
  for (const { pointer } of faults) remove(copy, pointer.split('/').slice(1));
  return copy;
};
