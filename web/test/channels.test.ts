import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Channel } from '@slipway/api';
import { newestVersion, sortChannels } from '../src/screens/channels/channel-order.ts';
import { channelNameError } from '../src/screens/channels/messages.ts';
import { admin, holderOf, refusal } from './planted.ts';
import { drawComponent, openAt, wordsIn } from './render.ts';

const { clearQueries, setQueryData } = await import('../src/data/query-cache.ts');
const { session } = await import('../src/data/session.ts');
const { Channels } = await import('../src/screens/channels.tsx');
const { AlsoOffersDialog, ArchiveChannelDialog } = await import(
  '../src/screens/channels/channel-dialogs.tsx'
);
const { NewChannelForm } = await import('../src/screens/channels/new-channel-form.tsx');

const channel = (name: string, change: Partial<Channel> = {}): Channel => ({
  ...{ name, active: true, alsoOffers: null, createdAt: '2026-11-01T00:00:00Z' },
  ...change,
});
const channels = [channel('beta', { alsoOffers: 'stable' }), channel('stable')];
const offers = [
  {
    ...{ channel: 'stable', target: 'linux-x86_64', version: '1.5.0', newest: true },
    ...{ releaseId: 'rel_1', publishedAt: '2026-11-10T14:02:00Z' },
  },
];
const html = (): string => drawComponent(Channels, { app: 'lantern', params: {}, query: {} });
const close = (): void => {};

describe('channels', () => {
  beforeEach(() => {
    openAt('/apps/lantern/channels');
    clearQueries();
    session.value = admin;
  });

  test('are listed with their offers, stable first', () => {
    setQueryData('lantern/channels', { value: { channels } });
    setQueryData('lantern/offers', { value: { offers } });
    assert.match(wordsIn(html()), /stable Active 1\.5\.0 None .* beta Active – stable/);
  });

  test('have an empty state that explains them', () => {
    setQueryData('lantern/channels', { value: { channels: [] } });
    assert.match(wordsIn(html()), /No channels yet Create a channel to publish to/);
  });

  test('show a skeleton while loading, and load errors', () => {
    assert.match(html(), /class="skeleton"/);
    setQueryData('lantern/channels', { error: refusal('database-unavailable') });
    assert.match(wordsIn(html()), /It is away\. Try again in a minute\..* Retry/);
  });

  test('cannot be created or changed without the scope, with the reason', () => {
    session.value = holderOf('read', 'publish');
    setQueryData('lantern/channels', { value: { channels } });
    assert.equal(html().match(/Requires the manage scope\. Your key has: read, publish\./g)?.length, 5);
    assert.equal(html().match(/aria-disabled="true"/g)?.length, 5);
  });

  test('are archived after showing what remains', () => {
    const props = { app: 'lantern', channel: channel('beta'), newest: '1.6.0', onClose: close };
    const words = wordsIn(drawComponent(ArchiveChannelDialog, props));
    assert.match(words, /Archive beta\? No new releases can be published to beta.*still offered 1\.6\.0/);
    const archived = { ...props, channel: channel('beta', { active: false }) };
    assert.match(wordsIn(drawComponent(ArchiveChannelDialog, archived)), /can be published to beta again\./);
  });

  test('can also offer another channel, with a preview of the affected clients', () => {
    const props = { app: 'lantern', channel: channels[0] ?? channel('beta'), channels, onClose: close };
    const words = wordsIn(drawComponent(AlsoOffersDialog, props));
    assert.match(words, /the newer of beta and stable\./);
    assert.match(words, /None stable.*No changes\./);
  });

  test('are created with a permanent name', () => {
    const words = wordsIn(drawComponent(NewChannelForm, { app: 'lantern', channels, onClose: close }));
    assert.match(words, /Can’t be renamed or deleted, only archived\..*Enter a name\./);
  });
});

test('names, order and the newest of channels', () => {
  assert.equal(channelNameError('beta', ['stable']), undefined);
  assert.match(channelNameError('be ta', []) ?? '', /Use letters/);
  assert.match(channelNameError('v1', []) ?? '', /reserved/);
  assert.match(channelNameError('a'.repeat(65), []) ?? '', /at most 64/);
  assert.match(channelNameError('stable', ['stable']) ?? '', /already/);
  const ordered = sortChannels([channel('old', { active: false }), channel('beta'), channel('stable')]);
  assert.deepEqual(
    ordered.map(({ name }) => name),
    ['stable', 'beta', 'old'],
  );
  assert.deepEqual([newestVersion('stable', offers), newestVersion('beta', offers)], ['1.5.0', undefined]);
});
