import type { Key, Scope } from '@slipway/api';
import { scopeDescriptions } from './messages.ts';

/* Keys, their scopes and examples of their use. */

export const scopeNames = Object.keys(scopeDescriptions) as Scope[];

/** Lifetimes in days; an empty string means no expiry. */
export const lifetimes = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['', 'Never expires'],
] as const;

/** The expiry date for a lifetime in days. */
export const expiryOf = (days: string, now = Date.now()): string | null =>
  days === '' ? null : new Date(now + Number(days) * 86_400_000).toISOString();

export const keyState = (
  { revokedAt, expiresAt }: Key,
  now = Date.now(),
): 'active' | 'expired' | 'revoked' => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'active';
};

/** Sorts active keys first, then the newest. */
export const sortKeys = (keys: readonly Key[], now = Date.now()): Key[] => {
  const rank = (key: Key): number => (keyState(key, now) === 'active' ? 0 : 1);
  return [...keys].sort((a, b) => rank(a) - rank(b) || (a.createdAt < b.createdAt ? 1 : -1));
};

/** A GitHub Actions step that reads the key from a secret. */
export const githubSnippet = (url: string, app: string): string =>
  `# Settings → Secrets → Actions: SLIPWAY_KEY\n- uses: your/slipway@v1\n  with:\n    url: ${url}\n    app: ${app}\n    key: \${{ secrets.SLIPWAY_KEY }}`;

/** A GitLab job that reads the key from a masked variable. */
export const gitlabSnippet = (url: string, app: string): string =>
  `# Settings → CI/CD → Variables: SLIPWAY_KEY, masked\npublish:\n  variables:\n    SLIPWAY_URL: ${url}\n    SLIPWAY_APP: ${app}\n  script:\n    - slipway publish`;

/** An example command for a key that cannot publish, by its strongest scope. */
const commands: readonly (readonly [Scope, string])[] = [
  ['withdraw', 'releases withdraw 1.2.0 --reason "Crashes on launch"'],
  ['prune', 'prune 1.2.0'],
  ['report', 'rollout report --good 412 --bad 3'],
  ['manage', 'channels list'],
  ['read', 'releases list'],
];

/** Shell commands for a key that cannot publish; `read` keeps the key out of the shell history. */
export const terminalSnippet = (url: string, app: string, scopes: readonly Scope[]): string =>
  `export SLIPWAY_URL=${url} SLIPWAY_APP=${app}\nread -rs SLIPWAY_KEY && export SLIPWAY_KEY\nslipway ${
    commands.find(([scope]) => scopes.includes(scope))?.[1]
  }`;
