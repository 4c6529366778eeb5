import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentOf } from '../content.ts';
import { openRecordingProxy } from '../recording-proxy.ts';
import { type ClientApp, openStage } from '../stage.ts';
import { runBuilt } from './run.ts';
import { createSigner } from './signer.ts';

/*
 * Tauri's and cargo-packager's updaters work alike: a URL with placeholders or a static document, and a minisign
 * signature of the file that replaces the running one.
 */

const target = `linux-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}`;

/** An ELF file, which is all that updaters check of an AppImage. */
export const imageOf = (size: number, seed?: string): Buffer => {
  const bytes = contentOf(size, seed);
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(bytes);
  return bytes;
};

export const installed = imageOf(1000, 'installed');

/** The server, a signing publisher, and the client in an installed app. */
export const openSignedClient = async (program: string, adapter: string) => {
  const stage = await openStage();
  const signer = await createSigner(await stage.openFolder('key'));
  const otherSigner = await createSigner(await stage.openFolder('stranger'));
  const proxy = await openRecordingProxy();

  /** A release of these bytes, signed by default. */
  const publish = async (size: number, { signedBy = signer, signed = imageOf(size) } = {}) => {
    const app = await stage.createApp({ adapter });
    const bytes = imageOf(size);
    const piece = { target, format: '.AppImage', bytes, signature: await signedBy.sign(signed, '1.1.0') };
    await app.publish({ version: '1.1.0', notes: 'Better.' }, [piece]);
    return { app, bytes };
  };

  /** Starts an installed app that checks there; `bytes` is what is installed afterwards. */
  const update = async (app: ClientApp, path: string, version = '1.0.0') => {
    const folder = await stage.openFolder('installed');
    const executable = join(folder, 'App.AppImage');
    await writeFile(executable, installed, { mode: 0o755 });
    proxy.exchanges.length = 0;
    const request = { url: `${app.publicUrl}${path}`, version, publicKey: signer.publicKey, executable };
    const env = { http_proxy: proxy.url, HOME: folder, TMPDIR: folder };
    const output = await runBuilt<{ version: string; notes: string }>(program, request, env);
    const downloads = proxy.exchanges.filter(({ path: request }) => request.includes('/download/'));
    const wireBytes = downloads.reduce((sum, { bytes }) => sum + bytes, 0);
    return { ...output, bytes: await readFile(executable), wireBytes };
  };

  return {
    stage,
    otherSigner,
    createApp: () => stage.createApp({ adapter }),
    publish,
    update,
  };
};
export type SignedClient = Awaited<ReturnType<typeof openSignedClient>>;
