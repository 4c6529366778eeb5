import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';

const root = new URL('../../../', import.meta.url);

const documents = async (): Promise<string[]> => {
  const folders = await Promise.all(
    ['', 'docs/', 'docs/ci/', 'docs/reference/', 'deploy/'].map(async (folder) =>
      (await readdir(new URL(folder, root)))
        .filter((name) => name.endsWith('.md'))
        .map((name) => folder + name),
    ),
  );
  return folders.flat();
};

/** The anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

const faultOf = async (link: string, from: URL): Promise<string | undefined> => {
  const target = new URL(link, from);
  const anchor = target.hash.slice(1);
  target.hash = '';
  if (!existsSync(target)) return 'leads nowhere';
  if (anchor === '') return undefined;
  return anchorsIn(await readFile(target, 'utf8')).includes(anchor) ? undefined : 'names no heading';
};

describe('the documents', () => {
  test('link only to what is there', async () => {
    const faults: string[] = [];
    let links = 0;
    for (const document of await documents()) {
      const from = new URL(document, root);
      const text = (await readFile(from, 'utf8')).replaceAll(/^```[\s\S]*?^```/gm, '');
      for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(link)) continue;
        links += 1;
        const fault = await faultOf(link, from);
        if (fault !== undefined) faults.push(`${document}: ${link} ${fault}`);
      }
    }
    assert.ok(links > 50, `only ${links} links were found`);
    assert.deepEqual(faults, []);
  });
});
