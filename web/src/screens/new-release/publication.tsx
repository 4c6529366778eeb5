import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Field } from '../../parts/field.tsx';
import { ProblemBox } from '../../parts/problem.tsx';
import { toast } from '../../parts/toast.tsx';
import { type Job, reasonAgainstPublish } from '../../uploading/job.ts';
import { publish } from '../../uploading/sending.ts';
import { change } from '../../uploading/store.ts';
import type { Reviewed } from './use-review.ts';

/** The notes, and the button that makes it public. */
export const Publication = ({
  job,
  review,
  ticked,
  reason,
}: {
  job: Job;
  review: Reviewed;
  ticked: ReadonlySet<string>;
  reason: string | undefined;
}) => {
  const { app, version, channel, notes, rows } = job;
  const [error, setError] = useState<unknown>(undefined);
  const [isBusy, setBusy] = useState(false);
  const warnings = rows.length === 0 ? [] : review.warnings;
  const against =
    reason ??
    (review.errors.length > 0
      ? 'Mend what the review names first.'
      : reasonAgainstPublish(job, warnings, ticked));
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
    <Card title="Notes" note="what changed, for those who update">
      <div class="padded form wide">
        <Field label="Notes in Markdown" help="At most 64 KiB. They can be changed later.">
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
        {error !== undefined && <ProblemBox error={error} />}
        <div class="actions">
          {against !== undefined && <span class="small quiet why">{against}</span>}
          <Button kind="primary" reason={against} isBusy={isBusy} onPress={() => void press()}>
            {`Publish ${version || 'it'} to ${channel}`}
          </Button>
        </div>
      </div>
    </Card>
  );
};
