import type { Bundle } from '@slipway/build-files/bundle.ts';
import { machHeaderBytes, parseMachHeader } from '../formats/mach-o.ts';
import { readTarGz } from '../formats/tar-entries.ts';

/* Tauri's `Name.app.tar.gz` has no architecture in its name, so it is read from the main executable. */

/** Resources can come before the executable. For a larger app the user is asked instead. */
const maxUnpackedBytes = 512 * 1024 * 1024;
const maxPlistBytes = 256 * 1024;

const executable = /^(?:\.\/)?[^/]+\.app\/Contents\/MacOS\/([^/]+)$/;
const plist = /^(?:\.\/)?[^/]+\.app\/Contents\/Info\.plist$/;
const mainName = /<key>CFBundleExecutable<\/key>\s*<string>([^<]+)<\/string>/;

const bytesToKeep = (name: string): number => {
  if (plist.test(name)) return maxPlistBytes;
  return executable.test(name) ? machHeaderBytes : 0;
};

/** Sidecars may have another architecture than the main executable. Without an Info.plist all must agree. */
const agreed = (all: string[][]): string[] =>
  new Set(all.map((arches) => arches.join())).size === 1 ? (all[0] ?? []) : [];

/** Both for a universal app; empty if unknown. */
export const readAppArches = async (path: string): Promise<string[]> => {
  const found = new Map<string, string[]>();
  let main: string | undefined;
  for await (const { name, head } of readTarGz(path, { maxBytes: maxUnpackedBytes, bytesToKeep })) {
    const [, binary] = executable.exec(name) ?? [];
    if (binary === undefined) main = mainName.exec(head.toString('utf8'))?.[1];
    else found.set(binary, parseMachHeader(head));
    const arches = found.get(main ?? '');
    if (arches !== undefined) return arches;
  }
  return agreed([...found.values()].filter((arches) => arches.length > 0));
};

/** Reads the architecture from the archive if its name and folder have none. */
export const withAppArches = async (bundle: Bundle): Promise<Bundle> =>
  bundle.arches.length > 0 || bundle.format !== '.app.tar.gz'
    ? bundle
    : { ...bundle, arches: await readAppArches(bundle.path) };
