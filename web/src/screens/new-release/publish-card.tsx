import { useFullRolloutReason } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { notesError } from '../../ui/markdown/notes-error.ts';
import { NotesField } from '../../ui/markdown/notes-field.tsx';
import { ProblemBox } from '../../ui/problem.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Audience, audiences, type ReleaseJob } from '../../upload/job.ts';
import { updateJob } from '../../upload/job-store.ts';
import { publishJob } from '../../upload/send-files.ts';

/** Names the action and its audience. */
export const publishButtonText = ({ channel, reach }: Pick<ReleaseJob, 'channel' | 'reach'>): string => {
  const whom = reach === 'everyone' ? channel : `${reach === 'steps' ? '1' : reach}% of ${channel}`;
  return `Publish to ${whom}`;
};

const reachHelp = (reach: Audience): string =>
  reach === 'everyone'
    ? 'All clients on this channel.'
    : 'Other clients keep getting the previous release. Increase the share on the release page.';

export const PublishCard = ({ job, against }: { job: ReleaseJob; against: string | undefined }) => {
  const { app, version, channel, notes } = job;
  const first = useFullRolloutReason(app, { channel });
  const reach = first === undefined ? job.reach : 'everyone';
  const { isBusy, error, run } = useAction();
  const reason = against ?? notesError(notes);
  const press = async (): Promise<void> => {
    updateJob(app, { reach });
    await publishJob(app);
    toast(`Published ${version} to ${channel}.`);
  };
  return (
    <Card title="Publish">
      <div class="padded form wide">
        <NotesField
          label="Release notes"
          help="Markdown, up to 64 KiB. You can edit them later."
          value={notes}
          onInput={(text) => updateJob(app, { notes: text })}
          rows={6}
        />
        <SelectField
          label="Roll out to"
          help={first ?? reachHelp(reach)}
          isOff={(option) => first !== undefined && option !== 'everyone'}
          options={['everyone', '1', '10', '50', 'steps']}
          wordsOf={(option) => audiences[option as Audience].words}
          value={reach}
          onChange={(value) => updateJob(app, { reach: value as Audience })}
        />
        <ProblemBox error={error} />
        <div class="actions">
          {reason !== undefined && <span class="small quiet why-not">{reason}</span>}
          <Button kind="primary" reason={reason} isBusy={isBusy} onPress={() => void run(press)}>
            {publishButtonText({ channel, reach })}
          </Button>
        </div>
      </div>
    </Card>
  );
};
