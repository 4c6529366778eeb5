import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';

/** A member of a table in the source, with the text of the comment above it. */
export interface DocumentedMember {
  name: string;
  about: string;
  node: ts.Node;
}

const unwrap = (node: ts.Expression): ts.Expression =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? unwrap(node.expression) : node;

const membersOf = (node: ts.Node): readonly ts.Node[] => {
  if (ts.isInterfaceDeclaration(node)) return node.members;
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return [];
  const value = unwrap(node.initializer);
  if (ts.isArrayLiteralExpression(value)) return value.elements;
  return ts.isObjectLiteralExpression(value) ? value.properties : [];
};

const findDeclaration = (node: ts.Node, name: string): ts.Node | undefined => {
  const isNamed = ts.isInterfaceDeclaration(node) || ts.isVariableDeclaration(node);
  if (isNamed && ts.isIdentifier(node.name) && node.name.text === name) return node;
  return ts.forEachChild(node, (child) => findDeclaration(child, name));
};

const nameOf = (node: ts.Node): string => {
  if (ts.isStringLiteral(node)) return node.text;
  const { name } = node as ts.NamedDeclaration;
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';
};

const commentAbove = (node: ts.Node, text: string): string => {
  const last = ts.getLeadingCommentRanges(text, node.pos)?.at(-1);
  const comment = last === undefined ? '' : text.slice(last.pos, last.end);
  if (!comment.startsWith('/**')) return '';
  return comment
    .replaceAll(/^\/\*\*|\*\/$/g, '')
    .replaceAll(/^\s*\*/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
};

/** The members of an object, array or interface, in order. Throws if one has no doc comment. */
export const readDocComments = (file: string, declaration: string): DocumentedMember[] => {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = findDeclaration(source, declaration);
  const members = found === undefined ? [] : membersOf(found);
  if (members.length === 0) throw new Error(`${basename(file)} has no table ${declaration}.`);
  return members.map((node) => {
    const [name, about] = [nameOf(node), commentAbove(node, text)];
    if (name === '' || about === '')
      throw new Error(`${basename(file)}: describe ${name || 'each member'} in a /** comment */ above it.`);
    return { name, about, node };
  });
};
