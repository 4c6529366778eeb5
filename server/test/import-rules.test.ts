import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openFolder } from '../../lab/folder.ts';

/*
 * A rule that never fires may be broken. In a temporary folder each import rule gets a file that violates it; the check
 * must report each under its own rule.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));

/** By rule name before the colon: the importing file, the imported file, and whether the import is type-only. */
const offenders: Record<string, [from: string, imported: string, how?: 'type']> = {
  'no-cycles': ['server/src/http/one.ts', 'server/src/http/other.ts', 'type'],
  'api-imports-only': ['api/src/offender.ts', 'server/src/domain/verb.ts'],
  'domain-imports-only': ['server/src/domain/offender.ts', 'server/src/http/app.ts'],
  'adapters-imports-only': ['server/src/adapters/offender.ts', 'api/src/noun.ts'],
  'drivers-imports-only': ['server/src/drivers/memory/offender.ts', 'server/src/http/app.ts'],
  'http-imports-only': ['server/src/http/offender.ts', 'server/src/drivers/memory/store.ts'],
  'jobs-imports-only': ['server/src/jobs/offender.ts', 'server/src/adapters/tauri.ts'],
  'node-imports-only': ['server/src/node/offender.ts', 'server/src/domain/verb.ts'],
  'cli-imports-only': ['cli/src/offender.ts', 'server/src/domain/verb.ts'],
  'web-imports-only': ['web/src/offender.ts', 'cli/src/command.ts'],
  'build-files-imports-only': ['build-files/src/offender.ts', 'cli/src/command.ts'],
  'lab-imports-only': ['lab/offender.ts', 'server/src/domain/verb.ts'],
  'acceptance-imports-only': ['acceptance/offender.test.ts', 'server/test/harness.ts'],
  'bench-imports-only': ['bench/offender.test.ts', 'server/src/domain/verb.ts'],
  'clients-imports-only': ['clients/offender.test.ts', 'server/src/domain/verb.ts'],
  'cli-tests-import-only': ['cli/test/offender.ts', 'server/src/domain/verb.ts'],
  'model-imports-model-alone': ['server/src/domain/model/offender.ts', 'server/src/domain/verb.ts'],
  'ports-are-types': ['server/src/domain/ports/offender.ts', 'server/src/domain/model/app.ts'],
  'domain-names-its-ports': [
    'server/src/domain/apps/aggregate-offender.ts',
    'server/src/domain/ports/store.ts',
    'type',
  ],
  'domain-and-adapters-do-no-io': ['server/src/domain/reading-offender.ts', 'node:fs'],
  'domain-and-adapters-need-few-packages': ['server/src/adapters/package-offender.ts', 'fastify'],
  'api-build-files-and-web-run-anywhere': ['api/src/node-offender.ts', 'node:fs'],
  'drivers-do-not-know-each-other': [
    'server/src/drivers/sqlite/offender.ts',
    'server/src/drivers/memory/store.ts',
  ],
  'routes-do-not-know-each-other': [
    'server/src/http/routes/apps/offender.ts',
    'server/src/http/routes/keys/list.ts',
  ],
  'routing-knows-no-services': ['server/src/http/routing/offender.ts', 'server/src/http/services.ts', 'type'],
  'framework-stays-in-http': ['server/src/commands/framework-offender.ts', 'fastify'],
  'technology-stays-in-drivers': ['server/src/commands/technology-offender.ts', 'kysely'],
  'config-is-read-by-compose': ['server/src/http/config-offender.ts', 'server/src/config/config.ts'],
  'compose-is-called-by-main': ['server/src/commands/compose-offender.ts', 'server/src/compose.ts'],
  'source-does-not-import-tests': ['server/src/http/test-offender.ts', 'server/test/harness.ts'],
};

const isOurs = (imported: string): boolean => imported.endsWith('.ts');

const put = async (folder: string, path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
};

const target = 'export const thing = 1;\nexport type Thing = 1;\n';

/** A file that exports something and imports this. */
const importing = (from: string, imported: string, how?: 'type'): string => {
  const up = '../'.repeat(from.split('/').length - 1);
  const specifier = isOurs(imported) ? `./${up}${imported}` : imported;
  return `import ${how ?? ''} * as other from '${specifier}';\nexport type Other = typeof other;\n${target}`;
};

/** The violating files, their imports, and the real rules. */
const plant = async (folder: string): Promise<void> => {
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.json'])
    await cp(join(root, file), join(folder, file));
  for (const [from, imported, how] of Object.values(offenders)) {
    await put(folder, from, importing(from, imported, how));
    // A cycle needs the import in the other direction too.
    const isCircle = from.endsWith('/one.ts');
    if (isOurs(imported)) await put(folder, imported, isCircle ? importing(imported, from, how) : target);
    else if (!imported.startsWith('node:')) {
      await put(folder, `node_modules/${imported}/package.json`, `{"name":"${imported}","main":"index.js"}`);
      await put(folder, `node_modules/${imported}/index.js`, 'exports.thing = 1;\n');
    }
  }
};

const check = (folder: string): Promise<string> =>
  new Promise((resolve) => {
    const program = join(root, 'scripts', 'check-imports.mjs');
    execFile(process.execPath, [program], { cwd: folder }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });

describe('import rules', () => {
  test('each rule has an offender here', async () => {
    const rules = (await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href)).default;
    const names = rules.forbidden.map(({ name }: { name: string }) => name.split(':')[0]);
    assert.deepEqual(names.sort(), Object.keys(offenders).sort());
  });

  test('each offender is reported under its rule', async (t) => {
    const folder = await openFolder('import-rules');
    t.after(folder.remove);
    await plant(folder.path);
    const reported = await check(folder.path);
    const isReported = (rule: string, from: string): boolean =>
      reported.split('\n').some((line) => line.startsWith(rule) && line.includes(`: ${from} → `));
    for (const [rule, [from]] of Object.entries(offenders))
      assert.ok(isReported(rule, from), `${rule} is not reported:\n${reported}`);
  });
});
