import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawComponent, wordsIn } from './render.ts';
import { row } from './rows.ts';

const { setQueryData } = await import('../src/data/query-cache.ts');
const { emptyJob } = await import('../src/upload/job.ts');
const { ReviewCard } = await import('../src/screens/new-release/review.tsx');

const app = 'lantern';

/** Warnings of which none is merged with another. */
const alone = (warnings: object[] = []) => warnings.map((one) => ({ ...one, also: [] }) as never);

describe('the review', () => {
  const job = { ...emptyJob(app), version: '1.6.0', rows: [row('linux-x86_64')] };
  const drawReview = (review: { errors: object[]; warnings?: object[]; failure?: unknown }): string =>
    wordsIn(
      drawComponent(ReviewCard, {
        ...{ job, acknowledged: new Set<string>(), onAcknowledge: () => {}, adapter: 'tauri' },
        review: { warnings: undefined, failure: undefined, ...review } as never,
        warnings: alone(review.warnings),
      }),
    );

  test('has a checkbox for each warning', () => {
    const html = drawReview({
      errors: [],
      warnings: [
        { code: 'a', detail: 'One.' },
        { code: 'b', detail: 'Two.' },
      ],
    });
    assert.match(html, /One\. Publish anyway a .*Two\. Publish anyway b/);
  });

  test('distinguishes a signature by an unknown key from a valid one', () => {
    const signed = { ...row('linux-x86_64').item, signature: 'c2lnbmF0dXJl' };
    const draw = (warnings: object[]): string =>
      drawComponent(ReviewCard, {
        ...{ job: { ...job, rows: [row('linux-x86_64', { item: signed })] }, adapter: 'tauri' },
        ...{ acknowledged: new Set<string>(), onAcknowledge: () => {} },
        review: { errors: [], warnings, failure: undefined } as never,
        warnings: alone(warnings),
      });
    const detail = 'The signature for linux-x86_64 was made by AB; this app knows CD.';
    const unknown = draw([{ code: 'signature-key-unknown', detail }]);
    assert.match(unknown, /class="badge warn".*Unknown key/);
    const harmless = { code: 'older-version', detail: '1.6.0 is older than 1.7.0.' };
    assert.match(draw([harmless]), /class="badge plain".*Signed/);
    const other = {
      code: 'signature-key-unknown',
      detail: detail.replace('linux-x86_64', 'linux-x86_64-deb'),
    };
    assert.match(draw([other]), /class="badge plain".*Signed/, 'of another target');
  });

  test('shows errors, a clean result and the loading state', () => {
    assert.match(drawReview({ errors: [{ code: 'x', detail: 'Refused.' }], warnings: [] }), /Refused\. x/);
    assert.match(
      drawReview({ errors: [], warnings: [] }),
      /– → 1\.6\.0 on 1 platform\. No problems found\. Show review$/,
    );
    assert.match(drawReview({ errors: [] }), /Starts when every file has a platform/);
  });

  test('warns that publishing pauses the channel’s active rollout', () => {
    const rolling = { channel: 'stable', state: 'rolling', version: '1.5.0', percent: 10 };
    const others = [
      { ...rolling, channel: 'beta' },
      { ...rolling, state: 'paused' },
    ];
    setQueryData(`${app}/rollouts`, { value: { rollouts: [rolling, ...others] } });
    const rendered = drawReview({ errors: [], warnings: [] });
    assert.match(rendered, /Publishing pauses the rollout of 1\.5\.0 \(at 10%\)\./);
    assert.doesNotMatch(rendered, /No problems found/);
    const warned = drawReview({ errors: [], warnings: [{ code: 'a', detail: 'One.' }] });
    assert.match(warned, /One\..*Publishing pauses the rollout of 1\.5\.0/);
    setQueryData(`${app}/rollouts`, { value: { rollouts: others } });
    assert.match(drawReview({ errors: [], warnings: [] }), /No problems found/);
  });
});
