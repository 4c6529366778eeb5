import { join } from 'node:path';
import { readConfig } from '../../server/src/config/config.ts';
import { defaultIssuers } from '../../server/src/config/oidc-issuers.ts';
import { readDocComments } from './doc-comments.ts';
import { code, renderPage, renderTable, root } from './page.ts';

const readDefaults = (): Readonly<Record<string, string>> => {
  const { listen, database, storage, ...config } = readConfig({});
  const onPostgres = readConfig({ SLIPWAY_DATABASE_URL: 'postgres://localhost/slipway' }).database;
  return {
    PORT: code(String(listen.port)),
    HOST: code(listen.host),
    SLIPWAY_BASE_URL: '`http://localhost:PORT`',
    SLIPWAY_PUBLIC_URL: '`http://{slug}.localhost:PORT`',
    SLIPWAY_DATABASE_URL: database.kind === 'sqlite' ? code(`sqlite:${database.file}`) : '',
    SLIPWAY_DATABASE_POOL: onPostgres.kind === 'postgres' ? code(String(onPostgres.poolSize)) : '',
    SLIPWAY_STORAGE_URL: storage.kind === 'files' ? code(`file:${storage.root}`) : '',
    SLIPWAY_UPLOAD_PORT: '`PORT` + 1',
    SLIPWAY_UPLOAD_URL: '`http://localhost:SLIPWAY_UPLOAD_PORT`',
    SLIPWAY_MAX_ARTIFACT_BYTES: code(String(config.maxArtifactBytes)),
    SLIPWAY_DISK_RESERVE: 'a tenth of the file system, 4 to 256 MiB',
    SLIPWAY_OIDC_ISSUERS: code(defaultIssuers),
    SLIPWAY_DNS_SERVERS: "the machine's",
    SLIPWAY_WORKERS: code(String(config.workers)),
    SLIPWAY_CATALOG_MIB: code(String(config.catalogBytes / 1024 ** 2)),
    SLIPWAY_DRAIN_SECONDS: code(String(config.drainSeconds)),
    SLIPWAY_FAST_PATH: code(config.hasFastPath ? 'on' : 'off'),
    LOG_LEVEL: code(config.logLevel),
  };
};

export const renderConfiguration = (): string => {
  const defaults = readDefaults();
  const settings = readDocComments(join(root, 'server/src/config/setting-names.ts'), 'settingNames');
  return renderPage('Configuration', 'npm run docs', [
    'The server reads environment variables; each has a default. Invalid or misspelled settings stop startup with an error that names them. Days, months, and log times are UTC.',
    renderTable(
      ['Variable', 'Default', 'Meaning'],
      settings.map(({ name, about }) => [code(name), defaults[name] ?? 'none', about]),
    ),
    "The CLI's settings are in [cli.md](cli.md#settings).",
  ]);
};
