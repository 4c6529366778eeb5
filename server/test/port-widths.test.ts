import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import ts from 'typescript';

/*
 * A port is what one use case needs, so it is small. Inherited methods count, and so do properties that are functions.
 * Only the drivers and the composition know the aggregates, which add no methods of their own.
 */

const folder = new URL('../src/domain/ports/', import.meta.url);
const aggregates = ['Blobs', 'Store', 'StoreReads', 'Transaction'];
const most = 14;

const isFunction = (type: ts.Type): boolean =>
  type.isUnion() ? type.types.some(isFunction) : type.getCallSignatures().length > 0;

/** The number of methods of each exported interface, by name. */
const portWidths = (files: ReadonlyMap<string, string>): Map<string, number> => {
  const host = ts.createCompilerHost({});
  host.getSourceFile = (name, options) => {
    const text = files.get(name.slice(name.lastIndexOf('/') + 1));
    return text === undefined ? undefined : ts.createSourceFile(name, text, options);
  };
  host.fileExists = (name) => files.has(name.slice(name.lastIndexOf('/') + 1));
  const names = [...files.keys()].map((name) => `/${name}`);
  const options = { noLib: true, strict: true, allowImportingTsExtensions: true, noEmit: true, types: [] };
  const program = ts.createProgram(names, options, host);
  const checker = program.getTypeChecker();
  const interfaces = program
    .getSourceFiles()
    .flatMap(({ statements }) => statements.filter((one) => ts.isInterfaceDeclaration(one)));
  return new Map(
    interfaces.map((one) => {
      const members = checker.getTypeAtLocation(one).getProperties();
      const methods = members.filter((member) => isFunction(checker.getTypeOfSymbolAtLocation(member, one)));
      return [one.name.text, methods.length];
    }),
  );
};

const tooWide = (widths: ReadonlyMap<string, number>): string[] =>
  [...widths].filter(([, methods]) => methods > most).map(([name]) => name);

describe('ports', () => {
  test(`none but the aggregates has more than ${most} methods`, async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
    const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
    const widths = portWidths(new Map(names.map((name, index) => [name, texts[index] ?? ''])));
    assert.deepEqual(tooWide(widths).sort(), aggregates);
    assert.ok((widths.get('Releases') ?? 0) > 5 && widths.size > 40);
    const bodies = new RegExp(`interface (?:${aggregates.join('|')})\\b[^{]*\\{\\}`, 'g');
    assert.equal(texts.join('\n').match(bodies)?.length, aggregates.length);
  });

  test('inherited methods and functions in properties count', () => {
    const eight = (letter: string) => Array.from({ length: 8 }, (_, index) => `${letter}${index}`);
    const methods = `export interface Half {\n${eight('a')
      .map((name) => `${name}(): void;`)
      .join('\n')}\n}`;
    const properties = eight('b').map((name) => `readonly ${name}: ((text: string) => void) | undefined;`);
    const whole = `import type { Half } from './half.ts';\nexport interface Whole extends Half {\n${properties.join('\n')}\n}`;
    const widths = portWidths(
      new Map([
        ['half.ts', methods],
        ['whole.ts', whole],
      ]),
    );
    assert.deepEqual(
      [...widths],
      [
        ['Half', 8],
        ['Whole', 16],
      ],
    );
    assert.deepEqual(tooWide(widths), ['Whole']);
  });
});
