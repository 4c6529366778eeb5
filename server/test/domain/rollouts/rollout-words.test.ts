import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HealthReport, RolloutPlan } from '@slipway/api';

/* The error for an invalid field includes its description, which must say what is valid. */

interface Field {
  description?: string;
  minimum?: number;
  pattern?: string;
  properties?: Record<string, Field>;
  items?: Field;
  anyOf?: Field[];
}

const unclear = (name: string, field: Field): string[] => [
  ...((field.minimum !== undefined || field.pattern !== undefined) && !/\d/.test(field.description ?? '')
    ? [name]
    : []),
  ...Object.entries(field.properties ?? {}).flatMap(([member, inner]) => unclear(`${name}.${member}`, inner)),
  ...(field.items === undefined ? [] : unclear(`${name}[]`, field.items)),
  ...(field.anyOf ?? []).flatMap((inner) => unclear(name, inner)),
];

test('numbers and names of a rollout say their bounds', () => {
  assert.deepEqual(unclear('health', HealthReport as Field), []);
  assert.deepEqual(unclear('plan', RolloutPlan as Field), []);
});
