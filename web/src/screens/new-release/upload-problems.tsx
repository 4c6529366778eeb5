import { baseName } from '@slipway/build-files/path.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ReleaseJob } from '../../upload/job.ts';
import { startUpload } from '../../upload/send-files.ts';
import { BlockedUpload } from '../../upload/transfer.ts';
import { describeUploadError } from './messages.ts';

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

interface UploadProblem {
  message: string;
  remedy: string | undefined;
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
    const { message, remedy } = describeUploadError(one, name ?? '');
    const names = [...(found.get(message)?.names ?? []), ...(name === undefined ? [] : [name])];
    found.set(message, { message, remedy, names, isBlocked: one instanceof BlockedUpload });
  }
  return [...found.values()];
};

/** Shows failures in an overlay, so that the page does not shift while the user types. It collapses. */
export const UploadProblems = ({ job }: { job: ReleaseJob }) => {
  const found = troublesOf(job);
  if (found.length === 0) return null;
  return (
    <details class="alerts" open>
      <summary>
        <Icon name="warn" /> Upload stopped
      </summary>
      <div class="alerts-body" role="alert">
        {found.map(({ message, remedy, names, isBlocked }) => (
          <div key={message} class="issue">
            {names.length > 0 && <p class="mono small">{names.join(', ')}</p>}
            <p>
              <strong>{message}</strong> {remedy}
            </p>
            {isBlocked && (
              <CodeBlock text={corsRule(globalThis.location?.origin ?? '')} label="Bucket CORS rule" />
            )}
          </div>
        ))}
        <Button onPress={() => void startUpload(job.app)}>Retry</Button>
      </div>
    </details>
  );
};
