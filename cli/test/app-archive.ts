import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from './folder.ts';

/* Builds `Name.app.tar.gz` like Tauri's bundler, with real Mach-O headers. */

const cpuTypes = { x86_64: 0x01000007, aarch64: 0x0100000c } as const;
export type Cpu = keyof typeof cpuTypes;

/** The header of a thin or universal macOS executable, and some code. */
export const machBinary = (cpus: readonly Cpu[], codeBytes = 4096): Buffer => {
  const [only] = cpus;
  if (cpus.length === 1 && only !== undefined) {
    const header = Buffer.alloc(32);
    header.writeUInt32LE(0xfeedfacf, 0);
    header.writeUInt32LE(cpuTypes[only], 4);
    return Buffer.concat([header, Buffer.alloc(codeBytes, 0x90)]);
  }
  const header = Buffer.alloc(8 + cpus.length * 20);
  header.writeUInt32BE(0xcafebabe, 0);
  header.writeUInt32BE(cpus.length, 4);
  for (const [index, cpu] of cpus.entries()) header.writeUInt32BE(cpuTypes[cpu], 8 + index * 20);
  return Buffer.concat([header, Buffer.alloc(codeBytes, 0x90)]);
};

export const infoPlist = (executable: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>CFBundleExecutable</key>
  <string>${executable}</string>
</dict>
</plist>
`;

/** Made by tar, in this order. */
export const tarGz = async (
  files: Record<string, string | Buffer>,
  options: string[] = [],
): Promise<Buffer> => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-tar-'));
  try {
    await writeFiles(folder, files);
    const words = ['-C', folder, ...options, '-czf', '-', ...Object.keys(files)];
    return execFileSync('tar', words, { maxBuffer: 256 * 1024 * 1024 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

export const appArchive = (name: string, cpus: readonly Cpu[]): Promise<Buffer> =>
  tarGz({
    [`${name}.app/Contents/Resources/icon.icns`]: 'icon',
    [`${name}.app/Contents/MacOS/${name}`]: machBinary(cpus),
    [`${name}.app/Contents/Info.plist`]: infoPlist(name),
  });
