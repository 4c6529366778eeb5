import { routeTable } from '../../server/src/http/route-table.ts';
import type { Access } from '../../server/src/http/routing/route.ts';
import { code, renderPage, renderTable } from './page.ts';

/** Access that is no scope of a key. */
const access: Readonly<Partial<Record<Access, string>>> = {
  'any key': 'any key, or a session',
  admin: 'the admin key',
  anyone: 'anyone, on hosts of no app',
  base: 'anyone, on the base host',
  site: 'anyone, on the host of an app',
  'site-or-base': 'anyone, on the host of an app or the base host',
  'every-host': 'anyone, on every host',
};

const pathOf = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}');

export const renderRoutes = (): string =>
  renderPage('Routes', 'npm run docs', [
    'A running server has the same list with fields and examples at `/docs`, and as OpenAPI at `/v1/openapi.json`. A name in backticks under Access is a scope: a key of the app needs it. The admin key may call everything.',
    renderTable(
      ['Route', 'Access', 'Summary'],
      routeTable.flatMap(([method, url, need, route, onSite]) => {
        const path = code(`${method} ${pathOf(url)}`);
        const scopes = need.split(' or ').map(code).join(' or ');
        const row = [path, access[need] ?? scopes, route.summary];
        return onSite === undefined ? [row] : [row, [path, access.site ?? '', onSite.summary]];
      }),
    ),
  ]);
