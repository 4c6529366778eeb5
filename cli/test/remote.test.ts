import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { findRemote } from '../src/setup/remote.ts';
import { pipelineSnippet } from '../src/setup/snippets.ts';
import { makeFolder } from './folder.ts';

/* `slipway init` prints pipeline instructions for the host of the git remote. */

const configOf = (url: string): string =>
  `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs\n`;

test('the remote is read from the git configuration, in any spelling', async (t) => {
  const cases: [string, string | undefined][] = [
    ['git@github.com:acme/app.git', 'github acme/app'],
    ['https://github.com/acme/app', 'github acme/app'],
    ['https://token@github.com/acme/app.git', 'github acme/app'],
    ['ssh://git@gitlab.com/acme/tools/app.git', 'gitlab acme/tools/app'],
    ['https://gitlab.com/acme/app/', 'gitlab acme/app'],
    ['https://git.corp.example/acme/app.git', undefined],
    ['https://evilgithub.com/acme/app.git', undefined],
    ['/srv/git/app.git', undefined],
  ];
  for (const [url, expected] of cases) {
    const folder = await makeFolder(t, { '.git/config': configOf(url), 'src/a': '' });
    const remote = await findRemote(join(folder, 'src'));
    assert.equal(remote && `${remote.provider} ${remote.name}`, expected, url);
  }
  assert.equal(await findRemote(await makeFolder(t, { '.git/HEAD': '' })), undefined);
});

test('the snippet for a known CI service needs no secret', () => {
  const at = { url: 'https://releases.example.com', app: 'acme', channel: 'stable' };
  const github = pipelineSnippet({ ...at, remote: { provider: 'github', name: 'acme/app' } });
  assert.match(
    github,
    /slipway trust add github acme\/app --workflow release\.yml --environment release --app acme/,
  );
  assert.match(github, /id-token: write/);
  assert.doesNotMatch(github, /SLIPWAY_KEY/);
  const gitlab = pipelineSnippet({ ...at, remote: { provider: 'gitlab', name: 'acme/app' } });
  assert.match(gitlab, /slipway trust add gitlab acme\/app .*\n.*SLIPWAY_ID_TOKEN: \{ aud: \$SLIPWAY_URL \}/);
  assert.match(pipelineSnippet(at), /need no secret: slipway trust add --help\n# elsewhere, set SLIPWAY_KEY/);
});
