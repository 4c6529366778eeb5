import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { fieldBounds } from '@slipway/api';
import { bounds, boundTable } from '../../src/domain/model/bounds.ts';
import { keepAliveSeconds } from '../../src/node/response-head.ts';

const KiB = 1024;
const units: [name: string, size: number][] = [
  ['MiB', KiB * KiB],
  ['KiB', KiB],
];

/** A readable limit: bytes in the largest unit that divides it. */
const formatBound = (bound: number, of: string): string => {
  const [name, size] = of.startsWith('bytes')
    ? (units.find(([, unit]) => bound % unit === 0) ?? ['', 1])
    : ['', 1];
  return `${(bound / size).toLocaleString('en')} ${name} ${of}`
    .replaceAll(/ +/g, ' ')
    .replace('iB bytes', 'iB');
};

describe('docs/OPERATIONS.md', () => {
  test('lists the bounds that the code has, in its order', async () => {
    const markdown = await readFile(new URL('../../../docs/OPERATIONS.md', import.meta.url), 'utf8');
    const section = /\n## Bounds\n([\s\S]*?)\n## /.exec(markdown)?.[1] ?? '';
    const listed = [...section.matchAll(/^- ([\s\S]*?)(?=\n- |\n\n|$(?![\s\S]))/gm)].map(([, text = '']) =>
      text.replaceAll(/\s+/g, ' ').trim(),
    );
    assert.deepEqual(
      listed,
      Object.values(boundTable).map(([bound, of]) => formatBound(bound, of)),
    );
  });
});

describe('bounds', () => {
  test('of the API schemas equal those of the server', () => {
    assert.equal(fieldBounds.version, bounds.versionLength);
    assert.equal(fieldBounds.target, bounds.targetLength);
    assert.equal(fieldBounds.artifacts, bounds.artifactsOfRelease);
    assert.equal(fieldBounds.parts, bounds.partsOfUpload);
  });

  test('of the node layer equal those of the server', () => {
    assert.equal(keepAliveSeconds, bounds.keepAliveSeconds);
  });
});
