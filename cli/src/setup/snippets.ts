import { quoteForShell } from '../terminal/shell-quote.ts';
import { electronFeedUrl } from './electron-config.ts';
import type { Remote } from './remote.ts';
import { tauriEndpoint } from './tauri-config.ts';

/* Snippets for the app and its pipeline. A test compares them with docs/CLIENTS.md. */

/** For users who edit tauri.conf.json by hand. */
export const tauriSnippet = (publicUrl: string, channel: string): string =>
  JSON.stringify(
    {
      bundle: { createUpdaterArtifacts: true },
      plugins: {
        updater: {
          pubkey: 'contents of your .pub file',
          endpoints: [tauriEndpoint(publicUrl, channel)],
        },
      },
    },
    null,
    2,
  );

export const electronBuilderSnippet = (publicUrl: string, channel: string): string =>
  `publish:
  provider: generic
  url: ${electronFeedUrl(publicUrl, channel)}
`;

/** Main process code for Electron's built-in updater, which Forge's makers support. */
export const forgeSnippet = (publicUrl: string, channel: string): string =>
  `import { UpdateSourceType, updateElectronApp } from 'update-electron-app';

updateElectronApp({
  updateSource: {
    type: UpdateSourceType.StaticStorage,
    baseUrl: \`${publicUrl}/feeds/squirrel/${channel}/\${process.platform}-\${process.arch}\`,
  },
});
`;

/** Main process code that finds and downloads an update. */
export const electronSnippet = (publicUrl: string, channel: string): string =>
  `import { createHash } from 'node:crypto';

const updates = '${publicUrl}/releases/${channel}';

// Slipway's words for what Node calls win32 and x64. A check is answered by exact match.
const systems = { win32: 'windows', darwin: 'darwin', linux: 'linux' };
const arches = { x64: 'x86_64', arm64: 'aarch64', ia32: 'i686', arm: 'armv7', riscv64: 'riscv64' };

/** { version, notes, pub_date, url, size, sha256, signature }, or undefined when up to date. */
export const findUpdate = async (currentVersion, base = updates) => {
  const [system, arch] = [systems[process.platform], arches[process.arch]];
  if (!system || !arch) throw new Error(\`There are no updates for \${process.platform} \${process.arch}.\`);
  const answer = await fetch(\`\${base}/\${system}/\${arch}/\${encodeURIComponent(currentVersion)}\`);
  if (answer.status === 204) return undefined;
  if (!answer.ok) throw new Error(\`The check was answered \${answer.status}.\`);
  return answer.json();
};

export const download = async ({ url, sha256 }) => {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== sha256) throw new Error('These are not the published bytes.');
  return bytes;
};
`;

/** The one-time command that lets a pipeline publish without a secret; other pipelines need a key. */
const identitySnippet = (app: string, remote: Remote | undefined): string => {
  const to = `--app ${quoteForShell(app)}`;
  if (remote?.provider === 'github')
    return `# no secret needed. Run once: slipway trust add github ${remote.name} --workflow release.yml --environment release ${to}
# in the job: environment: release, permissions: { contents: read, id-token: write }`;
  if (remote?.provider === 'gitlab')
    return `# no secret needed. Run once: slipway trust add gitlab ${remote.name} --environment release --protected ${to}
# in the job: environment: { name: release }, id_tokens: { SLIPWAY_ID_TOKEN: { aud: $SLIPWAY_URL } }`;
  return `# GitHub and GitLab need no secret: slipway trust add --help
# elsewhere, set SLIPWAY_KEY from your CI secrets`;
};

export const pipelineSnippet = (at: {
  url: string;
  app: string;
  channel: string;
  remote?: Remote | undefined;
}): string => {
  const channel = at.channel === 'stable' ? '' : ` SLIPWAY_CHANNEL=${quoteForShell(at.channel)}`;
  return `export SLIPWAY_URL=${quoteForShell(at.url)} SLIPWAY_APP=${quoteForShell(at.app)}${channel}
${identitySnippet(at.app, at.remote)}
slipway publish --yes`;
};
