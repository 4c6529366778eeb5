import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { exampleDomainStatus } from '@slipway/api';
import { hostnameOf, isLocalHost } from '../src/screens/domains/domain-names.ts';
import { domainNameError } from '../src/screens/domains/messages.ts';
import { admin, app, holderOf, refusal } from './planted.ts';
import { drawComponent, openAt, wordsIn } from './render.ts';

const { clearQueries, setQueryData } = await import('../src/data/query-cache.ts');
const { session } = await import('../src/data/session.ts');
const { Domains } = await import('../src/screens/domains.tsx');
const { NewDomainForm } = await import('../src/screens/domains/new-domain-form.tsx');
const { RemoveDomainDialog } = await import('../src/screens/domains/remove-domain-dialog.tsx');

const domains = [{ domain: 'get.lantern.example', createdAt: '2026-11-01T00:00:00Z' }];
const status = 'lantern/domains/get.lantern.example';
const html = (): string => drawComponent(Domains, { app: 'lantern', params: {}, query: {} });
const close = (): void => {};

describe('domains', () => {
  beforeEach(() => {
    openAt('/apps/lantern/domains');
    clearQueries();
    session.value = admin;
    setQueryData('lantern/app', { value: { app: app() } });
  });

  test('are listed with their DNS records and the status of the first', () => {
    setQueryData('lantern/domains', { value: { domains } });
    const words = wordsIn(html());
    assert.match(words, /get\.lantern\.example .*CNAME lantern\.updates\.example\.com/);
    assert.match(words, /For an apex domain/);
    assert.match(words, /Domain status .*Check again/);
    assert.match(html(), /class="skeleton"/);
    setQueryData(status, { value: { status: exampleDomainStatus } });
    assert.match(wordsIn(html()), /DNS points here OK It points to 203\.0\.113\.7, like hello/);
    assert.match(wordsIn(html()), /TLS certificate Warning .* in 9 days\. Fix: Check the proxy/);
    assert.equal(html().match(/Fix:/g)?.length, 1);
  });

  test('show an error if their status cannot be loaded', () => {
    setQueryData('lantern/domains', { value: { domains } });
    setQueryData(status, { error: refusal('not-found') });
    assert.match(
      wordsIn(html()),
      /Domain status .*Check the name or ID: it was deleted, or your key can’t access it\./,
    );
    assert.match(wordsIn(html()), /get\.lantern\.example/);
  });

  test('that fail show which step fails', () => {
    setQueryData('lantern/domains', { value: { domains } });
    const { dns, answers, certificate } = exampleDomainStatus;
    setQueryData(status, {
      value: {
        status: {
          ...exampleDomainStatus,
          dns: { ...dns, verdict: 'bad', state: 'missing', detail: 'None.', remedy: 'Set a CNAME record.' },
          answers: { ...answers, verdict: 'skipped', state: 'not-asked' },
          certificate: { ...certificate, verdict: 'skipped', state: 'not-asked', remedy: null },
        },
      },
    });
    assert.match(wordsIn(html()), /Failed None\. Fix: Set a CNAME record\. .*Not checked/);
  });

  test('warn if the server is reachable only from this machine', () => {
    setQueryData('lantern/app', { value: { app: app({ publicUrl: 'http://lantern.localhost:8080' }) } });
    setQueryData('lantern/domains', { value: { domains } });
    assert.match(wordsIn(html()), /lantern\.localhost is only reachable from this machine/);
  });

  test('have an empty state that explains them', () => {
    setQueryData('lantern/domains', { value: { domains: [] } });
    assert.match(wordsIn(html()), /No custom domains .*move the server without updating the app/);
    assert.doesNotMatch(html(), /Domain status/);
  });

  test('show a skeleton while loading, and load errors', () => {
    assert.match(html(), /class="skeleton"/);
    setQueryData('lantern/domains', { error: refusal('database-unavailable') });
    assert.match(wordsIn(html()), /It is away\..* Retry/);
  });

  test('are added and removed only by the admin key, with the reason for others', () => {
    session.value = holderOf('manage', 'read');
    setQueryData('lantern/domains', { value: { domains } });
    assert.equal(html().match(/Requires the admin key\./g)?.length, 2);
    assert.equal(html().match(/aria-disabled="true"/g)?.length, 2);
  });

  test('are removed by typing their name, with the affected clients shown', () => {
    const removal = drawComponent(RemoveDomainDialog, {
      ...{ app: 'lantern', domain: 'get.lantern.example', onClose: close },
    });
    assert.match(wordsIn(removal), /get HTTP 404 and no updates.*Type get\.lantern\.example to confirm/);
    assert.match(removal, /aria-disabled="true"[^>]*>Remove domain/);
  });

  test('are added by their name', () => {
    const words = wordsIn(drawComponent(NewDomainForm, { app: 'lantern', onClose: close }));
    assert.match(words, /Works once its DNS record points here\..*Enter a domain\./);
  });
});

test('hosts and faults of domains', () => {
  assert.equal(hostnameOf('https://lantern.updates.example.com:8443'), 'lantern.updates.example.com');
  assert.deepEqual(['lantern.localhost', '127.0.0.1', 'slipway'].map(isLocalHost), [true, true, true]);
  assert.equal(isLocalHost('lantern.example.com'), false);
  assert.equal(domainNameError('get.lantern.example'), undefined);
  assert.match(domainNameError('https://get.lantern.example') ?? '', /without https/);
  assert.match(domainNameError('lantern') ?? '', /full domain/);
});
