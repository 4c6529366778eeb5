import { isDeepStrictEqual } from 'node:util';
import { setJsonValue } from './json-edit.ts';

/* electron-builder reads the feed address from `publish`, in package.json's `build` or in a separate file. */

export interface BuilderConfig {
  path: string;
  format: 'json' | 'yaml';
  /** The path to the configuration in the file: `build` in package.json. */
  at: string[];
}

/** electron-builder replaces this macro, so that the address contains the client's version. */
const versionMacro = `/from/\${version}`;

/**
 * The feed address for electron-builder's configuration. electron-updater does not send its version, so without it in
 * the address there are no fleet numbers, and version rules do not apply.
 */
export const electronFeedUrl = (publicUrl: string, channel: string): string =>
  `${publicUrl}/feeds/electron/${channel}${versionMacro}`;

const publishOf = (url: string) => ({ provider: 'generic', url });

/** The new text, or the reason why the configuration stays unchanged. */
export type ConfigChange = { text: string } | 'same' | 'versionless' | 'other';

type Members = Record<string, unknown>;

const comparePublishUrl = (publish: unknown, url: string): 'missing' | 'same' | 'versionless' | 'other' => {
  if (publish === undefined || publish === null) return 'missing';
  // electron-updater uses the first of several providers.
  const [first] = Array.isArray(publish) ? (publish as unknown[]) : [publish];
  const existing = (first as Members | undefined)?.url;
  if (existing === url) return 'same';
  return typeof existing === 'string' && `${existing.replace(/\/$/, '')}${versionMacro}` === url
    ? 'versionless'
    : 'other';
};

const changeJson = (text: string, at: string[], url: string): ConfigChange => {
  const root = JSON.parse(text.replace(/^\ufeff/, '')) as Members;
  const config = at.reduce<Members>((inner, name) => (inner[name] ?? {}) as Members, root);
  const found = comparePublishUrl(config.publish, url);
  return found === 'missing' ? { text: setJsonValue(text, [...at, 'publish'], publishOf(url)) } : found;
};

/** Appends a block if the text allows it. */
const changeYaml = async (text: string, url: string): Promise<ConfigChange> => {
  const { parse } = await import('../formats/yaml.ts');
  const config = (parse(text) ?? {}) as Members;
  const found = comparePublishUrl(config.publish, url);
  if (found !== 'missing') return found;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' || text.endsWith('\n') ? '' : end;
  const added = `${text}${gap}${['publish:', '  provider: generic', `  url: ${url}`, ''].join(end)}`;
  try {
    return isDeepStrictEqual(parse(added), { ...config, publish: publishOf(url) })
      ? { text: added }
      : 'other';
  } catch {
    return 'other';
  }
};

/** Adds the feed address if there is none; throws if the text is neither JSON nor YAML. */
export const setPublishUrl = async (
  text: string,
  { format, at }: Pick<BuilderConfig, 'format' | 'at'>,
  url: string,
): Promise<ConfigChange> => (format === 'json' ? changeJson(text, at, url) : await changeYaml(text, url));
