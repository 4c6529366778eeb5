import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Fleet } from '@slipway/api';
import { admin, refusal, release } from './planted.ts';
import { drawComponent, openAt, wordsIn } from './render.ts';

const { clearQueries, setQueryData } = await import('../src/data/query-cache.ts');
const { session } = await import('../src/data/session.ts');
const { Explain } = await import('../src/screens/explain.tsx');
const { explainUrl, curlCommand, parseExplainRequest, toExplainQuery, splitTarget } = await import(
  '../src/screens/explain/request.ts'
);
const { indentJson, tokenizeJson } = await import('../src/screens/explain/tokenize-json.ts');
const { mostCommonClient } = await import('../src/screens/explain/defaults.ts');
const { rolloutMembershipText, verdictTone, verdictLabel } = await import(
  '../src/screens/explain/messages.ts'
);

const request = { channel: 'stable', target: 'linux-deb-x86_64', version: '1.2.0' };

describe('an explain request', () => {
  test('has a URL that can be shared', () => {
    const question = parseExplainRequest({ ...request, client: ' id 1 ', nonsense: 'x' });
    const address = explainUrl('lantern', question);
    assert.equal(
      address,
      '/apps/lantern/explain?channel=stable&target=linux-deb-x86_64&version=1.2.0&client=id+1',
    );
    assert.deepEqual(
      parseExplainRequest(Object.fromEntries(new URL(address, 'http://localhost').searchParams)),
      question,
    );
  });

  test('drops terminal control characters from the URL', () => {
    const { client, cohort } = parseExplainRequest({
      ...request,
      client: 'a\u0003\n\u001b[201~b',
      cohort: '\u009b\r',
    });
    assert.deepEqual([client, cohort], ['a [201~b', '']);
  });

  test('becomes an API query with the parts of a check URL', () => {
    assert.deepEqual(splitTarget('linux-deb-x86_64'), { target: 'linux-deb', arch: 'x86_64' });
    assert.deepEqual(splitTarget('linux'), { target: 'linux', arch: '' });
    assert.deepEqual(toExplainQuery(parseExplainRequest(request)), {
      ...{ channel: 'stable', target: 'linux-deb', arch: 'x86_64', currentVersion: '1.2.0' },
    });
  });

  test('becomes a curl command with quoted values', () => {
    assert.equal(
      curlCommand(
        'https://lantern.example.com',
        parseExplainRequest({ ...request, version: "1'2", cohort: 'qa', manual: 'true' }),
      ),
      "curl -i -H 'Slipway-Cohort: qa' -H 'Slipway-Check: manual' 'https://lantern.example.com/releases/stable/linux-deb/x86_64/1'\\''2'",
    );
  });

  test('defaults to the most common client', () => {
    const row = { day: '', channel: 'stable', offers: 0, withId: 0, clients: null };
    const rows = [
      { ...row, target: 'a', version: '1', checks: 5 },
      { ...row, target: 'b', version: '2', checks: 7 },
      { ...row, target: 'a', version: '1', checks: 6 },
    ];
    assert.deepEqual(mostCommonClient('stable', { rows } as unknown as Fleet, []), {
      target: 'a',
      version: '1',
    });
    const offer = {
      channel: 'beta',
      target: 'c',
      version: '3',
      releaseId: '',
      publishedAt: '',
      newest: true,
    };
    assert.deepEqual(mostCommonClient('stable', undefined, [offer]), { target: 'c', version: '0.0.0' });
    assert.equal(mostCommonClient('stable', undefined, []), undefined);
  });
});

