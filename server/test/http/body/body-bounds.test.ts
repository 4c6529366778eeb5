import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  AppCreation,
  ArtifactDeclaration,
  KeyCreation,
  PartsCompletion,
  ReleaseCreation,
} from '@slipway/api';
import fc from 'fast-check';
import type { FastifySchemaValidationError } from 'fastify';
import { precheckJson } from '../../../src/http/body/json-precheck.ts';
import { loadAjv } from '../../../src/http/body/lazy-validators.ts';
import { capacityOf, type SchemaRule } from '../../../src/http/body/schema-capacity.ts';
import { truncateToSchema } from '../../../src/http/body/truncate-to-schema.ts';

const capacity = { values: 50, members: 20 };
const scan = (text: string) => precheckJson(Buffer.from(text), capacity);

describe('bounds of a body', () => {
  test('a body within the bounds passes the precheck, whatever its strings contain', () => {
    const texts = [
      '{"a":"[[[[[[[[[[[[[[[[[["}',
      '{"a":"\\\\\\"[,,,,"}',
      `["${',:{['.repeat(500)}"]`,
      '""',
      '1',
    ];
    for (const text of texts) assert.equal(scan(text), undefined, text);
    fc.assert(
      fc.property(fc.json({ maxDepth: 3, noUnicodeString: false }), (text) => {
        const count = JSON.stringify(JSON.parse(text)).match(/[,:[{]/g)?.length ?? 0;
        if (count < 20) assert.equal(scan(text), undefined);
      }),
      { numRuns: 2000 },
    );
  });

  test('the error names the member that exceeds a bound', () => {
    const deep = '['.repeat(17) + ']'.repeat(17);
    const wide = `[${'1,'.repeat(60)}1]`;
    const many = `{${Array.from({ length: 21 }, (_, index) => `"k${index}":1`).join(',')}}`;
    assert.deepEqual([scan(deep)?.code, scan(deep)?.pointer], ['depth', '']);
    assert.equal(scan(`{"x":1,"a/b":${deep}}`)?.pointer, '/a~1b');
    assert.deepEqual([scan(`{"a":${wide}}`)?.code, scan(`{"a":${wide}}`)?.pointer], ['values', '/a']);
    assert.equal(scan(`{"a":${many}}`)?.code, 'values');
    assert.ok((scan(`{"${'n'.repeat(5000)}":${deep}}`)?.pointer.length ?? 0) < 200);
  });

  test('the capacity of a schema admits every body that it accepts', () => {
    const etags = Array.from({ length: 10_000 }, () => '"e"');
    const body = { version: '1.0.0', target: 'linux-x86_64', uploadId: 'x', etags, channel: 'stable' };
    assert.equal(
      precheckJson(Buffer.from(JSON.stringify(body)), capacityOf(PartsCompletion as SchemaRule)),
      undefined,
    );
  });
});

describe('truncating to the schema', () => {
  const schemas = [AppCreation, ArtifactDeclaration, KeyCreation, PartsCompletion, ReleaseCreation];
  const text = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc
      .tuple(fc.constantFrom('a', '1', '/', '😀', 'é', '\ud800'), fc.nat(700))
      .map(([unit, n]) => unit.repeat(n)),
  );
  const value = fc.oneof(
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(text, { maxLength: 8 }),
    fc.boolean(),
  );

  /** The names of the fields that the server's own validator rejects. */
  const createFieldValidator = async (schema: object): Promise<(body: unknown) => string[]> => {
    const validator = (await loadAjv()).compile(schema);
    return (body) => {
      validator(body);
      const nameOf = ({ instancePath, params }: FastifySchemaValidationError) =>
        instancePath.split('/')[1] ?? params.missingProperty ?? params.additionalProperty;
      return [...new Set((validator.errors ?? []).map((error) => String(nameOf(error))))].sort();
    };
  };

  test('leaves a valid body unchanged, and an invalid one invalid in the same members', async () => {
    for (const schema of schemas) {
      const brokenIn = await createFieldValidator(schema);
      const names = fc.constantFrom(...Object.keys(schema.properties), 'unknown');
      fc.assert(
        fc.property(fc.dictionary(names, value, { noNullPrototype: true }), (body) => {
          const broken = brokenIn(structuredClone(body));
          const cut = truncateToSchema(structuredClone(body), schema);
          assert.deepEqual(brokenIn(cut), broken);
          if (broken.length === 0) assert.deepEqual(cut, body);
        }),
        { numRuns: 1500 },
      );
    }
  });

  test('leaves at most as many faults as are reported', () => {
    const etags = Array.from({ length: 10_000 }, () => 1);
    const { etags: left } = truncateToSchema({ etags }, PartsCompletion) as { etags: unknown[] };
    assert.ok(left.length <= 100);
    const strange = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, 1]));
    assert.ok(Object.keys(truncateToSchema(strange, AppCreation) as object).length <= 100);
  });
});
