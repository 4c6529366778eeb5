import { ProblemError } from '@slipway/api';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/copyable.tsx';
import { UnreadableFile } from '../../uploading/hasher.ts';
import { OtherTab, upload } from '../../uploading/sending.ts';
import { BlockedUpload, RefusedUpload } from '../../uploading/transfer.ts';
import { nextFor, tell } from '../../words.ts';

/** The rule that a bucket needs so that this page may send to it. */
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

/** What went wrong with a file, and what to do. */
export const troubleOf = (error: unknown, name: string): { what: string; next: string | undefined } => {
  if (error instanceof BlockedUpload)
    return {
      what: error.message,
      next: 'The service answers, so the storage does not let this page in, or cannot be reached from here. A bucket needs this CORS rule; an upload address of the service must be reachable from this machine.',
    };
  if (error instanceof UnreadableFile)
    return {
      what: `${name} cannot be read.`,
      next: 'It was moved or changed after it was dropped. Drop it again.',
    };
  if (error instanceof OtherTab)
    return {
      what: 'Another tab is uploading this draft.',
      next: 'Go on there, or close it and press Retry.',
    };
  if (error instanceof RefusedUpload) return { what: error.message, next: nextFor(error.code) };
  if (error instanceof ProblemError) return tell(error);
  return { what: 'The line broke.', next: 'Press Retry: what has arrived stays.' };
};

/** A failure of one file, or of the upload as a whole, with what to do about it. */
export const Trouble = ({ app, error, name }: { app: string; error: unknown; name: string }) => {
  const { what, next } = troubleOf(error, name);
  return (
    <div class="trouble warn-ground" role="alert">
      <p>
        <strong>{what}</strong> {next}
      </p>
      {error instanceof BlockedUpload && (
        <CodeBlock text={corsRule(globalThis.location?.origin ?? '')} label="CORS rule of the bucket" />
      )}
      <Button onPress={() => void upload(app)}>Retry</Button>
    </div>
  );
};
