import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pack } from '../../../cli/scripts/pack.ts';
import { writeFiles } from '../../../cli/test/folder.ts';
import { electronFeed } from '../../../cli/test/import/old-place.ts';
import { adminKey, type Service, startService } from '../../../lab/service.ts';
import { openPage, read } from './run-block.ts';

const document = 'docs/ci/README.md';
const app = 'acme';

/* cli/test/recipes runs the workflows next to this page. */

describe('docs/ci/README.md, run as written', { concurrency: false }, () => {
  const page = openPage(document, ['first screen: checksum']);
  let folder: string;
  let service: Service;
  let env: Record<string, string>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-ci-'));
    await mkdir(join(folder, 'data'));
    service = await startService({ folder: join(folder, 'data') });
    await service.client.createApp({ slug: app, adapter: 'rest' });
    env = { SLIPWAY_URL: service.baseUrl, SLIPWAY_KEY: adminKey, HOME: folder };
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('workflows are trusted, other keys are shut out, and a key is created', async () => {
    assert.doesNotMatch(await page.run('trust', env), /any-branch/);
    assert.match(await page.run('trusted', env), /github[\s\S]*gitlab|gitlab[\s\S]*github/);
    assert.equal((await service.client.getApp(app)).app.publishing, 'trusted');
    assert.match(await page.run('key', env), /slw_pub_key_\w+/);
  });

  test('the script publishes a build with the packed CLI', async () => {
    const image = { name: 'Acme-1.0.0.AppImage', bytes: 'the bytes' };
    await writeFiles(folder, {
      'docs/ci/publish.sh': await read('docs/ci/publish.sh'),
      'dist/latest-linux.yml': electronFeed('1.0.0', [image]),
      [`dist/${image.name}`]: image.bytes,
    });
    const tarball = await pack(folder);
    const sha256 = createHash('sha256').update(await readFile(tarball));
    await page.run(
      'script',
      {
        ...env,
        SLIPWAY_APP: app,
        SLIPWAY_PACKAGE: tarball,
        SLIPWAY_PACKAGE_SHA256: sha256.digest('hex'),
      },
      folder,
    );
    const { releases } = await service.client.listReleases(app);
    assert.deepEqual(
      releases.map(({ version, state, notes }) => [version, state, notes]),
      [['1.0.0', 'published', 'What is new']],
    );
  });

  test('every command block was run', () => page.assertAllRun());
});

test('docs/ci/README.md lists every input and output of the action', async () => {
  const [, section = ''] = (await read(document)).split('\n## Inputs of the action\n');
  const [inputs = '', outputs = ''] = (await read('action.yml')).split('\noutputs:\n');
  const namesIn = (text: string) => [...text.matchAll(/^ {2}([a-z0-9-]+):$/gm)].map(([, name]) => name);
  const cells = [...section.matchAll(/^\| (`.+?) \|/gm)].map(([, cell = '']) => cell).join();
  const listed = [...cells.matchAll(/`([a-z0-9-]+)`/g)].map(([, name]) => name);
  assert.deepEqual(listed.toSorted(), namesIn(inputs.split('\ninputs:\n')[1] ?? '').toSorted());
  const [named = ''] = /^Outputs: .*$/m.exec(section) ?? [];
  for (const name of namesIn(outputs.split('\nruns:\n')[0] ?? ''))
    assert.ok(named.includes(`\`${name}\``), name);
});
