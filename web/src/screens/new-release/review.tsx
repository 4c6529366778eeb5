import type { Warning } from '@slipway/api';
import { listOffers } from '../../client.ts';
import { formatBytes } from '../../format.ts';
import { useAnswer } from '../../live.ts';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ProblemBox } from '../../parts/problem.tsx';
import { Table } from '../../parts/table.tsx';
import { type Job, nameOfWarning, type Row } from '../../uploading/job.ts';
import { SignatureBadge } from './file-row.tsx';
import type { Reviewed } from './use-review.ts';

const Ticks = ({
  warnings,
  ticked,
  onTick,
}: {
  warnings: readonly Warning[];
  ticked: ReadonlySet<string>;
  onTick: (ticked: ReadonlySet<string>) => void;
}) => {
  const toggle = (name: string): void => {
    const next = new Set(ticked);
    if (!next.delete(name)) next.add(name);
    onTick(next);
  };
  return (
    <ul class="warnings">
      {warnings.map((warning) => {
        const name = nameOfWarning(warning);
        return (
          <li key={name} class="trouble warn-ground">
            <Icon name="warn" />
            <div>
              <p>{warning.detail}</p>
              <label class="tick">
                <input type="checkbox" checked={ticked.has(name)} onChange={() => toggle(name)} />
                <span>
                  Publish all the same <code>{warning.code}</code>
                </span>
              </label>
            </div>
          </li>
        );
      })}
    </ul>
  );
};

const Faults = ({ errors }: { errors: readonly Warning[] }) => (
  <ul class="warnings">
    {errors.map(({ code, detail }) => (
      <li key={`${code} ${detail}`} class="trouble bad-ground" role="alert">
        <Icon name="warn" />
        <p>
          {detail} <code>{code}</code>
        </p>
      </li>
    ))}
  </ul>
);

/** What clients of each target are offered now, and once this is published. */
const Effects = ({ job, adapter }: { job: Job; adapter: string | undefined }) => {
  const { app, channel, version, draft } = job;
  const offers = useAnswer(`${app}/offers`, () => listOffers(app)).value?.offers;
  const nowOf = (target: string): string | undefined =>
    offers?.find((one) => one.channel === channel && one.target === target)?.version;
  const rows = job.rows.filter(({ item }) => item.companionOf === undefined && item.target !== '');
  return (
    <Table<Row>
      caption="What each target is offered"
      rows={rows}
      keyOf={({ id }) => String(id)}
      columns={[
        { head: 'Target', cell: ({ item }) => <span class="mono">{item.target}</span>, isName: true },
        { head: 'Signature', cell: (row) => <SignatureBadge row={row} draft={draft} adapter={adapter} /> },
        { head: 'Size', cell: ({ file }) => formatBytes(file.size), isNumber: true },
        {
          head: 'Clients are offered',
          cell: ({ item }) => (
            <span class="mono then">
              <span class="quiet">{nowOf(item.target) ?? 'nothing'}</span> <Icon name="arrow" /> {version}
            </span>
          ),
        },
      ]}
    />
  );
};

export interface ReviewProps {
  job: Job;
  review: Reviewed;
  ticked: ReadonlySet<string>;
  onTick: (ticked: ReadonlySet<string>) => void;
  adapter: string | undefined;
}

/** What publishing it would do, and what speaks against it. */
export const Review = ({ job, review, ticked, onTick, adapter }: ReviewProps) => {
  const { errors, warnings, failure } = review;
  const isClean = errors.length === 0 && warnings?.length === 0;
  return (
    <Card title="Review" note="before anyone is offered it">
      {failure !== undefined && <ProblemBox error={failure} />}
      {errors.length > 0 && <Faults errors={errors} />}
      {warnings !== undefined && warnings.length > 0 && (
        <Ticks warnings={warnings} ticked={ticked} onTick={onTick} />
      )}
      {isClean && (
        <p class="padded all-well">
          <Icon name="check" /> Nothing speaks against it.
        </p>
      )}
      {warnings === undefined && errors.length === 0 && failure === undefined && (
        <p class="padded quiet">Reviewed as soon as every file has a target and is hashed.</p>
      )}
      <Effects job={job} adapter={adapter} />
    </Card>
  );
};
