import { readFileSync } from 'node:fs';

/** The unchanged shell block after a marker of deploy/README.md; indented if it is part of a list. */
export const readmeBlock = (name: string): string => {
  const markdown = readFileSync(new URL('../../deploy/README.md', import.meta.url), 'utf8');
  const [, rest] = markdown.split(`<!-- walk ${name} -->\n`);
  const [, indent = '', block] = /^( *)```bash\n([\s\S]*?)\n *```/.exec(rest ?? '') ?? [];
  if (block === undefined) throw new Error(`deploy/README.md has no block "${name}"`);
  return block.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
};
