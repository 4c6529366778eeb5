import { faultOfNotes } from '../../markdown/notes-bound.ts';
import { NotesField } from '../../markdown/notes-field.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { SelectField } from '../../parts/field.tsx';
import { ProblemBox } from '../../parts/problem.tsx';
import { toast } from '../../parts/toast.tsx';
import { useDoing } from '../../parts/use-doing.ts';
import { type Job, type Reach, reaches } from '../../uploading/job.ts';
import { publish } from '../../uploading/sending.ts';
import { change } from '../../uploading/store.ts';

/** What the button does, and to whom. */
export const buttonText = ({
  version,
  channel,
  reach,
}: Pick<Job, 'version' | 'channel' | 'reach'>): string => {
  const whom = reach === 'everyone' ? channel : `${reach === 'steps' ? '1' : reach}% of ${channel}`;
  return `Publish ${version || 'it'} to ${whom}`;
};

const reachHelp = (reach: Reach): string =>
  reach === 'everyone'
    ? 'Everyone who asks on the channel.'
    : 'The others go on getting the release before it. The share is raised on the page of the release.';

/** The notes, and the button that makes it public. */
export const Publication = ({ job, against }: { job: Job; against: string | undefined }) => {
  const { app, version, channel, notes, reach } = job;
  const { isBusy, error, run } = useDoing();
  const reason = against ?? faultOfNotes(notes);
  const press = async (): Promise<void> => {
    await publish(app);
    toast(`${version} is published to ${channel}.`);
  };
  return (
    <Card title="Publish" note="nobody is offered it before">
      <div class="padded form wide">
        <NotesField
          label="Notes in Markdown"
          help="What changed, for those who update. At most 64 KiB; they can be changed later."
          value={notes}
          onInput={(text) => change(app, { notes: text })}
          rows={6}
        />
        <SelectField
          label="Offer it at first to"
          help={reachHelp(reach)}
          options={Object.keys(reaches)}
          wordsOf={(option) => reaches[option as Reach].words}
          value={reach}
          onChange={(value) => change(app, { reach: value as Reach })}
        />
        <ProblemBox error={error} />
        <div class="actions">
          {reason !== undefined && <span class="small quiet why-not">{reason}</span>}
          <Button kind="primary" reason={reason} isBusy={isBusy} onPress={() => void run(press)}>
            {buttonText(job)}
          </Button>
        </div>
      </div>
    </Card>
  );
};
