import assert from 'node:assert/strict';
import test from 'node:test';
import type { SettingSources } from '../src/config/address.ts';
import { findKey, withKey, withoutService } from '../src/config/credentials.ts';
import { createSettings } from '../src/config/settings.ts';
import type { Failure } from '../src/errors/failure.ts';

const sources = (change: Partial<SettingSources> = {}): SettingSources => ({
  flags: {},
  env: {},
  project: undefined,
  credentials: { services: {} },
  ...change,
});

test('precedence: flags, environment, project file, login', () => {
  const all = sources({
    flags: { url: 'https://flag.example', app: 'flag', channel: 'flag' },
    env: { SLIPWAY_URL: 'https://env.example', SLIPWAY_APP: 'env', SLIPWAY_CHANNEL: 'env' },
    project: { folder: '/', url: 'https://project.example', app: 'project', channel: 'project' },
    credentials: { current: 'https://login.example', services: {} },
  });
  const valuesOf = (input: SettingSources) => {
    const settings = createSettings(input);
    return [settings.findUrl(), settings.findApp(), settings.channel()];
  };
  assert.deepEqual(valuesOf(all), ['https://flag.example', 'flag', 'flag']);
  assert.deepEqual(valuesOf({ ...all, flags: {} }), ['https://env.example', 'env', 'env']);
  assert.deepEqual(valuesOf({ ...all, flags: {}, env: {} }), [
    'https://project.example',
    'project',
    'project',
  ]);
  const login = { ...all, flags: {}, env: { SLIPWAY_URL: ' ' }, project: undefined };
  assert.deepEqual(valuesOf(login), ['https://login.example', undefined, 'stable']);
});

test('a missing value is a usage failure that says how to pass it', () => {
  const settings = createSettings(sources());
  assert.throws(() => settings.url(), { exit: 2, remedy: /SLIPWAY_URL/ });
  assert.throws(() => settings.app(), { exit: 2, remedy: /--app/ });
  assert.throws(() => settings.key(), { exit: 2, remedy: /SLIPWAY_KEY/ });
});

test('an invalid address is rejected, and the error names its source', () => {
  for (const url of ['releases.example.com', 'ftp://x', '']) {
    assert.throws(() => createSettings(sources({ flags: { url } })).url(), {
      exit: 2,
      message: /--url is not/,
    });
  }
  assert.equal(
    createSettings(sources({ flags: { url: 'https://x.example/base/' } })).url(),
    'https://x.example/base',
  );
});

test('an address with a user name or password is rejected, and neither is printed', () => {
  for (const url of [
    'http://u:SECRET@x',
    'http://:SECRET@x',
    'http://SECRET@x',
    'ftp://u:SECRET@x',
    'u:SECRET@x:port',
  ]) {
    assert.throws(
      () => createSettings(sources({ flags: { url } })).url(),
      (error: Failure) => {
        assert.equal(error.exit, 2);
        assert.doesNotMatch(`${error.message} ${error.remedy}`, /SECRET|u:/);
        if (url.startsWith('http:')) assert.match(error.message, /must not contain a user name or password/);
        return true;
      },
    );
  }
});

test('a malformed key is a usage failure that says how to get one', () => {
  for (const key of ['two\nlines', 'ключ', 'a b']) {
    const input = sources({ env: { SLIPWAY_KEY: key } });
    assert.throws(() => createSettings(input).key(), {
      exit: 2,
      message: /malformed/,
      remedy: /keys create/,
    });
  }
  assert.equal(createSettings(sources({ env: { SLIPWAY_KEY: 'good\n' } })).key(), 'good');
});

test('a stored key is used only for its address, and a key of the app before that of the server', () => {
  let credentials = withKey({ services: {} }, { url: 'https://a.example', key: 'whole' });
  credentials = withKey(credentials, { url: 'https://a.example', app: 'acme', key: 'own' });
  assert.equal(findKey(credentials, 'https://a.example'), 'whole');
  assert.equal(findKey(credentials, 'https://a.example', 'acme'), 'own');
  assert.equal(findKey(credentials, 'https://a.example', 'constructor'), 'whole');
  assert.equal(findKey(credentials, 'https://b.example', 'acme'), undefined);
  const elsewhere = sources({ credentials, project: { folder: '/', url: 'https://b.example' } });
  assert.equal(createSettings(elsewhere).findKey(), undefined);
  assert.deepEqual(withoutService(credentials, 'https://a.example'), { services: {} });
});

test('SLIPWAY_KEY is sent only to an address from the environment, a flag or a prompt', () => {
  const env = { SLIPWAY_KEY: 'k' };
  const project = { folder: '/clone', url: 'https://thief.example', app: 'acme' };
  const credentials = withKey({ services: {} }, { url: 'https://a.example', key: 'kept' });
  assert.throws(() => createSettings(sources({ env, project })).findKey(), {
    exit: 2,
    message: /Not sending SLIPWAY_KEY to https:\/\/thief\.example, .*\/clone\/slipway\.json/,
    remedy: /SLIPWAY_URL=https:\/\/thief\.example/,
  });
  assert.throws(() => createSettings(sources({ env, project })).key({ url: 'https://thief.example' }), {
    exit: 2,
  });
  assert.throws(() => createSettings(sources({ env, credentials })).key(), { exit: 2, message: /login/ });
  const trusted: Partial<SettingSources>[] = [
    { flags: { url: 'https://b.example' } },
    { env: { ...env, SLIPWAY_URL: 'https://b.example' } },
  ];
  for (const one of trusted) assert.equal(createSettings(sources({ env, project, ...one })).key(), 'k');
  const answered = { url: 'https://answered.example' };
  assert.equal(createSettings(sources({ env, project })).key(answered), 'k');
});
