import { join } from 'node:path';
import ts from 'typescript';
import { readDocComments } from './doc-comments.ts';
import { code, renderPage, renderTable, root } from './page.ts';

/** Names of the members of a type literal; those of other types are not resolved. */
const memberNames = (node: ts.Node | undefined): string[] => {
  if (node === undefined) return [];
  if (ts.isIntersectionTypeNode(node)) return node.types.flatMap(memberNames);
  if (!ts.isTypeLiteralNode(node)) return [];
  return node.members.flatMap(({ name }) => (name !== undefined && ts.isIdentifier(name) ? [name.text] : []));
};

const subjects: Readonly<Record<string, string>> = {
  app: 'slug of the app',
  channel: 'name of the channel',
  key: 'ID of the key',
  session: 'ID of the key',
  publisher: 'ID of the trusted publisher',
  'signing-key': 'ID of the signing key',
  domain: 'the domain',
  release: 'ID of the release',
  rollout: 'ID of the release',
  artifact: 'ID of the file',
};

export const renderEvents = (): string => {
  const events = readDocComments(join(root, 'server/src/domain/model/event.ts'), 'Details');
  const kinds = new Set(events.map(({ name }) => name.split('.')[0] ?? ''));
  return renderPage('Audit events', 'npm run docs', [
    '`slipway audit` and `GET /v1/apps/{app}/audit` list these actions, newest first. Filter by an action (`release.publish`) or by the part before its period (`release`). The actor is a key, `admin`, or `service` for what the server does automatically.',
    renderTable(
      ['Action', 'Meaning', 'Details'],
      events.map(({ name, about, node }) => {
        const details = ts.isPropertySignature(node) ? memberNames(node.type) : [];
        return [code(name), about, details.map(code).join(', ')];
      }),
    ),
    `## Subjects\n\n${renderTable(
      ['Actions', 'Subject'],
      [...kinds].map((kind) => [code(`${kind}.*`), subjects[kind] ?? '']),
    )}`,
  ]);
};
