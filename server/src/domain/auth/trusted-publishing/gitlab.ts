import { matchesRef } from '../../model/claim-pattern.ts';
import type { Fault } from '../../model/errors.ts';
import type { Claims, TrustedPublisher } from '../../model/trusted-publisher.ts';
import {
  claimMismatch,
  claimText,
  isSameNameIgnoringCase,
  type ProviderRules,
  truncatedClaim,
} from './provider-rules.ts';

/* GitLab CI. Its refs have no `refs/` prefix; a separate claim gives their type. */

/** Parses `gitlab.com/acme/app//.gitlab-ci.yml@refs/tags/v1`. */
const configOf = (uri: string | undefined): { place: string; file: string } | undefined => {
  const [path = '', ...rest] = uri?.split('@') ?? [];
  const at = path.indexOf('//');
  if (at === -1 || !rest.join('@').startsWith('refs/')) return undefined;
  return { place: path.slice(0, at), file: path.slice(at + 2) };
};

const configDiffers = (
  { issuer, claims: expected }: Pick<TrustedPublisher, 'issuer' | 'claims'>,
  claims: Claims,
): boolean => {
  const config = configOf(claimText(claims.ci_config_ref_uri));
  const place = `${issuer.replace(/^https?:\/\//, '')}/${expected.project}`;
  return config?.file !== expected.configFile || !isSameNameIgnoringCase(config?.place, place);
};

const refFaults = (ref: string | undefined): Fault[] =>
  ref?.startsWith('refs/') === true
    ? [
        {
          pointer: '/ref',
          code: 'ref',
          detail: 'ref must be a name without refs/. Use refType for its kind.',
        },
      ]
    : [];

/** Each is compared exactly with one claim. */
const plain = { refType: 'ref_type', refProtected: 'ref_protected', environment: 'environment' } as const;

export const gitlab: ProviderRules = {
  members: ['project', 'configFile', 'ref', 'refType', 'refProtected', 'environment'],
  required: ['project'],
  pins: { projectId: 'project_id', namespaceId: 'namespace_id' },
  faultsOf: ({ ref }) => refFaults(ref),
  mayBelongTo: ({ project }, claims) => isSameNameIgnoringCase(project, claimText(claims.project_path)),
  revealsMismatch: true,
  isAnyBranch: ({ ref, environment, refProtected }) =>
    environment === undefined && refProtected !== 'true' && (ref === undefined || /^\*+$/.test(ref)),

  mismatches: (policy, claims) => {
    const { configFile, ref } = policy.claims;
    const own = Object.entries(plain).flatMap(([member, claim]) => {
      const expected = policy.claims[member];
      return expected === undefined || expected === claimText(claims[claim])
        ? []
        : [claimMismatch(claim, expected, claims)];
    });
    return [
      ...(configFile !== undefined && configDiffers(policy, claims)
        ? [claimMismatch('ci_config_ref_uri', `the file ${configFile}`, claims)]
        : []),
      ...(ref !== undefined && !matchesRef(ref, claimText(claims.ref) ?? '')
        ? [claimMismatch('ref', ref, claims)]
        : []),
      ...own,
    ];
  },

  provenanceOf: (claims) => ({
    provider: 'gitlab',
    repository: truncatedClaim(claims.project_path),
    ref: truncatedClaim(claims.ref),
    sha: truncatedClaim(claims.sha),
    runId: truncatedClaim(claims.pipeline_id),
    workflow: truncatedClaim(configOf(claimText(claims.ci_config_ref_uri))?.file),
    environment: truncatedClaim(claims.environment),
    actor: truncatedClaim(claims.user_login),
  }),
};
