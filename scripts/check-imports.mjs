// Checks the import rules below the working folder. Fails when no modules were read, too: with TypeScript 7 the cruiser sees none and passes.
import { existsSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const folders = [
  'api',
  'core',
  'build-files',
  'server',
  'cli',
  'web',
  'lab',
  'acceptance',
  'clients',
  'bench',
];
const present = folders.filter((folder) => existsSync(folder));
const config = await extractConfig('./.dependency-cruiser.mjs');
const { output } = await cruise(present, { ...config.options, ruleSet: config, validate: true }, undefined, {
  tsConfig: extractTsConfig('./tsconfig.json'),
});
const { violations, totalCruised } = output.summary;
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}`);
if (totalCruised < 50) console.error(`only ${totalCruised} modules were read: the check itself is broken`);
console.log(`import rules: ${totalCruised} modules, ${violations.length} violations`);
process.exit(violations.length === 0 && totalCruised >= 50 ? 0 : 1);
