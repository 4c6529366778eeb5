import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { describe, test } from 'node:test';
import { clientIpOf, clientNetworkOf, networkPrefixesOf } from '../../../src/http/client/client-ip.ts';

type Headers = Record<string, string>;
const requestFrom = (remoteAddress: string | undefined, headers: Headers = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

const proxies = new BlockList();
proxies.addSubnet('10.1.0.0', 16, 'ipv4');
proxies.addAddress('192.0.2.7', 'ipv4');
proxies.addAddress('2001:db8:ffff::1', 'ipv6');
const isTrustedProxy = (address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain !== '' && proxies.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
};

const direct = (address: string | undefined, headers?: Headers) =>
  clientNetworkOf(requestFrom(address, headers), undefined);
const behind = (forwarded: string, more: Headers = {}) =>
  clientNetworkOf(requestFrom('10.1.0.5', { 'x-forwarded-for': forwarded, ...more }), isTrustedProxy);

describe('the network of a client', () => {
  test('is an IPv4 address or an IPv6 /64, in any notation', () => {
    assert.equal(direct('203.0.113.9'), '203.0.113.9');
    assert.equal(direct('::ffff:203.0.113.9'), '203.0.113.9');
    assert.equal(direct('::FFFF:203.0.113.9'), '203.0.113.9');
    const written = [
      '2001:db8:1:2::1',
      '2001:DB8:1:2:a:b:c:d',
      '2001:0db8:0001:0002::',
      '2001:db8:1:2::5%eth0',
    ];
    for (const address of written) assert.equal(direct(address), '2001:db8:1:2::/64', address);
    assert.equal(direct('2001:db8::1'), '2001:db8:0:0::/64');
    assert.equal(direct('2001:db8:0:0:1::'), '2001:db8:0:0::/64');
    assert.notEqual(direct('2001:db8:1:3::1'), direct('2001:db8:1:2::1'));
  });

  const shared = [
    ...['127.0.0.1', '127.9.9.9', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.1.1'],
    ...[
      '100.64.0.1',
      '100.127.255.255',
      '0.0.0.0',
      '::1',
      '::',
      'fc00::1',
      'fdff:1::1',
      'fe80::1',
      'fe80::1%en0',
    ],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:100.64.3.2', '::ffff:a00:1', '::ffff:cb00:7109', ''],
  ];
  for (const address of shared)
    test(`is none for ${address || 'a peer that is gone'}`, () => {
      assert.equal(direct(address), undefined);
      assert.equal(behind(address), undefined, 'nor where a proxy says so');
    });

  test('is defined right outside the private ranges', () => {
    for (const address of [
      '172.15.0.1',
      '172.32.0.1',
      '100.63.255.255',
      '100.128.0.1',
      '11.0.0.1',
      '192.169.0.1',
    ])
      assert.equal(direct(address), address);
    assert.equal(direct(undefined), undefined);
  });

  test('is undefined behind an untrusted proxy, whatever its headers say', () => {
    for (const headers of [
      { 'x-forwarded-for': '198.51.100.1' },
      { 'x-forwarded-for': '' },
      { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
      { forwarded: 'for=198.51.100.1' },
      { via: '1.1 cdn' },
    ] satisfies Headers[]) {
      assert.equal(direct('203.0.113.9', headers), undefined);
      assert.equal(clientNetworkOf(requestFrom('203.0.113.9', headers), isTrustedProxy), undefined);
    }
  });

  test('is the address that a chain of trusted proxies reports', () => {
    assert.equal(behind('198.51.100.1'), '198.51.100.1');
    assert.equal(behind(' 198.51.100.1 '), '198.51.100.1');
    assert.equal(behind('198.51.100.1, 192.0.2.7'), '198.51.100.1');
    assert.equal(behind('198.51.100.1,192.0.2.7,10.1.255.255'), '198.51.100.1');
    assert.equal(behind('2001:db8:5::9, 2001:db8:ffff::1'), '2001:db8:5:0::/64');
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    assert.equal(clientNetworkOf(requestFrom('::ffff:10.1.0.5', headers), isTrustedProxy), '198.51.100.1');
    assert.equal(behind('198.51.100.1', { via: '1.1 own', forwarded: 'for=1' }), '198.51.100.1');
  });

  test('is undefined if an untrusted proxy is in front of a trusted one', () => {
    assert.equal(behind('198.51.100.1, 203.0.113.80'), undefined, 'one address would be the whole fleet');
    assert.equal(behind('198.51.100.1, 203.0.113.80, 192.0.2.7'), undefined);
    assert.equal(behind('10.1.0.9, 203.0.113.80'), undefined, 'nor does a claim to be trusted help');
    assert.equal(behind('unknown, 203.0.113.80'), undefined);
  });

  test('is undefined if a trusted proxy sends no valid address', () => {
    for (const forwarded of ['', 'unknown', '198.51.100.1:443', '[2001:db8::1]:443', 'a', '999.1.1.1', ','])
      assert.equal(behind(forwarded), undefined, forwarded);
    assert.equal(clientNetworkOf(requestFrom('10.1.0.5'), isTrustedProxy), undefined);
    assert.equal(behind('10.1.0.6'), undefined, 'a proxy is no client');
  });

  test('is found in a long chain of proxies', () => {
    const long = Array.from({ length: 2000 }, () => '10.1.0.6').join(',');
    assert.equal(behind(long), undefined);
    assert.equal(behind(`198.51.100.1,${long}`), '198.51.100.1');
  });
});

describe('the address in the log', () => {
  test('is the nearest one that is not a trusted proxy', () => {
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.80, 192.0.2.7' };
    assert.equal(clientIpOf(requestFrom('10.1.0.5', headers), isTrustedProxy), '203.0.113.80');
    assert.equal(clientIpOf(requestFrom('203.0.113.9', headers), isTrustedProxy), '203.0.113.9');
    assert.equal(clientIpOf(requestFrom('10.1.0.5', headers), undefined), '10.1.0.5');
    assert.equal(clientIpOf(requestFrom(undefined), isTrustedProxy), '');
  });
});

describe('the network prefixes of a reporter', () => {
  const around = (address: string, headers?: Headers, trusted?: typeof isTrustedProxy) =>
    Object.values(networkPrefixesOf(requestFrom(address, headers), trusted));

  test('are an IPv4 address and its /24, or an IPv6 /64 and its /48', () => {
    assert.deepEqual(around('203.0.113.9'), ['203.0.113.9', '203.0.113.0/24']);
    assert.deepEqual(around('::ffff:203.0.113.9'), ['203.0.113.9', '203.0.113.0/24']);
    assert.deepEqual(around('2001:db8:1:2::1'), ['2001:db8:1:2::/64', '2001:db8:1::/48']);
    assert.deepEqual(around('2001:DB8:0001:ffff::1'), ['2001:db8:1:ffff::/64', '2001:db8:1::/48']);
    assert.deepEqual(around('2001:db8::1'), ['2001:db8:0:0::/64', '2001:db8:0::/48']);
    assert.deepEqual(around('127.0.0.1'), ['127.0.0.1', '127.0.0.0/24']);
    assert.deepEqual(around(''), ['', '']);
  });

  test('come from the connection, unless its peer is trusted', () => {
    const headers = { 'x-forwarded-for': '198.51.100.7', forwarded: 'for=198.51.100.7', via: '1.1 x' };
    assert.deepEqual(around('203.0.113.9', headers), ['203.0.113.9', '203.0.113.0/24']);
    assert.deepEqual(around('203.0.113.9', headers, isTrustedProxy), ['203.0.113.9', '203.0.113.0/24']);
    assert.deepEqual(around('10.1.0.5', headers, isTrustedProxy), ['198.51.100.7', '198.51.100.0/24']);
    const chain = { 'x-forwarded-for': '192.0.2.1, 198.51.100.7, 10.1.0.6' };
    assert.deepEqual(around('10.1.0.5', chain, isTrustedProxy), ['198.51.100.7', '198.51.100.0/24']);
  });
});
