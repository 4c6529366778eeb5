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
export const publishButtonText = ({
  channel,
  audience,
}: Pick<ReleaseJob, 'channel' | 'audience'>): string => {
  const audienceText =
    audience === 'everyone' ? channel : `${audience === 'steps' ? '1' : audience}% of ${channel}`;
  return `Publish to ${audienceText}`;
};

const reachHelp = (reach: Audience): string =>
  reach === 'everyone'
    ? 'All clients on this channel.'
    : 'Other clients keep getting the previous release. Increase the share on the release page.';

export const PublishCard = ({ job, against }: { job: ReleaseJob; against: string | undefined }) => {
  const { app, version, channel, notes } = job;
  const first = useFullRolloutReason(app, { channel });
  const reach = first === undefined ? job.audience : 'everyone';
  const { isBusy, error, run } = useAction();
  const reason = against ?? notesError(notes);
  const press = async (): Promise<void> => {
    updateJob(app, { audience: reach });
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
          isDisabled={(option) => first !== undefined && option !== 'everyone'}
          options={['everyone', '1', '10', '50', 'steps']}
          labelOf={(option) => audiences[option as Audience].words}
          value={reach}
          onChange={(value) => updateJob(app, { audience: value as Audience })}
        />
        <ProblemBox error={error} />
        <div class="actions">
          {reason !== undefined && <span class="small quiet hint">{reason}</span>}
          <Button kind="primary" disabledReason={reason} isBusy={isBusy} onPress={() => void run(press)}>
            {publishButtonText({ channel, audience: reach })}
          </Button>
        </div>
      </div>
    </Card>
  );
};
