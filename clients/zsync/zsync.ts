import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Program, spawnProgram } from '../../lab/program.ts';
import type { ArtifactInput } from '../../lab/publisher.ts';
import { type Exchange, openRecordingProxy } from '../recording-proxy.ts';
import type { ClientApp, Stage } from '../stage.ts';

const timeoutMs = 120_000;

const finish = async (program: Program): Promise<number | null> => {
  const killer = setTimeout(() => program.process.kill('SIGKILL'), timeoutMs);
  const code = await program.exitCode;
  clearTimeout(killer);
  return code;
};

export interface Synced {
  code: number | null;
  log: string;
  bytes: Buffer | undefined;
  exchanges: Exchange[];
  wireBytes: number;
}

/** The program's own version string. */
export const versionOf = (folder: string): string => {
  const { stdout, stderr } = spawnSync(join(folder, 'usr/bin/zsync'), ['-V'], { encoding: 'utf8' });
  return /v(\d\S*)/.exec(stdout + stderr)?.[1] ?? '';
};

/** zsync and zsyncmake from Debian's package. */
export const createZsync = async (stage: Stage, folder: string) => {
  const bin = (name: string): string => join(folder, 'usr/bin', name);
  const proxy = await openRecordingProxy();

  /** An AppImage and its zsyncmake file, which refers to it by name only. */
  const make = async (fileName: string, bytes: Buffer): Promise<ArtifactInput[]> => {
    const cwd = await stage.openFolder('zsyncmake');
    await writeFile(join(cwd, fileName), bytes);
    const program = spawnProgram({ command: bin('zsyncmake'), args: ['-u', fileName, fileName], cwd });
    assert.equal(await finish(program), 0, program.log());
    const main = { target: 'linux-x86_64', format: '.AppImage', fileName, bytes };
    const map = await readFile(join(cwd, `${fileName}.zsync`));
    return [
      main,
      { target: 'linux-x86_64.zsync', format: '.zsync', companionOf: 'linux-x86_64', bytes: map },
    ];
  };

  /** Updates the existing file (`installed`, or the leftover of an interrupted run) from the app's feed. */
  const sync = async (app: ClientApp, existing: { installed?: Buffer; left?: Buffer }): Promise<Synced> => {
    const cwd = await stage.openFolder('zsync');
    const [seed, out] = [join(cwd, 'installed'), join(cwd, 'new.AppImage')];
    if (existing.installed !== undefined) await writeFile(seed, existing.installed);
    if (existing.left !== undefined) await writeFile(`${out}.part`, existing.left);
    const seeds = existing.installed === undefined ? [] : ['-i', seed];
    const url = `${app.publicUrl}/feeds/zsync/stable/linux-x86_64/Acme.AppImage.zsync`;
    proxy.exchanges.length = 0;
    const program = spawnProgram({
      command: bin('zsync'),
      args: [...seeds, '-o', out, url],
      cwd,
      env: { http_proxy: proxy.url, HOME: cwd },
    });
    const code = await finish(program);
    const exchanges = [...proxy.exchanges];
    return {
      code,
      log: program.log(),
      bytes: await readFile(out).catch(() => undefined),
      exchanges,
      wireBytes: exchanges.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  };

  return { make, sync };
};
