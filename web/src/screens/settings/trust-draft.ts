import type { Provider, Scope, TrustedPublisherCreation } from '@slipway/api';

export interface TrustDraft {
  provider: Provider;
  fields: Readonly<Record<string, string>>;
  isProtected: boolean;
  scopes: ReadonlySet<Scope>;
  ttlMinutes: string;
}

export interface TrustField {
  name: string;
  label: string;
  help: string;
  placeholder: string;
  isRequired?: boolean;
  rows?: number;
}

const environment: TrustField = {
  name: 'environment',
  label: 'Environment',
  placeholder: 'release',
  help: 'Recommended: limits who can run the job. Leave empty for any.',
};

const issuerOf = (own: string): TrustField => ({
  name: 'issuer',
  label: 'Issuer',
  placeholder: own,
  help: 'Only for self-hosted instances allowed by your server administrator.',
});

/** Form fields by provider, required ones first. */
export const trustFields: Readonly<Record<Provider, readonly TrustField[]>> = {
  github: [
    {
      name: 'repository',
      label: 'Repository',
      placeholder: 'acme/lantern',
      help: 'owner/name',
      isRequired: true,
    },
    {
      name: 'workflow',
      label: 'Workflow',
      placeholder: 'release.yml',
      help: 'File name in .github/workflows.',
      isRequired: true,
    },
    environment,
    {
      name: 'ref',
      label: 'Branch or tag',
      placeholder: 'refs/tags/v*',
      help: '* matches anything except a slash. Leave empty for any.',
    },
    issuerOf('https://token.actions.githubusercontent.com'),
  ],
  gitlab: [
    {
      name: 'project',
      label: 'Project',
      placeholder: 'acme/lantern',
      help: 'group/subgroup/name',
      isRequired: true,
    },
    {
      name: 'configFile',
      label: 'Configuration file',
      placeholder: '.gitlab-ci.yml',
      help: 'Path in the project. Leave empty for any.',
    },
    environment,
    {
      name: 'ref',
      label: 'Branch or tag',
      placeholder: 'v*',
      help: 'Without refs/. * matches anything except a slash. Leave empty for any.',
    },
    issuerOf('https://gitlab.com'),
  ],
  oidc: [
    {
      name: 'issuer',
      label: 'Issuer',
      placeholder: 'https://ci.example.com',
      help: 'Token issuer. Must be in SLIPWAY_OIDC_ISSUERS.',
      isRequired: true,
    },
    {
      name: 'claims',
      label: 'Required claims',
      placeholder: 'sub = project:acme/lantern:*\nenvironment = release',
      help: 'One name = value per line, including sub. * matches any characters.',
      isRequired: true,
      rows: 3,
    },
  ],
};

export const emptyTrustDraft: TrustDraft = {
  provider: 'github',
  fields: {},
  isProtected: false,
  scopes: new Set<Scope>(['publish', 'read']),
  ttlMinutes: '30',
};

/** The trimmed text of a field. */
export const textOf = ({ fields }: TrustDraft, name: string): string => (fields[name] ?? '').trim();

/** Parses one claim per line; undefined if a line is invalid. */
export const parseClaims = (text: string): Record<string, string> | undefined => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line): [string, string] => {
    const at = line.indexOf('=');
    return at === -1 ? ['', ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return pairs.every(([name, value]) => name !== '' && value !== '') ? Object.fromEntries(pairs) : undefined;
};

/** Whether anyone who can push a branch could publish. The server warns by the same rule. */
export const allowsAnyBranch = (draft: TrustDraft): boolean => {
  if (draft.provider === 'oidc' || textOf(draft, 'environment') !== '') return false;
  const ref = textOf(draft, 'ref');
  if (draft.provider === 'github') return ref === '' || /^refs\/heads\/\*+$/.test(ref);
  return !draft.isProtected && (ref === '' || /^\*+$/.test(ref));
};

/** The API request: the provider's fields that are not empty. */
export const toTrustCreation = (draft: TrustDraft): TrustedPublisherCreation => {
  const { provider, isProtected, scopes, ttlMinutes } = draft;
  const names = [...trustFields[provider].map(({ name }) => name), 'name'];
  const fields = names
    .filter((name) => name !== 'claims' && textOf(draft, name) !== '')
    .map((name) => [name, textOf(draft, name)]);
  return {
    provider,
    ...Object.fromEntries(fields),
    ...(provider === 'oidc' ? { claims: parseClaims(textOf(draft, 'claims')) ?? {} } : {}),
    ...(provider === 'gitlab' && isProtected ? { refProtected: true } : {}),
    scopes: [...scopes],
    ttlSeconds: Number(ttlMinutes) * 60,
  };
};
