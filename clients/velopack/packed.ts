import { createHash, randomBytes } from 'node:crypto';
import type { ArtifactInput } from '../../lab/publisher.ts';
import { zipOf } from './zip.ts';

/* Packages like those of `vpk pack`, as far as the server and the client inspect them. */

/** The manifest of an installed app and of a package. */
export const manifestOf = (version: string): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<package xmlns="http://schemas.microsoft.com/packaging/2010/07/nuspec.xsd">',
    `<metadata><id>App</id><version>${version}</version><title>App</title><mainExe>App</mainExe>`,
    '<rid>linux-x64</rid><machineArchitecture>x64</machineArchitecture></metadata>',
    '</package>',
  ].join('\n');

/** A package: its manifest and dummy app content. */
export const nupkgOf = (version: string, bytes: number): Buffer =>
  zipOf({ 'App.nuspec': Buffer.from(manifestOf(version)), 'lib/app/App': randomBytes(bytes) });

const fullBytes = 200_000;
const deltaBytes = 3000;

const pieceOf = (target: string, fileName: string, bytes: Buffer): ArtifactInput => ({
  target,
  format: '.nupkg',
  fileName,
  bytes,
  sha1: createHash('sha1').update(bytes).digest('hex'),
});

export interface Made {
  full: Buffer;
  delta?: Buffer;
  pieces: ArtifactInput[];
}

export interface Pack {
  version: string;
  target?: string;
  /** Velopack's own channel, which is part of the names. */
  name?: string;
  deltaFrom?: string;
}

/** A package for a version, with a delta if a base version is given. */
export const pack = ({ version, target = 'linux-x86_64', name = 'linux', deltaFrom }: Pack): Made => {
  const stem = `App-${version}-${name}`;
  const full = nupkgOf(version, fullBytes);
  const pieces = [pieceOf(target, `${stem}-full.nupkg`, full)];
  if (deltaFrom === undefined) return { full, pieces };
  const delta = nupkgOf(version, deltaBytes);
  const companion = pieceOf(`${target}.delta`, `${stem}-delta.nupkg`, delta);
  return { full, delta, pieces: [...pieces, { ...companion, companionOf: target, deltaFrom }] };
};
