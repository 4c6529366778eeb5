import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { clientIdOf, createClientReader } from '../../../src/http/client/client-hints.ts';

const peer = '203.0.113.9';
const readClient = (url: string, headers: Record<string, string> = {}) =>
  createClientReader(undefined)({
    url,
    headers,
    socket: { remoteAddress: peer },
  } as unknown as IncomingMessage);
const path = '/releases/stable/linux/x86_64/1.0.0';

describe('the client ID', () => {
  const sources: readonly (readonly [name: string, query: string, headers: Record<string, string>])[] = [
    ['Slipway-Client', '', { 'slipway-client': 'ours' }],
    ['client=', 'client=in-query', {}],
    ['x-user-staging-id', '', { 'x-user-staging-id': 'electron' }],
    ['stagingId=', 'stagingId=velopack', {}],
  ];
  const ids = ['ours', 'in-query', 'electron', 'velopack'];

  for (const [first, [name]] of sources.entries())
    test(`${name} is used, and before the sources that follow it`, () => {
      for (let last = first; last < sources.length; last++) {
        const sent = sources.slice(first, last + 1);
        const query = sent.map(([, one]) => one).filter(Boolean);
        const headers = Object.assign({}, ...sent.map(([, , one]) => one)) as Record<string, string>;
        const { id, network } = readClient(`${path}?${query.toReversed().join('&')}`, headers);
        assert.deepEqual([id, network], [ids[first], undefined]);
      }
    });

  test('is the same if nothing else is read from the request', () => {
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
          readClient(`${path}?${query}`, headers).id,
          query,
        );
  });

  const shaped = ['a', '!', '~', 'x'.repeat(128), '{6f9619ff-8b86-d011-b42d-00cf4fc964ff}', '"quoted"', '%2'];
  for (const id of shaped)
    test(`may be ${JSON.stringify(id.slice(0, 40))}, by header and by query`, () => {
      assert.equal(readClient(path, { 'slipway-client': id }).id, id);
      assert.equal(readClient(`${path}?client=${encodeURIComponent(id)}`).id, id);
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
    test(`is undefined if it is ${JSON.stringify(id.slice(0, 40))}: the network is used instead`, () => {
      for (const facts of [
        readClient(path, { 'slipway-client': id }),
        readClient(path, { 'slipway-client': id, 'x-user-staging-id': 'electron' }),
        readClient(`${path}?client=${encodeURIComponent(id)}`),
        readClient(path, { 'x-user-staging-id': id }),
      ])
        assert.deepEqual([facts.id, facts.network], [undefined, peer]);
    });

  test('cannot pose as a network', () => {
    assert.equal(readClient(path, { 'slipway-client': 'net 198.51.100.1' }).id, undefined);
  });

  test('is read from the query only, and from at most 2,048 characters of it', () => {
    assert.equal(readClient('/releases/stable/client=me/x86_64/1.0.0').id, undefined);
    assert.equal(readClient(`${path}?a=${'x'.repeat(3000)}&client=me`).id, undefined);
    assert.equal(readClient(`${path}?client=one&client=two`).id, 'one');
    assert.equal(readClient(`${path}?Client=me&CLIENT=me`).id, undefined);
    assert.equal(readClient(`${path}?client[]=me&client%00=me`).id, undefined);
    assert.equal(readClient(`${path}?%63lient=me`).id, 'me');
    assert.equal(readClient(`${path}?__proto__=x&constructor=y&stagingId=me`).id, 'me');
  });
});

describe('other client hints', () => {
  test('come from headers or the query; headers win', () => {
    const headers = { 'slipway-cohort': 'qa', 'slipway-check': 'manual', 'slipway-system': '12.7.6' };
    const expected = { cohort: 'qa', manual: true, system: '12.7.6' };
    for (const facts of [
      readClient(path, headers),
      readClient(`${path}?cohort=qa&check=manual&system=12.7.6`),
      readClient(`${path}?cohort=x&check=background&system=1`, headers),
    ])
      assert.deepEqual({ cohort: facts.cohort, manual: facts.manual, system: facts.system }, expected);
  });

  test('are ignored unless they are valid', () => {
    for (const check of ['', 'Manual', 'manually', 'manual ', 'true', '1', 'manual, manual'])
      assert.equal(readClient(path, { 'slipway-check': check }).manual, false, check);
    for (const word of ['', 'two words', 'x'.repeat(65), 'ü']) {
      const { cohort, system } = readClient(path, { 'slipway-cohort': word, 'slipway-system': word });
      assert.deepEqual([cohort, system], [undefined, undefined], word);
    }
  });

  test('have defaults if the client sends nothing', () => {
    const none = { id: undefined, cohort: undefined, manual: false, system: undefined };
    assert.deepEqual(readClient(path), { ...none, network: peer });
    assert.deepEqual(readClient(`${path}?`), { ...none, network: peer });
    assert.deepEqual(readClient(''), { ...none, network: peer });
  });
});
