import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../lab/repository.ts';

/** The block of docs/CLIENTS.md behind a comment that begins so: what is written there is what the scenarios use. */
export const readBlock = async (marker: string): Promise<string> => {
  const text = await readFile(join(repository, 'docs/CLIENTS.md'), 'utf8');
  const at = text.indexOf(`<!-- ${marker}`);
  const [, block] = /```\w+\n([\s\S]*?)```/.exec(at === -1 ? '' : text.slice(at)) ?? [];
  assert.ok(block !== undefined, `docs/CLIENTS.md has no block “${marker}”`);
  return block;
};

/** The host that the document's examples have. */
export const exampleHost = 'https://hello.updates.example.com';
