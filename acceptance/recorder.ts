import type { Answer, Ask } from './dial.ts';

/** The part of an OpenAPI document that lists responses. */
export interface ApiDocument {
  openapi: string;
  paths: Record<string, Record<string, { responses?: Record<string, unknown> }>>;
}

/** A method and a path template of the document, such as `GET /v1/apps/{app}`. */
export type Route = string;

const pathOf = (url: string) => url.replace(/^http:\/\/[^/?]+/, '').replace(/\?.*$/, '');

const isDecodable = (path: string): boolean => {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
};

const matcher = (template: string) =>
  new RegExp(`^${template.replace(/\{path\}/g, '.+').replace(/\{[^}]+\}/g, '[^/]+')}$`);

/** More literal segments win, so that a download does not match a check. */
const literalness = (template: string) => template.split('/').filter((part) => !part.startsWith('{')).length;

/** Records the statuses per route, to compare with the document. */
export const createRecorder = () => {
  const observed = new Set<string>();
  return {
    /** A path that cannot be decoded matches no route. */
    record: (ask: Ask, answer: Answer): void => {
      const path = pathOf(ask.url);
      if (isDecodable(path)) observed.add(`${ask.method ?? 'GET'} ${answer.status} ${path}`);
    },

    /** Every route of the document with its observed statuses. */
    byRoute: (document: ApiDocument): Map<Route, Set<string>> => {
      const templates = Object.entries(document.paths)
        .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method })))
        .map(({ path, method }) => ({ path, method: method.toUpperCase(), regexp: matcher(path) }))
        .sort((one, other) => literalness(other.path) - literalness(one.path));
      const found = new Map(templates.map(({ method, path }) => [`${method} ${path}`, new Set<string>()]));
      for (const line of observed) {
        const [method = '', status = '', path = ''] = line.split(' ');
        const route = templates.find((one) => one.method === method && one.regexp.test(path));
        if (route !== undefined) found.get(`${route.method} ${route.path}`)?.add(status);
      }
      return found;
    },
  };
};
