import type { Context } from '../../context.ts';
import { exitCodes, Failure } from '../../errors/failure.ts';
import { RejectedDownload } from '../../net/get-file.ts';
import type { PublicKey } from '../../signing/public-key.ts';
import type { FeedFile } from '../readers/feed.ts';
import type { FetchedFile, Source } from './source.ts';
import { type Verification, verifyFile } from './verify-file.ts';

/* Downloads and verifies one file. */

export interface FetchContext {
  source: Source;
  keys: PublicKey[];
  /** Allowed codes exclude a file instead of stopping the import. */
  allow: string[];
  context: Context;
}

export interface FileRequest {
  version: string;
  feedLocation: string;
  file: FeedFile;
  /** No feed declares hashes, so the bytes are accepted as they are. */
  isUndeclared: boolean;
  /** A missing optional file never stops the import. */
  isOptional: boolean;
}

/** A verified file, or the reason for its exclusion. */
export type FetchResult =
  | { path: string; verification: Extract<Verification, { is: 'proven' }> }
  | { reason: string };

const differsFailure = ({ version, file: { fileName } }: FileRequest, reason: string): Failure =>
  new Failure(`${fileName} of ${version} differs from its feed: ${reason}.`, {
    exit: exitCodes.failed,
    code: 'file-differs',
    remedy: `Nothing of ${version} was uploaded. Replace the file and run the command again. Or pass --allow file-differs to import ${version} without it.`,
  });

const passes = ({ allow }: FetchContext, { isOptional }: FileRequest, code: string): boolean =>
  isOptional || allow.includes(code) || allow.includes('all');

const take = async (
  finding: FetchContext,
  request: FileRequest,
): Promise<FetchedFile | { other: string }> => {
  try {
    return await finding.source.fetchFile(request.feedLocation, request.file);
  } catch (error) {
    if (error instanceof RejectedDownload && error.code === 'too-large') return { other: error.message };
    if (error instanceof RejectedDownload) return { gone: error.message };
    if (!(error instanceof Failure && error.code === 'file-elsewhere')) throw error;
    if (passes(finding, request, error.code)) return { gone: error.message };
    throw error;
  }
};

/** Throws if the import must not continue without the file. */
export const fetchVerifiedFile = async (
  finding: FetchContext,
  request: FileRequest,
): Promise<FetchResult> => {
  const taken = await take(finding, request);
  if ('gone' in taken) return { reason: taken.gone };
  const { keys, context } = finding;
  const proving = { keys, signal: context.interrupted, acceptsUndeclared: request.isUndeclared };
  const verification: Verification =
    'other' in taken
      ? { is: 'other', reason: taken.other }
      : await verifyFile(taken.path, request.file, proving);
  if (verification.is === 'proven')
    return 'path' in taken ? { path: taken.path, verification } : { reason: 'it no longer exists' };
  if (verification.is === 'other' && !passes(finding, request, 'file-differs'))
    throw differsFailure(request, verification.reason);
  return { reason: verification.reason };
};
