import { useFullRolloutReason } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { notesError } from '../../ui/markdown/notes-error.ts';
import { NotesField } from '../../ui/markdown/notes-field.tsx';
import { ProblemBox } from '../../ui/problem.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import type { Audience, ReleaseJob } from '../../upload/job.ts';
import { updateJob } from '../../upload/job-store.ts';
import { publishJob } from '../../upload/send-files.ts';
import { audienceLabels, publishButtonText, publishedText, reachHelp } from './messages.ts';

export const PublishCard = ({ job, against }: { job: ReleaseJob; against: string | undefined }) => {
  const { app, channel, notes } = job;
  const first = useFullRolloutReason(app, { channel });
  const reach = first === undefined ? job.audience : 'everyone';
  const { isBusy, error, run } = useAction();
  const reason = against ?? notesError(notes);
  const press = async (): Promise<void> => {
    updateJob(app, { audience: reach });
    await publishJob(app);
    toast(publishedText(job));
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
          labelOf={(option) => audienceLabels[option as Audience]}
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
