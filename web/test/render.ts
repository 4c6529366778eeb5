import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import type { ComponentType, VNode } from 'preact';

/* Renders screens as text without a browser, from a state that the test sets. */

registerHooks({
  load: (url, context, next) => {
    if (!url.endsWith('.tsx')) return next(url, context);
    const { source } = next(url, { ...context, format: 'module' });
    const { code } = transformSync(String(source), {
      ...{ loader: 'tsx', jsx: 'automatic', jsxImportSource: 'preact' },
      sourcefile: fileURLToPath(url),
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

const setLocation = (path: string): void => {
  Object.assign(globalThis, { location: new URL(path, 'http://localhost:8080') });
};
setLocation('/');

const { h } = await import('preact');
const { renderToString } = await import('preact-render-to-string');
const { currentLocation, readLocation } = await import('../src/app/location.ts');

export const openAt = (path: string): void => {
  setLocation(path);
  currentLocation.value = readLocation(false);
};

export const draw = (node: VNode): string => renderToString(node);

export const drawComponent = <Props extends object>(component: ComponentType<Props>, props: Props): string =>
  draw(h(component as ComponentType<object>, props));

/** The visible text of HTML. */
export const wordsIn = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim();
