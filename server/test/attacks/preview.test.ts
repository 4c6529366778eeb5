import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useStage } from './stage.ts';

describe('a check that is a preview', () => {
  const stage = useStage();

  test('is answered like any other, and is no installed copy', async () => {
    const { service, app } = stage();
    const path = '/releases/stable/linux/x86_64/0.9.0';
    const ask = (headers: Record<string, string> = {}) => service.site(app.slug, path, { headers });
    const checks = async (): Promise<number> => {
      const reply = await service.api(`/v1/apps/${app.slug}/fleet?by=version`);
      const { rows } = reply.json<{ fleet: { rows: { checks: number }[] } }>().fleet;
      return rows.reduce((sum, row) => sum + row.checks, 0);
    };
    const preview = { 'slipway-preview': '1' };
    for (let i = 0; i < 3; i++) {
      const [plain, previewed] = [await ask(), await ask(preview)];
      const { date: _, ...headers } = plain.headers;
      const { date: __, ...others } = previewed.headers;
      assert.deepEqual([previewed.status, others, previewed.text()], [plain.status, headers, plain.text()]);
      assert.equal(plain.status, 200);
    }
    const etag = String((await ask()).headers.etag);
    assert.equal((await ask({ ...preview, 'if-none-match': etag })).status, 304);
    assert.equal(await checks(), 4);
  });
});
