import { ProblemError } from '@slipway/api';
import { baseName } from '@slipway/build-files/path.ts';
import { describeProblem, remedyFor } from '../../data/problem-messages.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ReleaseJob } from '../../upload/job.ts';
import { UnreadableFileError } from '../../upload/put.ts';
import { OtherTabError, startUpload } from '../../upload/send-files.ts';
import { BlockedUpload, RefusedUpload } from '../../upload/transfer.ts';

/** The CORS rule a bucket needs to accept uploads from this page. */
export const corsRule = (origin: string): string =>
  JSON.stringify(
    [
      {
        AllowedOrigins: [origin],
        AllowedMethods: ['PUT'],
        AllowedHeaders: ['content-type', 'x-amz-checksum-sha256', 'x-amz-server-side-encryption'],
        ExposeHeaders: ['ETag'],
        MaxAgeSeconds: 3600,
      },
    ],
    null,
    2,
  );

export const describeUploadError = (
  error: unknown,
  name: string,
): { what: string; next: string | undefined } => {
  if (error instanceof BlockedUpload)
    return {
      what: error.message,
      next: 'The storage does not let this page in, or cannot be reached from here. A bucket needs this CORS rule.',
    };
  if (error instanceof UnreadableFileError)
    return {
      what: `${name} cannot be read.`,
      next: 'It was moved or changed after it was dropped. Drop it again.',
    };
  if (error instanceof OtherTabError)
    return {
      what: 'Another tab is uploading this draft.',
      next: 'Go on there, or close it and press Retry.',
    };
  if (error instanceof RefusedUpload) return { what: error.message, next: remedyFor(error.code) };
  if (error instanceof ProblemError) return describeProblem(error);
  return { what: 'The line broke.', next: 'Press Retry: what has arrived stays.' };
};

interface UploadProblem {
  what: string;
  next: string | undefined;
  /** Affected files; empty if the whole upload failed. */
  names: readonly string[];
  isBlocked: boolean;
}

/** Groups the failures by kind. */
const troublesOf = ({ rows, error }: Pick<ReleaseJob, 'rows' | 'error'>): UploadProblem[] => {
  const failed = rows.filter(({ phase }) => phase === 'failed');
  const all = [
    ...(error === undefined ? [] : [{ error, name: undefined }]),
    ...failed.map((row) => ({ error: row.error, name: baseName(row.item.path) })),
  ];
  const found = new Map<string, UploadProblem>();
  for (const { error: one, name } of all) {
    const { what, next } = describeUploadError(one, name ?? '');
    const names = [...(found.get(what)?.names ?? []), ...(name === undefined ? [] : [name])];
    found.set(what, { what, next, names, isBlocked: one instanceof BlockedUpload });
  }
  return [...found.values()];
};

/** Shows failures in an overlay, so that the page does not shift while the user types. It collapses. */
export const UploadProblems = ({ job }: { job: ReleaseJob }) => {
  const found = troublesOf(job);
  if (found.length === 0) return null;
  return (
    <details class="troubles" open>
      <summary>
        <Icon name="warn" /> The upload stopped
      </summary>
      <div class="troubles-body" role="alert">
        {found.map(({ what, next, names, isBlocked }) => (
          <div key={what} class="found">
            {names.length > 0 && <p class="mono small">{names.join(', ')}</p>}
            <p>
              <strong>{what}</strong> {next}
            </p>
            {isBlocked && (
              <CodeBlock text={corsRule(globalThis.location?.origin ?? '')} label="CORS rule of the bucket" />
            )}
          </div>
        ))}
        <Button onPress={() => void startUpload(job.app)}>Retry</Button>
      </div>
    </details>
  );
};
