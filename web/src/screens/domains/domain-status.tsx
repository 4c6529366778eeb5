import type { Domain, DomainStatus } from '@slipway/api';
import { useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { refetchQuery } from '../../data/query-cache.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { QueryCard } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';
import { useAction } from '../../ui/use-action.ts';
import { verdictLabels } from './messages.ts';

/** Each step a request takes to reach the app; the first failed one is the cause. */
const Steps = ({ status: { dns, answers, certificate, checkedAt } }: { status: DomainStatus }) => (
  <>
    <ol class="steps">
      {Object.entries({
        'DNS points here': dns,
        'Slipway responds': answers,
        'TLS certificate': certificate,
      }).map(([name, { verdict, detail, remedy }]) => {
        const [tone, word] = verdictLabels[verdict];
        return (
          <li key={name} class={verdict === 'good' ? 'step done' : 'step'}>
            <h3>
              {name} <Badge tone={tone}>{word}</Badge>
            </h3>
            <p class="small">{detail}</p>
            {remedy !== null && (
              <p class="small">
                <strong>Fix:</strong> {remedy}
              </p>
            )}
          </li>
        );
      })}
    </ol>
    <p class="padded help">
      Checked from the server <Time at={checkedAt} isAgo />.
    </p>
  </>
);

export const DomainStatusList = ({ app, domains }: { app: string; domains: readonly Domain[] }) => {
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const { isBusy, run } = useAction();
  const names = domains.map(({ domain }) => domain);
  const domain = names.find((name) => name === chosen) ?? names[0];
  if (domain === undefined) return null;
  const queryKey = `${app}/domains/${domain}`;
  return (
    <QueryCard
      key={domain}
      title="Domain status"
      note="Fix the first failed step"
      queryKey={queryKey}
      queryFn={() => client.getDomainStatus(app, domain)}
      lines={9}
      aside={
        <span class="row-actions">
          <Select label="Domain" options={names} value={domain} onChange={setChosen} />
          <Button isBusy={isBusy} onPress={() => void run(() => refetchQuery(queryKey))}>
            Check again
          </Button>
        </span>
      }
    >
      {({ status }) => <Steps status={status} />}
    </QueryCard>
  );
};
