/* Supports the subset of GitHub's workflow expressions that the recipes use: names and comparisons with a text. */

export type Values = ReadonlyMap<string, string>;

const name = /^[A-Za-z_][\w.-]*$/;

const lookUp = (text: string, values: Values): string => {
  const value = values.get(text);
  if (!name.test(text) || value === undefined) throw new Error(`\${{ ${text} }} is not known to this runner`);
  return value;
};

export const fill = (text: string, values: Values): string =>
  text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => lookUp(expression, values));

export const fillAll = (texts: Record<string, unknown>, values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fill(String(text), values)]));

export const holds = (condition: string, values: Values): boolean => {
  const [, left = '', right] = /^([\w.-]+) == '([^']*)'$/.exec(condition) ?? [];
  return lookUp(left, values) === right;
};
