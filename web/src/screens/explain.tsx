import type { Explanation } from '@slipway/api';
import { useEffect } from 'preact/hooks';
import type { AppScreenProps } from '../app/app-screen.ts';
import { navigate } from '../app/location.ts';
import { client } from '../data/client.ts';
import { useApp } from '../data/queries.ts';
import { useQuery } from '../data/query-cache.ts';
import { Badge } from '../ui/badge.tsx';
import { Card, EmptyState, QueryView } from '../ui/card.tsx';
import { CodeBlock, CopyButton } from '../ui/copy-button.tsx';
import { daysAgo } from '../ui/format.ts';
import { Screen } from '../ui/screen.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { ClientForm } from './explain/client-form.tsx';
import { mostCommonClient } from './explain/defaults.ts';
import {
  describeClient,
  outcomeText,
  rolloutMembershipText,
  verdictLabel,
  verdictTone,
} from './explain/messages.ts';
import {
  curlCommand,
  type ExplainRequest,
  explainUrl,
  isComplete,
  parseExplainRequest,
  toExplainQuery,
} from './explain/request.ts';
import { ResponseView } from './explain/response.tsx';
import { orderChannelNames } from './overview/offer-matrix.ts';

type Considered = Explanation['considered'][number];

const columns: readonly Column<Considered>[] = [
  {
    header: 'Version',
    isName: true,
    cell: ({ version, channel }) => (
      <>
        <span class="mono">{version}</span> {channel !== undefined && <span class="quiet">{channel}</span>}
      </>
    ),
  },
  {
    header: 'Result',
    cell: ({ verdict }) => <Badge tone={verdictTone(verdict)}>{verdictLabel(verdict)}</Badge>,
  },
  { header: 'Reason', cell: ({ reason }) => reason },
];

interface ExplainedProps {
  app: string;
  question: ExplainRequest;
  explanation: Explanation;
}

const Sentence = ({ app, question, explanation }: ExplainedProps) => {
  const standing = rolloutMembershipText(explanation);
  const { release } = explanation;
  return (
    <div class="result">
      <p class="outcome" role="status">
        {describeClient(question)}{' '}
        <strong>
          {explanation.outcome === 'update' && release !== null ? (
            <>
              is offered <a href={`/apps/${app}/releases/${release.id}`}>{release.version}</a>.
            </>
          ) : (
            outcomeText(explanation)
          )}
        </strong>
      </p>
      {standing !== undefined && <p class="quiet">{standing}</p>}
    </div>
  );
};

const Explained = ({ app, question, explanation }: ExplainedProps) => {
  const publicUrl = useApp(app)?.publicUrl;
  const { answer } = explanation;
  const here = typeof location === 'undefined' ? '' : location.origin;
  return (
    <>
      <Sentence app={app} question={question} explanation={explanation} />
      <div class="halves">
        <Card
          title="Response"
          aside={<CopyButton text={here + explainUrl(app, question)} label="Copy link" />}
        >
          {answer !== undefined && <ResponseView response={answer} />}
          {publicUrl !== undefined && (
            <div class="padded curl">
              <CodeBlock text={curlCommand(publicUrl, question, explanation.url)} label="curl command" />
            </div>
          )}
        </Card>
        <Card title="Releases evaluated" note="Newest first">
          {explanation.considered.length === 0 ? (
            <EmptyState title="No releases">
              <p>Nothing has been published to this channel.</p>
            </EmptyState>
          ) : (
            <Table
              caption="Releases evaluated"
              columns={columns}
              rows={explanation.considered}
              keyOf={({ version, verdict, channel }) => `${channel} ${version} ${verdict}`}
            />
          )}
        </Card>
      </div>
    </>
  );
};

const UnknownChannel = ({
  question,
  channels,
}: {
  question: ExplainRequest;
  channels: readonly string[];
}) => (
  <Card title={`Channel “${question.channel}” doesn’t exist`}>
    <p class="padded">Clients on it get HTTP 404. This app has: {channels.join(', ')}.</p>
  </Card>
);

/** Loads the options of the form and the most common client. */
const readChoices = async (app: string, channel: string) => {
  const [{ offers }, { channels }, fleet] = await Promise.all([
    client.listOffers(app),
    client.listChannels(app),
    client.getFleet(app, { channel, from: daysAgo(1) }).catch(() => undefined),
  ]);
  return {
    channels: orderChannelNames(channels),
    targets: [...new Set(offers.map(({ target }) => target))].sort(),
    usual: mostCommonClient(channel, fleet?.fleet, offers),
  };
};

/** Shows which response a client gets and why, using the server's own decision. */
export const Explain = ({ app, query }: AppScreenProps) => {
  const question = parseExplainRequest(query);
  const { value: choices } = useQuery(`${app}/choices/${question.channel}`, () =>
    readChoices(app, question.channel),
  );
  const go = (request: ExplainRequest, isReplaced = false): void =>
    navigate(explainUrl(app, request), isReplaced);
  const usual = choices?.usual;
  const whole = isComplete(question);
  useEffect(() => {
    if (whole || usual === undefined) return;
    go(
      { ...question, target: question.target || usual.target, version: question.version || usual.version },
      true,
    );
  }, [whole, usual]);
  const { channels = [], targets = [] } = choices ?? {};
  const isUnknown = choices !== undefined && !channels.includes(question.channel);
  return (
    <Screen
      title="Update debugger"
      app={app}
      subtitle={<p>See which release a client is offered, and why.</p>}
    >
      <Card title="Client">
        <ClientForm request={question} channels={channels} targets={targets} onAsk={go} />
      </Card>
      {isUnknown && <UnknownChannel question={question} channels={channels} />}
      {!isUnknown && whole && (
        <QueryView
          key={explainUrl(app, question)}
          queryKey={`${app}/explain/${explainUrl('', question)}`}
          queryFn={() => client.explain(app, toExplainQuery(question))}
          lines={8}
        >
          {(explanation) => <Explained app={app} question={question} explanation={explanation} />}
        </QueryView>
      )}
      {!isUnknown && !whole && choices !== undefined && usual === undefined && (
        <Card title="Response">
          <EmptyState title="No releases yet">
            <p>Publish a release to see what clients are offered.</p>
          </EmptyState>
        </Card>
      )}
    </Screen>
  );
};
