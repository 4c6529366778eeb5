import type { Release } from '@slipway/api';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { isSettled, refetchQuery, useQuery } from '../../data/query-cache.ts';
import { Card, Skeleton } from '../../ui/card.tsx';
import { SegmentedControl, SelectField, TextField } from '../../ui/field.tsx';
import { platformOption } from '../../ui/platform.tsx';
import { ProblemBox } from '../../ui/problem.tsx';
import { outcomeText } from '../explain/messages.ts';
import { explainUrl, parseExplainRequest, toExplainQuery } from '../explain/request.ts';
import { ResponseView } from '../explain/response.tsx';

/** The previous version in the channel: most clients have it when they are offered this one. */
const useVersionBefore = (
  app: string,
  { channel, version }: Release,
): { version: string | undefined; isKnown: boolean } => {
  const { value, error } = useQuery(`${app}/releases/${channel}/published/before`, () =>
    client.listReleases(app, { channel, state: 'published', limit: 10 }),
  );
  if (value === undefined) return { version: undefined, isKnown: error !== undefined };
  const versions = value.releases.map((one) => one.version);
  const at = versions.indexOf(version);
  return { version: (at === -1 ? versions[0] : versions[at + 1]) ?? '0.0.0', isKnown: true };
};

const places: readonly (readonly ['in' | 'out', string])[] = [
  ['in', 'In rollout'],
  ['out', 'Not in rollout'],
];

/** A manual check gets the release at any percentage, so it represents a client in the rollout. */
const manualOf = (isIn: boolean): { manual?: string } => (isIn ? { manual: 'true' } : {});

const ClientPreviewCard = ({
  app,
  release,
  first,
  onSettled,
}: {
  app: string;
  release: Release;
  first: string;
  onSettled: () => void;
}) => {
  const targets = release.artifacts.map(({ target }) => target);
  const [version, setVersion] = useState(first);
  const [target, setTarget] = useState(targets[0] ?? '');
  const [queryVersion, setQueryVersion] = useState(first);
  const isRolling = release.rollout?.state === 'rolling';
  const [isIn, setIn] = useState(isRolling);
  const question = parseExplainRequest({
    channel: release.channel,
    target,
    version: queryVersion,
    ...manualOf(isIn),
  });
  const queryKey = `${app}/client-preview/${release.channel}/${target}/${queryVersion}/${isIn}`;
  const query = useQuery(queryKey, () => client.explain(app, toExplainQuery(question)));
  const { value, error } = query;
  const isThere = isSettled(query);
  useEffect(() => {
    if (isThere) onSettled();
  }, [isThere]);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (version.trim() !== '') setQueryVersion(version.trim());
  };
  return (
    <Card title="Client preview" aside={<a href={explainUrl(app, question)}>Open in debugger</a>}>
      <form class="check-form" onSubmit={submit}>
        <TextField
          label="Installed version"
          isMono
          value={version}
          maxLength={100}
          onInput={setVersion}
          onBlur={submit}
        />
        <SelectField
          label="Platform"
          options={targets}
          labelOf={platformOption}
          value={target}
          onChange={setTarget}
        />
        {isRolling && (
          <SegmentedControl
            label="Rollout membership"
            options={places}
            value={isIn ? 'in' : 'out'}
            onChange={(place) => setIn(place === 'in')}
          />
        )}
      </form>
      <ProblemBox error={error} onRetry={() => refetchQuery(queryKey)} />
      {!isThere && <Skeleton lines={2} />}
      {value !== undefined && (
        <p class="check-result">{outcomeText(value).replace(/^is/, 'This client is')}</p>
      )}
      {value?.answer !== undefined && (
        <details class="disclosure">
          <summary>Show response</summary>
          <ResponseView response={value.answer} hasHeaders={false} />
        </details>
      )}
    </Card>
  );
};

/** Previews a client's response; calls back once its height is known. */
export const ClientPreview = ({
  app,
  release,
  onSettled,
}: {
  app: string;
  release: Release;
  onSettled: () => void;
}) => {
  const { version, isKnown } = useVersionBefore(app, release);
  const hasNothing = isKnown && (version === undefined || release.artifacts.length === 0);
  useEffect(() => {
    if (hasNothing) onSettled();
  }, [hasNothing]);
  if (version === undefined || release.artifacts.length === 0) return null;
  return (
    <ClientPreviewCard key={release.id} app={app} release={release} first={version} onSettled={onSettled} />
  );
};
