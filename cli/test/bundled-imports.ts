import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/* Lists the bundle's imports from Node.js. A missing name fails only when its chunk is loaded. */

/** Names by module, from every `import{a as b}from"node:module"` in a folder. */
const namesIn = (folder: string): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  for (const file of files)
    for (const [, list = '', module = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      /import\s*\{([^}]*)\}\s*from\s*"(node:[^"]+)"/g,
    )) {
      const names = found.get(module) ?? new Set();
      for (const entry of list.split(',')) names.add(entry.trim().split(/\s+as\s+/)[0] ?? '');
      found.set(module, names);
    }
  return found;
};

const program = `
  const wanted = JSON.parse(process.argv[1]);
  const missing = Object.entries(wanted).flatMap(([module, names]) =>
    names.filter((name) => name !== 'default' && !(name in require(module))).map((name) => module + ' ' + name));
  console.log(JSON.stringify(missing));
`;

/** Counts the imported names and lists those that the Node.js at this path lacks. */
export const importsOn = (node: string, folder: string): { count: number; missing: string[] } => {
  const imports = [...namesIn(folder)].map(([module, names]) => [module, [...names]] as const);
  const text = JSON.stringify(Object.fromEntries(imports));
  const printed = execFileSync(node, ['-e', program, text], { encoding: 'utf8' });
  return { count: imports.flatMap(([, names]) => names).length, missing: JSON.parse(printed) as string[] };
};