describe('the response', () => {
  test('loses no text when it is tokenized', () => {
    const text = indentJson('{"a":"b\\"c: \\n","n":[1,null]}');
    const pieces = tokenizeJson(text);
    assert.equal(pieces.map((piece) => piece.text).join(''), text);
    assert.deepEqual(
      pieces.filter(({ kind }) => kind === 'name').map((piece) => piece.text),
      ['"a"', '"n"'],
    );
    assert.equal(indentJson('no json'), 'no json');
  });

  test('labels verdicts, and shows unknown ones by their code', () => {
    assert.deepEqual([verdictLabel('offered'), verdictTone('offered')], ['Offered', 'good']);
    assert.equal(verdictLabel('rollout-outside'), 'Not in rollout');
    assert.equal(verdictLabel('some-thing'), 'Some thing');
  });

  test('describes a client’s rollout membership', () => {
    const considered = [{ version: '1.3.0', verdict: 'rollout-outside', reason: '' }];
    const explanation = { outcome: 'none' as const, release: null, considered };
    assert.equal(rolloutMembershipText(explanation), undefined);
    const rollout = { releaseId: '', version: '1.3.0', percent: 10, state: 'rolling', admittedBy: null };
    const by = { by: 'id' as const, position: 42.5 };
    assert.match(
      rolloutMembershipText({ ...explanation, rollout, client: by }) ?? '',
      /^1\.3\.0 is rolling out at 10%\. .*position is 42\.5% \(from its client ID\)\. Not in rollout\./,
    );
    const admitted = { ...rollout, admittedBy: 'cohort' };
    assert.match(
      rolloutMembershipText({ ...explanation, rollout: admitted }) ?? '',
      /In rollout: its cohort is included\./,
    );
    assert.equal(
      rolloutMembershipText({ ...explanation, rollout: { ...rollout, state: 'paused' }, client: by }),
      '1.3.0 is paused at 10%. Clients aren’t offered it.',
    );
    assert.equal(
      rolloutMembershipText({ ...explanation, rollout, considered: [] }),
      undefined,
      'a client with a newer version',
    );
  });
});

describe('the Explain screen', () => {
  const html = (query: Record<string, string> = request): string =>
    drawComponent(Explain, { app: 'lantern', params: {}, query });
  const name = `lantern/explain/${explainUrl('', parseExplainRequest(request))}`;
  const choices = { channels: ['stable', 'beta'], targets: ['linux-deb-x86_64'], usual: undefined };

  beforeEach(() => {
    openAt('/apps/lantern/explain');
    clearQueries();
    session.value = admin;
    setQueryData('lantern/choices/stable', { value: choices });
  });

  test('renders the form immediately, with a skeleton for the response', () => {
    assert.match(html(), /<button[^>]*>Run check<\/button>/);
    assert.match(html(), /class="skeleton"/);
  });

  test('has an empty state when nothing is offered', () => {
    assert.match(wordsIn(html({})), /No releases yet Publish a release to see what clients are offered\./);
  });

  test('lists the channels if the requested one does not exist', () => {
    setQueryData('lantern/choices/betta', { value: choices });
    assert.match(
      wordsIn(html({ ...request, channel: 'betta' })),
      /Channel “betta” doesn’t exist Clients on it get HTTP 404\. This app has: stable, beta\./,
    );
  });

  test('shows why the request failed', () => {
    setQueryData(name, { error: refusal('adapter-not-registered') });
    assert.match(wordsIn(html()), /It is away\..*adapter-not-registered.*Retry/);
  });

  test('shows the summary, the response, and each release with its reason', () => {
    setQueryData('lantern/app', { value: { app: { publicUrl: 'https://lantern.example.com' } } });
    setQueryData(name, {
      value: {
        ...{ outcome: 'update', release: release() },
        considered: [
          {
            ...{ version: '1.5.1', verdict: 'withdrawn' },
            reason: 'It was withdrawn by CI on 2026-11-02 10:00 UTC: Crashes.',
          },
          { version: '1.5.0', verdict: 'offered', reason: 'It is newer than 1.2.0.' },
        ],
        answer: {
          status: 200,
          headers: { 'content-type': 'application/json', etag: '"x"' },
          body: '{"version":"1.5.0"}',
        },
      },
    });
    const words = wordsIn(html());
    assert.match(words, /A client on 1\.2\.0 \(linux-deb-x86_64, stable\) is offered 1\.5\.0/);
    assert.match(words, /200 application\/json .* etag "x" \{ "version" : "1\.5\.0" \}/);
    assert.match(
      words,
      /1\.5\.1 Withdrawn It was withdrawn by CI on 2026-11-02 10:00 UTC: Crashes\. 1\.5\.0 Offered It is newer/,
    );
    assert.match(
      words,
      /curl -i 'https:\/\/lantern\.example\.com\/releases\/stable\/linux-deb\/x86_64\/1\.2\.0'/,
    );
  });
});
