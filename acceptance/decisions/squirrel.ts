import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ArtifactInput } from '../../lab/publisher.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import type { World } from '../world.ts';

const packageOf = (version: string, kind: 'full' | 'delta', more: ArtifactInput = {}): ArtifactInput => {
  const bytes = randomBytes(kind === 'full' ? 400 : 40);
  return {
    ...{ target: 'windows-x86_64', format: '.nupkg', bytes, fileName: `Acme-${version}-${kind}.nupkg` },
    sha1: createHash('sha1').update(bytes).digest('hex'),
    ...more,
  };
};
const deltaOf = (version: string, deltaFrom: string): ArtifactInput =>
  packageOf(version, 'delta', {
    ...{ target: 'windows-x86_64.delta', companionOf: 'windows-x86_64', deltaFrom },
  });

const ask = (app: Publisher, rest: string) => app.read(`/feeds/squirrel/stable/${rest}`);

/** feeds.md: the addresses of Electron's autoUpdater, for every app. */
export const squirrelSection = (world: World): void => {
  describe('The feed of Squirrel', () => {
    test('macOS and MSIX get an update or 204; the server compares versions', async () => {
      const app = await createPublisher(world, { adapter: 'tauri' });
      assert.equal((await ask(app, 'darwin-arm64/1.0.0')).status, 204);
      await app.publish({ version: '1.1.0', notes: 'Faster', pubDate: '2026-01-02T03:04:05.678Z' }, [
        { target: 'darwin-universal', format: '.zip' },
        { target: 'windows-msix-x86_64', format: '.msix', fileName: 'Acme.msix' },
      ]);
      const update = await ask(app, 'darwin-arm64/1.0.0');
      assert.equal(update.status, 200, update.text);
      const url = `${app.publicUrl}/feeds/files/stable/1.1.0/darwin-universal/${app.publicSlug}-1.1.0-darwin-universal.zip`;
      const expected = { url, name: '1.1.0', notes: 'Faster', pub_date: '2026-01-02T03:04:05Z' };
      assert.deepEqual(JSON.parse(update.text), expected);
      assert.equal(update.headers['cache-control'], 'public, max-age=60, s-maxage=300');
      assert.equal((await app.read(url.slice(app.publicUrl.length))).status, 200);
      for (const version of ['1.1.0', 'v1.1.0', '2.0.0'])
        assert.equal((await ask(app, `darwin/x64/${version}`)).status, 204, version);
      const msix = await ask(app, 'win32-x64/msix/1.0.0');
      assert.match(msix.text, /windows-msix-x64\/Acme\.msix/);
      assert.equal((await ask(app, 'win32-arm64/msix/1.0.0')).status, 204);
    });

    test('RELEASES.json has only the latest release; 404 without one', async () => {
      const app = await createPublisher(world);
      assertProblem(await ask(app, 'darwin-arm64/RELEASES.json'), 404, 'not-found');
      await app.publish({ version: '1.0.0' }, [{ target: 'darwin-aarch64', format: '.zip' }]);
      await app.publish({ version: '1.1.0' }, [{ target: 'darwin-aarch64', format: '.zip' }]);
      const list = JSON.parse((await ask(app, 'darwin-arm64/RELEASES.json')).text);
      assert.equal(list.currentRelease, '1.1.0');
      assert.deepEqual(
        list.releases.map(({ version, updateTo }: { version: string; updateTo: { name: string } }) => [
          version,
          updateTo.name,
        ]),
        [['1.1.0', '1.1.0']],
      );
    });

    test('RELEASES has deltas only for clients whose delta chain reaches the newest release', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [packageOf('1.0.0', 'full')]);
      const first = await app.publish({ version: '1.1.0' }, [
        packageOf('1.1.0', 'full'),
        deltaOf('1.1.0', '1.0.0'),
      ]);
      await app.publish({ version: '1.2.0' }, [packageOf('1.2.0', 'full'), deltaOf('1.2.0', '1.1.0')]);
      const names = async (query: string) =>
        (await ask(app, `win32-x64/RELEASES${query}`)).text
          .trimEnd()
          .split('\n')
          .map((line) => line.split(' ')[1]?.split('/').at(-1));
      const fulls = ['Acme-1.0.0-full.nupkg', 'Acme-1.1.0-full.nupkg', 'Acme-1.2.0-full.nupkg'];
      assert.deepEqual(await names(''), fulls);
      assert.deepEqual(await names('?id=Acme&localVersion=0.9.0'), fulls);
      const [zero, one, two] = fulls;
      const chained = [zero, one, 'Acme-1.1.0-delta.nupkg', two, 'Acme-1.2.0-delta.nupkg'];
      assert.deepEqual(await names('?id=Acme&localVersion=1.0.0&arch=amd64'), chained);
      assert.deepEqual(await names('?ID=acme&localversion=1.1.0'), chained);
      await app.client.withdrawRelease(app.slug, first.release.id, { reason: 'bad' });
      assert.deepEqual(await names('?id=Acme&localVersion=1.0.0'), [zero, two]);
    });

    test('each line has the hash, URL and size of an existing file', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [packageOf('1.0.0', 'full')]);
      const second = [packageOf('1.1.0', 'full'), deltaOf('1.1.0', '1.0.0')];
      await app.publish({ version: '1.1.0' }, second);
      const { text } = await ask(app, 'win32-x64/1.0.0/RELEASES?id=Acme&localVersion=1.0.0');
      const lines = text.trimEnd().split('\n');
      assert.equal(lines.length, 3);
      for (const line of lines) {
        const [sha1, url = '', size] = line.split(' ');
        const file = await app.read(url.slice(app.publicUrl.length));
        assert.equal(file.status, 200, url);
        assert.equal(createHash('sha1').update(file.body).digest('hex').toUpperCase(), sha1);
        assert.equal(String(file.body.length), size);
      }
    });

    test('a retry with a lowercase URL gets the same response', async () => {
      const app = await createPublisher(world);
      const whole = packageOf('1.0.0', 'full');
      await app.publish({ version: '1.0.0' }, [whole]);
      const address = 'win32-x64/RELEASES?id=Acme&localVersion=0.9.0&arch=amd64';
      const list = await ask(app, address);
      assert.equal((await ask(app, address.toLowerCase())).text, list.text);
      const path = list.text.split(' ')[1]?.slice(app.publicUrl.length) ?? '';
      const again = await app.read(path.toLowerCase());
      assert.equal(again.status, 200, again.text);
      assert.ok(whole.bytes?.equals(again.body));
      // No third spelling, which no client sends.
      assertProblem(await app.read(path.replace('Acme', 'aCME')), 404, 'not-found');
    });

    test('without a release, a client that sends ID and version is up to date; others get 404', async () => {
      const app = await createPublisher(world);
      const own = await ask(app, 'win32-x64/RELEASES?id=Acme&localVersion=1.0.0');
      assert.equal(own.text, `${'0'.repeat(40)} Acme-1.0.0-full.nupkg 0\n`);
      for (const query of ['', '?id=Acme', '?localVersion=1.0.0', '?id=A%0AB&localVersion=1.0.0'])
        assertProblem(await ask(app, `win32-x64/RELEASES${query}`), 404, 'not-found');
      assertProblem(await app.read('/feeds/squirrel/nowhere/darwin-arm64/1.0.0'), 404, 'not-found');
    });

    test('the check of an app with the squirrel adapter has the same body', async () => {
      const app = await createPublisher(world, { adapter: 'squirrel' });
      const { release } = await app.publish({ version: '1.1.0', notes: 'n' }, [
        { target: 'darwin-arm64', format: '.zip' },
      ]);
      const body = JSON.parse((await app.read('/releases/stable/darwin/arm64/1.0.0')).text);
      assert.deepEqual(Object.keys(body), ['url', 'name', 'notes', 'pub_date']);
      assert.equal(body.url, `${app.publicUrl}/releases/download/${release.id}/darwin-arm64`);
      assert.equal((await app.read('/releases/stable/darwin/arm64/1.1.0')).status, 204);
    });
  });
};
