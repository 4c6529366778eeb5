import assert from 'node:assert/strict';
import test from 'node:test';
import type { CommandStage } from './stage.ts';

/** Tests apps, channels, keys, and domains. */
export const appTests = ({ service, cli, run, read }: CommandStage): void => {
  test('apps are created, listed, shown, changed and deleted', async () => {
    const made = await run([
      'apps',
      'create',
      'one',
      '--name',
      'App One',
      '--adapter',
      'rest',
      '--allowance',
      '10G',
      '--json',
    ]);
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stdout, new RegExp(`"allowanceBytes":${10 * 1024 ** 3}`));
    const list = await read(['apps', 'list']);
    assert.match(list.text, /one\s+App One\s+rest\s+http:\/\/one\.localhost/);
    assert.match((await read(['apps', 'show', 'one'])).text, /allowance\s+10\.0 GiB per month/);
    const changed = await run(['apps', 'change', 'one', '--name', 'First', '--allowance', 'unlimited']);
    assert.match(changed.stdout, /First[\s\S]*unlimited/);
    assert.match(changed.stdout, /download page\s+http:\/\/one\.localhost:\d+\/\n/);
    assert.match((await run(['apps', 'change', 'one', '--page', 'off'])).stdout, /download page\s+off/);
    assert.equal((await run(['apps', 'change', 'one', '--page', 'maybe'])).code, 2);
    assert.match(changed.stdout, /delivery\s+metered/);
    const cached = await run(['apps', 'change', 'one', '--delivery', 'cached']);
    assert.match(cached.stdout, /delivery\s+cached/);
    assert.match(cached.stderr, /warning: Usage counts only requests that reach the server/);
    assert.match((await run(['usage', '--app', 'one'])).stdout, /^Partial: [\s\S]*no limit, partial\)/m);
    const refused = await run(['apps', 'change', 'one', '--delivery', 'redirect']);
    assert.equal(refused.code, 3);
    assert.match(refused.stderr, /Redirect delivery requires S3/);
    assert.equal((await run(['apps', 'change', 'one', '--delivery', 'free'])).code, 2);
    const unasked = await run(['apps', 'delete', 'one']);
    assert.equal(unasked.code, 2);
    assert.match(unasked.stderr, /This permanently deletes app one[\s\S]*Pass --yes/);
    assert.equal((await run(['apps', 'delete', 'one', '--yes'])).stdout, 'Deleted app one.\n');
    assert.equal((await cli.run(['apps', 'show', 'one'])).code, 3);
    assert.equal((await cli.run(['apps', 'create', 'two', '--adapter', 'sparkle'])).code, 3);
  });

  test('channels, keys and domains are created, listed, changed and deleted', async () => {
    await service.client.createApp({ slug: 'two', adapter: 'rest' });
    const app = ['--app', 'two'];
    assert.equal((await run(['channels', 'create', 'beta', ...app])).stdout, 'Created channel beta.\n');
    assert.equal(
      (await run(['channels', 'change', 'beta', '--inactive', ...app])).stdout,
      'beta is inactive.\n',
    );
    assert.match((await read(['channels', 'list', ...app])).text, /beta\s+inactive\s+–/);
    const also = ['channels', 'change', 'beta', '--also-offers'];
    assert.equal(
      (await run([...also, 'stable', '--active', ...app])).stdout,
      'beta is active and also offers newer releases from stable.\n',
    );
    assert.match((await run(['channels', 'list', ...app])).stdout, /beta\s+active\s+stable/);
    assert.equal((await run([...also, 'none', ...app])).stdout, 'beta is active.\n');
    assert.equal((await run([...also, 'nope', ...app])).code, 3);

    const key = await run([
      'keys',
      'create',
      'ci',
      '--scopes',
      'publish,read',
      '--expires',
      '2099-01-01',
      ...app,
    ]);
    assert.match(key.stdout, /^slw_pub_\S+\n$/, 'the secret alone, for `KEY=$(slipway keys create …)`');
    const { object } = await read(['keys', 'list', ...app]);
    const [{ id }] = object.keys as [{ id: string }];
    assert.equal((await run(['keys', 'delete', id, ...app])).code, 2);
    assert.equal((await run(['keys', 'delete', id, '--yes', ...app])).code, 0);
    assert.match((await run(['keys', 'list', ...app])).stdout, /revoked/);

    assert.equal((await run(['domains', 'create', 'updates.example.com', ...app])).code, 0);
    assert.match((await read(['domains', 'list', ...app])).text, /updates\.example\.com/);
    const checked = await run(['domains', 'check', 'updates.example.com', ...app]);
    assert.equal(checked.code, 0, checked.stderr);
    assert.match(
      checked.stdout,
      /^warn DNS +The name servers didn’t respond in time\.\n +Try again[\s\S]*^skip server/m,
    );
    const { object: result } = await read(['domains', 'check', 'updates.example.com', ...app]);
    assert.equal((result.status as { domain: string }).domain, 'updates.example.com');
    assert.equal((await run(['domains', 'delete', 'updates.example.com', '--yes', ...app])).code, 0);
    assert.equal((await run(['domains', 'list', ...app])).stdout, 'No custom domains.\n');
  });
};
