import { type Arch, parsePlatform, type System } from './platform.ts';

/* Platforms as users know them, on the download page and in the dashboard. */

export const systemLabels: Readonly<Record<System, string>> = {
  windows: 'Windows',
  darwin: 'macOS',
  linux: 'Linux',
};

const archLabels: Readonly<Record<System, Partial<Record<Arch, string>>>> = {
  windows: { x86_64: '64-bit (x64)', i686: '32-bit (x86)', aarch64: 'ARM64' },
  darwin: { aarch64: 'Apple silicon', x86_64: 'Intel', universal: 'Apple silicon and Intel' },
  linux: { aarch64: 'ARM64 (aarch64)', armv7: 'ARM (armv7)' },
};

/** System and architecture; custom targets have only their name. */
export const platformLabel = (target: string): { system: string; arch: string } => {
  const platform = parsePlatform(target);
  if (platform === undefined) return { system: target, arch: '' };
  const { system, arch } = platform;
  return { system: systemLabels[system], arch: archLabels[system][arch] ?? arch };
};

/** `macOS, Apple silicon` or `Linux, x86_64, deb`; a custom target unchanged. */
export const describePlatform = (target: string): string => {
  const { system, arch } = platformLabel(target);
  return [system, arch, parsePlatform(target)?.bundle].filter(Boolean).join(', ');
};
