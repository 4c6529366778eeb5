import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Field } from '../../parts/field.tsx';
import { ProblemBox } from '../../parts/problem.tsx';
import { toast } from '../../parts/toast.tsx';
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
  const [error, setError] = useState<unknown>(undefined);
  const [isBusy, setBusy] = useState(false);
  const press = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await publish(app);
      toast(`${version} is published to ${channel}.`);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title="Publish" note="nobody is offered it before">
      <div class="padded form wide">
        <Field
          label="Notes in Markdown"
          help="What changed, for those who update. At most 64 KiB; they can be changed later."
        >
          {(wired) => (
            <textarea
              {...wired}
              rows={6}
              value={notes}
              placeholder={'- Projects open three times faster'}
              onInput={(event) => change(app, { notes: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Offer it at first to" help={reachHelp(reach)}>
          {(wired) => (
            <select
              {...wired}
              value={reach}
              onChange={(event) => change(app, { reach: event.currentTarget.value as Reach })}
            >
              {Object.entries(reaches).map(([value, { words }]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        {error !== undefined && <ProblemBox error={error} />}
        <div class="actions">
          {against !== undefined && <span class="small quiet why-not">{against}</span>}
          <Button kind="primary" reason={against} isBusy={isBusy} onPress={() => void press()}>
            {buttonText(job)}
          </Button>
        </div>
      </div>
    </Card>
  );
};
