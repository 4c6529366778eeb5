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
  feedAt: string;
  file: FeedFile;
  /** No feed declares hashes, so the bytes are accepted as they are. */
  isUndeclared: boolean;
  /** A missing optional file never stops the import. */
  isOptional: boolean;
}

/** A verified file, or the reason for its exclusion. */
export type FetchResult =
  | { path: string; proof: Extract<Verification, { is: 'proven' }> }
  | { reason: string };

const differsFailure = ({ version, file: { fileName } }: FileRequest, reason: string): Failure =>
  new Failure(`${fileName} of ${version} is not the file that its feed speaks of: ${reason}.`, {
    exit: exitCodes.failed,
    code: 'file-differs',
    remedy: `Nothing of ${version} was sent. Put the right file in its place and run the command again, or pass --allow file-differs to import ${version} without it.`,
  });

const passes = ({ allow }: FetchContext, { isOptional }: FileRequest, code: string): boolean =>
  isOptional || allow.includes(code) || allow.includes('all');

const take = async (finding: FetchContext, wanted: FileRequest): Promise<FetchedFile | { other: string }> => {
  try {
    return await finding.source.take(wanted.feedAt, wanted.file);
  } catch (error) {
    if (error instanceof RejectedDownload && error.code === 'too-large') return { other: error.message };
    if (error instanceof RejectedDownload) return { gone: error.message };
    if (!(error instanceof Failure && error.code === 'file-elsewhere')) throw error;
    if (passes(finding, wanted, error.code)) return { gone: error.message };
    throw error;
  }
};

/** Throws if the import must not continue without the file. */
export const fetchVerifiedFile = async (finding: FetchContext, wanted: FileRequest): Promise<FetchResult> => {
  const taken = await take(finding, wanted);
  if ('gone' in taken) return { reason: taken.gone };
  const { keys, context } = finding;
  const proving = { keys, signal: context.interrupted, takesAsIs: wanted.isUndeclared };
  const proof: Verification =
    'other' in taken
      ? { is: 'other', reason: taken.other }
      : await verifyFile(taken.path, wanted.file, proving);
  if (proof.is === 'proven') return 'path' in taken ? { path: taken.path, proof } : { reason: 'it is gone' };
  if (proof.is === 'other' && !passes(finding, wanted, 'file-differs'))
    throw differsFailure(wanted, proof.reason);
  return { reason: proof.reason };
};
