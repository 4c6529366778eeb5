import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../lab/repository.ts';

/** The block of docs/CLIENTS.md after a comment that begins with the marker: scenarios use the documented text. */
export const readBlock = async (marker: string): Promise<string> => {
  const text = await readFile(join(repository, 'docs/CLIENTS.md'), 'utf8');
  const at = text.indexOf(`<!-- ${marker}`);
  const [, block] = /```\w+\n([\s\S]*?)```/.exec(at === -1 ? '' : text.slice(at)) ?? [];
  assert.ok(block !== undefined, `docs/CLIENTS.md has no block “${marker}”`);
  return block;
};

/** The host in the document's examples. */
export const exampleHost = 'https://hello.updates.example.com';
