import { basename, resolve } from 'node:path';
import type { Bundle } from '@slipway/build-files/bundle.ts';
import { bundleFromPath } from '@slipway/build-files/bundle-from-path.ts';
import type { TargetChoice } from '@slipway/build-files/duplicates.ts';
import { toSafeFileName } from '@slipway/build-files/file-name.ts';
import { withZsync } from '../../discover/zsync.ts';
import { usageFailure } from '../../errors/failure.ts';

/* Files named with their target, and their details: `--target`, `--build`, `--signature`. */

interface TargetOptions {
  targets: string[];
  build?: string | undefined;
  signature?: string | undefined;
}

const parseTarget = (text: string, cwd: string): TargetChoice => {
  const cut = text.indexOf('=');
  if (cut <= 0 || cut === text.length - 1) {
    throw usageFailure(
      `--target ${text} is not name=path.`,
      'For example: --target linux-x86_64=build/app.AppImage.',
    );
  }
  const path = resolve(cwd, text.slice(cut + 1));
  return { target: text.slice(0, cut), bundle: bundleFromPath(path) };
};

/** A named file that is also part of the build keeps the details from the build, unless options override them. */
export const withBuildFacts = async (
  { target, bundle }: TargetChoice,
  found: Bundle[],
): Promise<TargetChoice> => {
  const same = found.find(({ path }) => path === bundle.path);
  if (same === undefined) return { target, bundle: await withZsync(bundle) };
  const { companions, declared, signature } = same;
  const more = {
    facts: { ...same.facts, ...bundle.facts },
    ...(companions === undefined ? {} : { companions }),
    ...(declared === undefined ? {} : { declared }),
  };
  return { target, bundle: { ...bundle, ...more, signature: bundle.signature ?? signature } };
};

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** An Ed25519 seed, or Sparkle's older form of the whole key. */
const keyBytes = [32, 96];

/** Accepts a signature or the output of Sparkle's sign_update; rejects a private key, which must stay local. */
const parseSignature = (text: string): string => {
  const signature = (/edSignature="([^"]*)"/.exec(text)?.[1] ?? text).trim();
  if (signature === '')
    throw usageFailure('--signature is empty.', 'Pass the output of sign_update, or @file.');
  if (base64.test(signature) && keyBytes.includes(Buffer.from(signature, 'base64').length))
    throw usageFailure(
      '--signature is a key, not a signature. It was not sent.',
      'Pass the output of sign_update. If this is your private key, remove it from your shell history.',
    );
  return signature;
};

const assertUsable = ({ targets, build, signature }: TargetOptions): void => {
  const flag = signature === undefined ? '--build' : '--signature';
  if ((build !== undefined || signature !== undefined) && targets.length === 0)
    throw usageFailure(`${flag} needs --target.`, 'Also pass --target name=path.');
  if (signature !== undefined && new Set(targets.map((text) => text.slice(text.indexOf('=')))).size > 1)
    throw usageFailure(
      '--signature works with one --target file only.',
      'Put each signature in <path>.sig instead.',
    );
};

export const parseTargets = (options: TargetOptions, cwd: string): TargetChoice[] => {
  assertUsable(options);
  const { build, signature } = options;
  const more = signature === undefined ? {} : { signature: parseSignature(signature) };
  return options.targets.map((text) => {
    const { target, bundle } = parseTarget(text, cwd);
    const named = { ...bundle.facts, fileName: toSafeFileName(basename(bundle.path)) };
    const facts = build === undefined ? {} : { facts: { ...named, build } };
    return { target, bundle: { ...bundle, ...facts, ...more } };
  });
};
