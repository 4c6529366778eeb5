import { isDeepStrictEqual } from 'node:util';
import { setJsonValue } from './json-edit.ts';

/* Where electron-builder is told of updates: `publish`, in package.json's `build` or in a file of its own. */

/** The file that holds electron-builder's configuration. */
export interface BuilderConfig {
  path: string;
  format: 'json' | 'yaml';
  /** Where in it the configuration is: `build` in package.json. */
  at: string[];
}

/** What tells the service the version of an app that asks: electron-builder writes its own into the address. */
const versionMacro = `/from/\${version}`;

/**
 * The address of the feed that electron-updater reads, as electron-builder's configuration takes it. electron-updater
 * does not send its version, so without it in the address the fleet cannot be told and version rules do not apply.
 */
export const electronFeedUrl = (publicUrl: string, channel: string): string =>
  `${publicUrl}/feeds/electron/${channel}${versionMacro}`;

const publishOf = (url: string) => ({ provider: 'generic', url });

/** What became of a configuration: its new text, or why it stays as it is. */
export type ConfigChange = { text: string } | 'same' | 'versionless' | 'other';

type Members = Record<string, unknown>;

const judge = (publish: unknown, url: string): 'missing' | 'same' | 'versionless' | 'other' => {
  if (publish === undefined || publish === null) return 'missing';
  // Of several electron-updater asks the first.
  const [first] = Array.isArray(publish) ? (publish as unknown[]) : [publish];
  const known = (first as Members | undefined)?.url;
  if (known === url) return 'same';
  return typeof known === 'string' && `${known.replace(/\/$/, '')}${versionMacro}` === url
    ? 'versionless'
    : 'other';
};

const changeJson = (text: string, at: string[], url: string): ConfigChange => {
  const root = JSON.parse(text.replace(/^\ufeff/, '')) as Members;
  const config = at.reduce<Members>((inner, name) => (inner[name] ?? {}) as Members, root);
  const found = judge(config.publish, url);
  return found === 'missing' ? { text: setJsonValue(text, [...at, 'publish'], publishOf(url)) } : found;
};

/** A block at the end, where the text is one that a block can be added to. */
const changeYaml = async (text: string, url: string): Promise<ConfigChange> => {
  const { parse } = await import('../formats/yaml.ts');
  const config = (parse(text) ?? {}) as Members;
  const found = judge(config.publish, url);
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

/** The configuration with the feed's address where it names none; throws for what is neither JSON nor YAML. */
export const setPublishUrl = async (
  text: string,
  { format, at }: Pick<BuilderConfig, 'format' | 'at'>,
  url: string,
): Promise<ConfigChange> => (format === 'json' ? changeJson(text, at, url) : await changeYaml(text, url));
