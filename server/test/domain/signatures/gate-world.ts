import { createSigner, type Signer } from '../../../../lab/signer.ts';
import type { AppChangeRequest } from '../../../src/domain/apps/apps.ts';
import { Refusal } from '../../../src/domain/model/errors.ts';
import { admin, createWorld } from '../world.ts';

/* An app with a signing key, and releases with every kind of invalid signature. */

export const app = 'hello';
export const caller = { app, actor: admin };
export const target = 'linux-x86_64';
export const bytes = Buffer.from('the bytes of an update');

export interface Part {
  target?: string;
  bytes?: Uint8Array;
  signature?: string | undefined;
  companionOf?: string;
}

/** The result of a publish: the codes of its errors or warnings. */
export interface Outcome {
  code: string;
  codes: string[];
}

export const createGateWorld = async (change: AppChangeRequest = {}, raw = false) => {
  const world = createWorld();
  const { appAdmin, drafts, publishing, upload, store } = world;
  const signer = createSigner();
  await appAdmin.createApp({ slug: app, adapter: 'rest' }, admin);
  const add = (one: Signer, more: { fromVersion?: string; name?: string } = {}) =>
    appAdmin.addSigningKey(caller, { publicKey: raw ? one.rawKey : one.publicKey.tauri, ...more });
  const key = await add(signer);
  if (Object.keys(change).length > 0) await appAdmin.changeApp(caller, change);

  /** A draft with these artifacts uploaded; returns its ID. */
  const draft = async (version: string, parts: readonly Part[]): Promise<string> => {
    const { id } = await drafts.createDraft(caller, { version });
    for (const part of parts) await upload(app, { version }, { target, bytes, ...part });
    return id;
  };

  const publish = async (id: string): Promise<Outcome> => {
    try {
      const { warnings } = await publishing.publish(caller, id);
      return { code: 'published', codes: warnings.map(({ code }) => code) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { code: error.code, codes: (error.faults ?? []).map(({ code }) => code) };
    }
  };

  const signedBy = async (id: string, of = target) => {
    const release = await store.findRelease(app, id);
    return release?.artifacts.find((one) => one.target === of)?.verdict?.signedBy;
  };

  return { ...world, signer, key, add, draft, publish, signedBy };
};
