import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { createPublisher, createTestApp, type TestApp } from '../harness.ts';
import { type HttpReply, isLong, ms, percentile, type TwoNodes, target } from './stage.ts';

const concurrency = 4;
const roundsEach = (isLong ? 2000 : 200) / concurrency;

/** The database decides each race; moving bytes as well is slow, so only some rounds do. */
const roundsPerBytes = 10;

interface AuditPage {
  entries: { action: string; subject: string }[];
  next: string | null;
}

/** Two nodes that compete for the same change. */
export const raceTests = (nodes: () => TwoNodes): void => {
  it(`race to create and to publish ${concurrency * roundsEach} times: one winner, one audit row`, async (t) => {
    const { here, there } = nodes();
    const bytes = randomBytes(512);
    const published: number[] = [];

    const round = async (app: TestApp, number: number): Promise<string> => {
      const { slug, key } = app;
      const [version, withBytes] = [`1.0.${number}`, number % roundsPerBytes === 0];
      const at = `/v1/apps/${slug}/releases`;
      const both = (ask: (node: typeof here) => Promise<HttpReply>) => Promise.all([ask(here), ask(there)]);

      const created = await both((node) => node.api(at, { key, json: { version } }));
      const [winner, loser] = created.toSorted((a, b) => a.status - b.status);
      assert.deepEqual([winner?.status, loser?.status], [201, 409], loser?.text());
      const { id } = winner?.json<{ release: { id: string } }>().release ?? { id: '' };
      assert.equal(loser?.json<{ code: string }>().code, 'version-taken');
      assert.ok(loser?.text().includes(id), 'the loser is told whose it is');

      if (withBytes) await createPublisher(here, app).upload({ version }, { target, bytes });
      const start = performance.now();
      const answers = await both((node) => node.api(`${at}/${id}/publish`, { key, method: 'POST' }));
      published.push(performance.now() - start);
      for (const answer of answers) assert.equal(answer.status, 200, answer.text());
      assert.equal(answers[0]?.text(), answers[1]?.text(), 'both say the same');
      return id;
    };

    const runRounds = async (): Promise<void> => {
      const app = await createTestApp(here);
      const ids: string[] = [];
      for (let number = 0; number < roundsEach; number++) ids.push(await round(app, number));
      const rows = new Map<string, string[]>();
      let cursor = '';
      do {
        const page = (await there.api(`/v1/apps/${app.slug}/audit?limit=100${cursor}`)).json<AuditPage>();
        for (const { action, subject } of page.entries)
          rows.set(action, [...(rows.get(action) ?? []), subject]);
        cursor = page.next === null ? '' : `&cursor=${encodeURIComponent(page.next)}`;
      } while (cursor !== '');
      assert.deepEqual(rows.get('release.create')?.toSorted(), ids.toSorted());
      assert.deepEqual(rows.get('release.publish')?.toSorted(), ids.toSorted());
    };
    await Promise.all(Array.from({ length: concurrency }, runRounds));
    t.diagnostic(`publish on both at once: median ${ms(percentile(published, 50))}`);
  });
};
