import { currentLocation, navigate } from '../../app/location.ts';
import { useFullRolloutReason } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { formatQuantity } from '../../ui/format.ts';
import { notesError } from '../../ui/markdown/notes-error.ts';
import { ProblemBox } from '../../ui/problem.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import type { ReleaseJob } from '../../upload/job.ts';
import { updateJob } from '../../upload/job-store.ts';
import { discardJob, pauseUpload, publishJob, startUpload } from '../../upload/send-files.ts';
import {
  draftSaved,
  publishButtonText,
  publishedText,
  releaseSummary,
  totalProgressText,
  uploadBlocker,
} from './messages.ts';
import { UploadProblems } from './upload-problems.tsx';

const leave = (app: string, version: string | undefined): void => {
  // Navigate first, because the screen resumes the draft in its URL.
  if (version !== undefined) navigate(`/apps/${app}/releases`);
  discardJob(app);
  if (version !== undefined) toast(draftSaved(version));
};

const publish = async (job: ReleaseJob): Promise<void> => {
  const { app } = job;
  const { path } = currentLocation.value;
  updateJob(app, { audience: job.audience });
  const { id } = await publishJob(app);
  // Not if the user went on to another screen meanwhile.
  if (currentLocation.value.path === path) navigate(`/apps/${app}/releases/${id}`);
  discardJob(app);
  toast(publishedText(job));
};

/** What is released, why it is not ready, and the next action, always in view. */
export const ReleaseBar = ({ job, against }: { job: ReleaseJob; against: string | undefined }) => {
  const { app, channel, isRunning, draft } = job;
  const isForEveryone = useFullRolloutReason(app, { channel }) !== undefined;
  const audience = isForEveryone ? 'everyone' : job.audience;
  const { isBusy, error, run } = useAction();
  const unsent = job.rows.filter(({ phase }) => phase !== 'uploaded').length;
  const isUpload = !isRunning && unsent > 0;
  const reason = isUpload ? uploadBlocker(job) : (against ?? notesError(job.notes));
  return (
    <div class="release-bar">
      <UploadProblems job={job} />
      <ProblemBox error={error} />
      <p>
        <strong>{releaseSummary(job)}</strong>
        <span class="line">{isRunning ? totalProgressText(job) : (reason ?? 'Ready')}</span>
      </p>
      <div class="actions">
        {isRunning ? (
          <Button onPress={() => pauseUpload(app)}>Pause</Button>
        ) : (
          <Button onPress={() => leave(app, draft?.version)}>
            {draft === undefined ? 'Start over' : 'Save draft'}
          </Button>
        )}
        {isUpload ? (
          <Button kind="primary" disabledReason={reason} onPress={() => void startUpload(app)}>
            {draft === undefined ? `Upload ${formatQuantity(unsent, 'file')}` : 'Continue upload'}
          </Button>
        ) : (
          <Button
            kind="primary"
            disabledReason={reason}
            isBusy={isBusy}
            onPress={() => void run(() => publish({ ...job, audience }))}
          >
            {publishButtonText({ channel, audience })}
          </Button>
        )}
      </div>
    </div>
  );
};
