import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { clientIdOf, createClientReader } from '../../../src/http/client/client-hints.ts';

const peer = '203.0.113.9';
const factsOf = (url: string, headers: Record<string, string> = {}) =>
  createClientReader(undefined)({
    url,
    headers,
    socket: { remoteAddress: peer },
  } as unknown as IncomingMessage);
const path = '/releases/stable/linux/x86_64/1.0.0';

describe('the id that a client sends', () => {
  const sources: readonly (readonly [name: string, query: string, headers: Record<string, string>])[] = [
    ['Slipway-Client', '', { 'slipway-client': 'ours' }],
    ['client=', 'client=in-query', {}],
    ['x-user-staging-id', '', { 'x-user-staging-id': 'electron' }],
    ['stagingId=', 'stagingId=velopack', {}],
  ];
  const ids = ['ours', 'in-query', 'electron', 'velopack'];

  for (const [first, [name]] of sources.entries())
    test(`${name} counts, and before those that follow it`, () => {
      for (let last = first; last < sources.length; last++) {
        const given = sources.slice(first, last + 1);
        const query = given.map(([, one]) => one).filter(Boolean);
        const headers = Object.assign({}, ...given.map(([, , one]) => one)) as Record<string, string>;
        const { id, network } = factsOf(`${path}?${query.toReversed().join('&')}`, headers);
        assert.deepEqual([id, network], [ids[first], undefined]);
      }
    });

  test('is the same where nothing else is read of the request', () => {
    const values = ['a', 'a-1', '', '%41', 'a+b', 'x'.repeat(128), 'x'.repeat(129), 'a%20b', '{a}'];
    const queries = values.flatMap((value) => [
      ...[`stagingId=${value}`, `id=App&stagingId=${value}&localVersion=1.0.0`, `notstagingId=${value}`],
      ...[`stagingId=${value}&stagingId=b`, `x=stagingId=${value}`, `client=${value}&stagingId=b`],
      ...[
        `stagingId=${value}&client=b`,
        `noCache=${'z'.repeat(3000)}&stagingId=${value}`,
        `a=%20&stagingId=b`,
      ],
      ...[`client=${value}`, `a=b&client=${value}&check=manual`, `notclient=${value}&stagingId=b`],
      ...[`client=${value}&client=b`, `x=client=${value}`, `z=${'z'.repeat(3000)}&client=${value}`],
    ]);
    for (const query of queries)
      for (const headers of [{}, { 'x-user-staging-id': 'h' }, { 'slipway-client': 'c' }] as Record<
        string,
        string
      >[])
        assert.equal(
          clientIdOf({ url: `${path}?${query}`, headers }),
          factsOf(`${path}?${query}`, headers).id,
          query,
        );
  });

  const shaped = ['a', '!', '~', 'x'.repeat(128), '{6f9619ff-8b86-d011-b42d-00cf4fc964ff}', '"quoted"', '%2'];
  for (const id of shaped)
    test(`may be ${JSON.stringify(id.slice(0, 40))}, by header and by query`, () => {
      assert.equal(factsOf(path, { 'slipway-client': id }).id, id);
      assert.equal(factsOf(`${path}?client=${encodeURIComponent(id)}`).id, id);
    });

  // Node joins repeated headers with a comma and a space.
  const malformed = [
    '',
    ' ',
    'a b',
    'one, two',
    'x'.repeat(129),
    'naïve',
    'tab\there',
    'nul\0',
    'del\x7f',
    'line\nend',
  ];
  for (const id of malformed)
    test(`is none where it is ${JSON.stringify(id.slice(0, 40))}: the network stands for it`, () => {
      for (const facts of [
        factsOf(path, { 'slipway-client': id }),
        factsOf(path, { 'slipway-client': id, 'x-user-staging-id': 'electron' }),
        factsOf(`${path}?client=${encodeURIComponent(id)}`),
        factsOf(path, { 'x-user-staging-id': id }),
      ])
        assert.deepEqual([facts.id, facts.network], [undefined, peer]);
    });

  test('never gets into the place of a network', () => {
    assert.equal(factsOf(path, { 'slipway-client': 'net 198.51.100.1' }).id, undefined);
  });

  test('is looked for in the query alone, and in no more than 2,048 characters of it', () => {
    assert.equal(factsOf('/releases/stable/client=me/x86_64/1.0.0').id, undefined);
    assert.equal(factsOf(`${path}?a=${'x'.repeat(3000)}&client=me`).id, undefined);
    assert.equal(factsOf(`${path}?client=one&client=two`).id, 'one');
    assert.equal(factsOf(`${path}?Client=me&CLIENT=me`).id, undefined);
    assert.equal(factsOf(`${path}?client[]=me&client%00=me`).id, undefined);
    assert.equal(factsOf(`${path}?%63lient=me`).id, 'me');
    assert.equal(factsOf(`${path}?__proto__=x&constructor=y&stagingId=me`).id, 'me');
  });
});

describe('what else a client says', () => {
  test('by header or by query, the header first', () => {
    const headers = { 'slipway-cohort': 'qa', 'slipway-check': 'manual', 'slipway-system': '12.7.6' };
    const said = { cohort: 'qa', manual: true, system: '12.7.6' };
    for (const facts of [
      factsOf(path, headers),
      factsOf(`${path}?cohort=qa&check=manual&system=12.7.6`),
      factsOf(`${path}?cohort=x&check=background&system=1`, headers),
    ])
      assert.deepEqual({ cohort: facts.cohort, manual: facts.manual, system: facts.system }, said);
  });

  test('counts only as it is meant', () => {
    for (const check of ['', 'Manual', 'manually', 'manual ', 'true', '1', 'manual, manual'])
      assert.equal(factsOf(path, { 'slipway-check': check }).manual, false, check);
    for (const word of ['', 'two words', 'x'.repeat(65), 'ü']) {
      const { cohort, system } = factsOf(path, { 'slipway-cohort': word, 'slipway-system': word });
      assert.deepEqual([cohort, system], [undefined, undefined], word);
    }
  });

  test('is nothing where nothing is said', () => {
    const none = { id: undefined, cohort: undefined, manual: false, system: undefined };
    assert.deepEqual(factsOf(path), { ...none, network: peer });
    assert.deepEqual(factsOf(`${path}?`), { ...none, network: peer });
    assert.deepEqual(factsOf(''), { ...none, network: peer });
  });
});
