import type { Arch, System } from '@slipway/core/platform.ts';
import type { Visitor } from '../../domain/delivery/latest-links.ts';
import type { FastPathHeaders } from '../../node/plain-fields.ts';

/*
 * Detects a visitor's system from client hints or the User-Agent. Every Mac claims to be Intel in the latter, and
 * phones get no match because we have no files for them.
 */

const wantedHints = 'Sec-CH-UA-Platform, Sec-CH-UA-Arch, Sec-CH-UA-Bitness';

/** Requests client hints for the next visit and declares the dependency. */
export const visitorHintHeaders = { 'accept-ch': wantedHints, vary: `User-Agent, ${wantedHints}` } as const;

const unquoted = (value: string | string[] | undefined): string =>
  String(value ?? '')
    .replaceAll('"', '')
    .toLowerCase();

const hintedSystems = new Map<string, System>([
  ['windows', 'windows'],
  ['macos', 'darwin'],
  ['linux', 'linux'],
]);

const hintedArches = new Map<string, Arch>([
  ['x86 64', 'x86_64'],
  ['x86 32', 'i686'],
  ['arm 64', 'aarch64'],
  ['arm 32', 'armv7'],
]);

const systemIn = (agent: string): System | undefined => {
  if (/Android|iPhone|iPad|iPod|CrOS/.test(agent)) return undefined;
  if (agent.includes('Windows')) return 'windows';
  if (agent.includes('Mac OS X')) return 'darwin';
  return /Linux|X11(?!; (?:\w*BSD|SunOS))/.test(agent) ? 'linux' : undefined;
};

const archWords: readonly (readonly [RegExp, Arch])[] = [
  [/aarch64|arm64/i, 'aarch64'],
  [/x86_64|amd64|win64|x64|wow64/i, 'x86_64'],
  [/armv7/i, 'armv7'],
  [/riscv64/i, 'riscv64'],
  [/i[3-6]86/i, 'i686'],
];

const archIn = (agent: string, system: System | undefined): Arch | undefined => {
  if (system === undefined || system === 'darwin') return undefined;
  return archWords.find(([word]) => word.test(agent))?.[1];
};

export const visitorOf = (headers: FastPathHeaders): Visitor => {
  const agent = (headers['user-agent'] ?? '').slice(0, 512);
  const platform = unquoted(headers['sec-ch-ua-platform']);
  const system = platform === '' ? systemIn(agent) : hintedSystems.get(platform);
  const hinted = hintedArches.get(
    `${unquoted(headers['sec-ch-ua-arch'])} ${unquoted(headers['sec-ch-ua-bitness'])}`,
  );
  return { system, arch: hinted ?? archIn(agent, system) };
};
