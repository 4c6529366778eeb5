import { useFullRolloutReason } from '../../data/queries.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { NotesField } from '../../ui/markdown/notes-field.tsx';
import type { Audience, ReleaseJob } from '../../upload/job.ts';
import { updateJob } from '../../upload/job-store.ts';
import { audienceLabels, reachHelp } from './messages.ts';

export const PublishCard = ({ job: { app, channel, notes, audience } }: { job: ReleaseJob }) => {
  const first = useFullRolloutReason(app, { channel });
  const reach = first === undefined ? audience : 'everyone';
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
      </div>
    </Card>
  );
};
