import type { ExplainedResponse } from '@slipway/api';
import { useState } from 'preact/hooks';
import { SegmentedControl } from '../../ui/field.tsx';
import { indentJson, tokenizeJson } from './tokenize-json.ts';

type ViewMode = 'lines' | 'sent';

const looks: readonly (readonly [ViewMode, string])[] = [
  ['lines', 'Formatted'],
  ['sent', 'Raw'],
];

const isJson = ({ headers }: ExplainedResponse): boolean => /json/i.test(headers['content-type'] ?? '');

const Body = ({ text, isColoured }: { text: string; isColoured: boolean }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
  <pre class="answer-body" tabIndex={0} role="group" aria-label="Body">
    {isColoured
      ? tokenizeJson(text).map(({ kind, text: piece }, at) =>
          kind === 'plain' ? (
            piece
          ) : (
            <span key={at} class={`json-${kind}`}>
              {piece}
            </span>
          ),
        )
      : text}
  </pre>
);

const Headers = ({ headers }: Pick<ExplainedResponse, 'headers'>) => (
  <dl class="headers mono">
    {Object.entries(headers).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export const ResponseView = ({
  response,
  hasHeaders = true,
}: {
  response: ExplainedResponse;
  hasHeaders?: boolean;
}) => {
  const [look, setLook] = useState<ViewMode>('lines');
  const { status, headers, body } = response;
  const json = isJson(response);
  return (
    <div class="answer">
      <div class="answer-head">
        <span class={`mono strong ${status === 200 ? 'good' : ''}`}>{status}</span>{' '}
        <span class="mono quiet">{status === 204 ? 'No Content' : headers['content-type']}</span>
        {json && body !== null && (
          <SegmentedControl label="Body format" options={looks} value={look} onChange={setLook} />
        )}
      </div>
      {hasHeaders && Object.keys(headers).length > 0 && <Headers headers={headers} />}
      {body === null || body === '' ? (
        <p class="padded quiet">Empty body: no update available.</p>
      ) : (
        <Body
          text={json && look === 'lines' ? indentJson(body) : body}
          isColoured={json && look === 'lines'}
        />
      )}
    </div>
  );
};
