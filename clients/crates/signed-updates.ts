import assert from 'node:assert/strict';
import { scenario, type Tried } from '../scenario.ts';
import type { ClientApp } from '../stage.ts';
import { swapStored } from '../swap-stored.ts';
import { buildClient, openFor, type ProgramSpec } from './built.ts';
import { imageOf, installed, openSignedClient, type SignedClient } from './signed-client.ts';

/* The scenarios of clients from this crate that verify signatures. */

export interface Client extends ProgramSpec {
  adapter: string;
  /** The check URL in its configuration. */
  check: string;
  /** The path of its static document. */
  document: string;
  /** The letter that starts its scenario names. */
  letter: string;
}

interface Trial extends SignedClient {
  tried: Tried;
  letter: string;
}

/** One of its two ways to check. */
interface Way {
  what: string;
  path: string;
}

const tryTaking = ({ tried, letter, publish, update }: Trial, { what, path }: Way): void =>
  scenario(tried, `${letter}1 finds, downloads, verifies and installs an update by ${what}`, async () => {
    const { app, bytes } = await publish(200_000);
    const { update: found, error, bytes: now, wireBytes } = await update(app, path);
    assert.equal(error, null);
    assert.deepEqual([found?.version, found?.notes], ['1.1.0', 'Better.']);
    assert.ok(now.equals(bytes), 'another file than the published one');
    assert.equal(wireBytes, bytes.length);
    await app.counts(wireBytes);
    return { wireBytes, fileBytes: bytes.length };
  });

const tryStaying = ({ tried, letter, createApp, publish, update }: Trial, { what, path }: Way): void => {
  scenario(tried, `${letter}2 stays with the latest release and with a newer one by ${what}`, async () => {
    const { app } = await publish(3000);
    for (const version of ['1.1.0', '1.2.0-beta.1', '2.0.0']) {
      const { update: found, error, bytes, wireBytes } = await update(app, path, version);
      assert.deepEqual([found, error, wireBytes], [null, null, 0], version);
      assert.ok(bytes.equals(installed));
    }
  });

  scenario(tried, `${letter}3 finds nothing in an empty channel by ${what}, without an error`, async () => {
    const { update: found, error } = await update(await createApp(), path);
    assert.deepEqual([found, error], [null, null]);
  });
};

const refuses = async ({ update }: Trial, app: ClientApp, path: string): Promise<string> => {
  const { update: found, error, bytes } = await update(app, path);
  assert.equal(found?.version, '1.1.0');
  assert.ok(error, 'it was taken');
  assert.ok(bytes.equals(installed));
  return error;
};

const tryRefusing = (trial: Trial, { what, path }: Way): void => {
  const { tried, letter, otherSigner, publish } = trial;
  scenario(tried, `${letter}4 rejects bytes other than the signed ones by ${what}`, async () => {
    const { app } = await publish(3000, { signed: imageOf(3000, 'other') });
    assert.match(await refuses(trial, app, path), /signature/i);
  });

  scenario(tried, `${letter}5 rejects a file signed with another key by ${what}`, async () => {
    const { app } = await publish(3000, { signedBy: otherSigner });
    assert.match(await refuses(trial, app, path), /signature/i);
  });

  scenario(
    tried,
    `${letter}6 takes no part of a file by ${what} whose stored bytes were swapped`,
    async () => {
      const { app, bytes } = await publish(54_321 + what.length);
      await swapStored(trial.stage, bytes.length);
      await refuses(trial, app, path);
    },
  );
};

/** Builds the client and runs its scenarios, with the check and its static document. */
export const trySignedUpdates = async (client: Client): Promise<void> => {
  const { adapter, check, document, letter, ...spec } = client;
  const { tried, program } = buildClient(spec);
  const trial = { tried, letter, ...(await openFor(tried, () => openSignedClient(program, adapter))) };
  const ways = [
    { what: 'the check', path: check },
    { what: 'latest.json', path: document },
  ];
  for (const way of ways) {
    tryTaking(trial, way);
    tryStaying(trial, way);
    tryRefusing(trial, way);
  }
};
