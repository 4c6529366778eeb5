import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { dial } from '../../../lab/dial.ts';
import { readFreshMetrics } from '../../../lab/metric.ts';
import { createPublisher } from '../../../lab/publisher.ts';
import type { Service } from '../../../lab/service.ts';
import { read } from './run-block.ts';

/* The alert in docs/OPERATIONS.md: it uses metrics that the server exports, and promtool accepts it. */

const rulesOf = async (): Promise<string> => {
  const [, block = ''] = /\n```yaml\n(groups:[\s\S]*?)```\n/.exec(await read('docs/OPERATIONS.md')) ?? [];
  return block;
};

const shape =
  /^groups:\n {2}- name: \w+\n {4}rules:\n {6}- alert: (?<alert>\w+)\n {8}expr: >\n(?<expr>(?: {10}.*\n)+) {8}labels: \{ severity: page \}\n {8}annotations:\n {10}summary: (?<summary>[^\n]+)\n$/;

const words = new Set(['sum', 'by', 'increase', 'or', 'unless', 'offset']);

/** A halt exported from the first scrape, a later halt, and none. */
const promises = (summary: string): string => `
rule_files: [rules.yml]
evaluation_interval: 1m
tests:
${['0x20 1x60', '_x20 1x60']
  .map(
    (values) => `  - interval: 1m
    input_series:
      - { series: 'slipway_rollout_halts_total{source="health",instance="a"}', values: '${values}' }
    alert_rule_test:
      - { eval_time: 19m, alertname: SlipwayRolloutHalted, exp_alerts: [] }
      - eval_time: 22m
        alertname: SlipwayRolloutHalted
        exp_alerts:
          - exp_labels: { severity: page, source: health }
            exp_annotations: { summary: '${summary}' }
      - { eval_time: 50m, alertname: SlipwayRolloutHalted, exp_alerts: [] }
`,
  )
  .join('')}`;

/** A release that was halted at its first percent. */
const halt = async ({ client }: Service, slug: string): Promise<void> => {
  const publisher = createPublisher(client, slug);
  const draft = await publisher.draft({ version: '9.0.0' });
  await publisher.upload(await publisher.declare(draft));
  await client.planRollout(slug, draft.id, { steps: [{ percent: 1 }] });
  await client.publishRelease(slug, draft.id);
  await client.reportHealth(slug, draft.id, { verdict: 'bad', reason: 'It crashes.' });
};

/** Runs on a server with an app that has a release for everyone. */
export const alarmTests = (serviceOf: () => Service, slug: string): void => {
  test('the alarm names a metric and labels that the service exports once something was halted', async () => {
    const service = serviceOf();
    await halt(service, slug);
    const metrics = await readFreshMetrics(async () => (await dial(`${service.baseUrl}/metrics`)).text());
    const rules = await rulesOf();
    const { expr = '', summary = '' } = shape.exec(rules)?.groups ?? assert.fail(rules);
    const names = [...new Set(expr.match(/slipway_\w+/g))];
    assert.deepEqual(names, ['slipway_rollout_halts_total']);
    const labels = [...`${expr} ${summary}`.matchAll(/\bby \((\w+)\)|\$labels\.(\w+)/g)].map(
      ([, by, label]) => by ?? label,
    );
    assert.ok(labels.length >= 2, rules);
    for (const name of names)
      for (const label of labels)
        assert.match(metrics, new RegExp(`^${name}\\{.*\\b${label}="health".*\\} 1$`, 'm'));
    const others = expr.replaceAll(/slipway_\w+|\((\w+)\)/g, ' ').match(/[a-z]\w*/g) ?? [];
    assert.deepEqual(
      others.filter((word) => !words.has(word) && word !== 'm'),
      [],
    );
  });

  const skip =
    spawnSync('promtool', ['--version']).error !== undefined && 'there is no promtool on this machine';
  test('the alarm is read by promtool, and fires for a quarter of an hour', { skip }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-alarm-'));
    try {
      const rules = await rulesOf();
      const summary = shape.exec(rules)?.groups?.summary?.replace('{{ $labels.source }}', 'health') ?? '';
      await writeFile(join(folder, 'rules.yml'), rules);
      await writeFile(join(folder, 'tests.yml'), promises(summary));
      for (const args of [
        ['check', 'rules', 'rules.yml'],
        ['test', 'rules', 'tests.yml'],
      ]) {
        const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
        assert.equal(status, 0, stdout + stderr);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
};
