import { matchesRef } from '../../model/claim-pattern.ts';
import type { Fault } from '../../model/errors.ts';
import type { Claims } from '../../model/trusted-publisher.ts';
import {
  claimMismatch,
  claimText,
  isSameNameIgnoringCase,
  type ProviderRules,
  truncatedClaim,
} from './provider-rules.ts';

/*
 * GitHub Actions. `sub` is ignored because repositories can customize it. The workflow is the one that was started
 * (`workflow_ref`); `job_workflow_ref` would keep reusable workflows from publishing.
 */

/** Events that run untrusted code: pull requests, their reviews and comments, and follow-up workflows. */
const refusedEvents = /^(?:pull_request|workflow_run$)/;

/** Refs with untrusted code. */
const pullRefs = 'refs/pull/';

const folder = '/.github/workflows/';

/** Parses `acme/app/.github/workflows/release.yml@refs/tags/v1`. */
const workflowOf = (ref: string | undefined): { repository: string; file: string } | undefined => {
  const [path = '', ...rest] = ref?.split('@') ?? [];
  const at = path.indexOf(folder);
  // `release.yml@x.yml` is not `release.yml`, and files from pull requests are untrusted.
  if (at === -1 || !/^(?:refs\/(?!pull\/)|[0-9a-f]{40}$)/.test(rest.join('@'))) return undefined;
  return { repository: path.slice(0, at), file: path.slice(at + folder.length) };
};

const workflowDiffers = (expected: string, claims: Claims): boolean => {
  const workflow = workflowOf(claimText(claims.workflow_ref));
  return (
    workflow?.file !== expected || !isSameNameIgnoringCase(workflow.repository, claimText(claims.repository))
  );
};

const eventDiffers = (claims: Claims): boolean => {
  const event = claimText(claims.event_name);
  return event === undefined || refusedEvents.test(event);
};

/** Rejects pull request refs for every event, even if the policy names no ref. */
const refDifferences = (expected: string | undefined, claims: Claims): Fault[] => {
  const ref = claimText(claims.ref) ?? '';
  if (ref.startsWith(pullRefs)) return [claimMismatch('ref', `a ref outside ${pullRefs}`, claims)];
  return expected === undefined || matchesRef(expected, ref) ? [] : [claimMismatch('ref', expected, claims)];
};

const refFaults = (ref: string | undefined): Fault[] =>
  ref === undefined || /^refs\/(heads|tags)\/./.test(ref)
    ? []
    : [{ pointer: '/ref', code: 'ref', detail: 'ref must start with refs/heads/ or refs/tags/.' }];

export const github: ProviderRules = {
  members: ['repository', 'workflow', 'environment', 'ref'],
  required: ['repository', 'workflow'],
  pins: { repositoryId: 'repository_id', repositoryOwnerId: 'repository_owner_id' },
  faultsOf: ({ ref }) => refFaults(ref),
  mayBelongTo: ({ repository }, claims) => isSameNameIgnoringCase(repository, claimText(claims.repository)),
  revealsMismatch: true,
  isAnyBranch: ({ ref, environment }) =>
    environment === undefined && (ref === undefined || /^refs\/heads\/\*+$/.test(ref)),

  mismatches: ({ claims: expected }, claims) => {
    const { workflow = '', environment, ref } = expected;
    return [
      ...(eventDiffers(claims)
        ? [claimMismatch('event_name', 'an event other than workflow_run or pull_request*', claims)]
        : []),
      ...(workflowDiffers(workflow, claims)
        ? [claimMismatch('workflow_ref', `the workflow ${workflow}`, claims)]
        : []),
      ...(environment !== undefined && !isSameNameIgnoringCase(environment, claimText(claims.environment))
        ? [claimMismatch('environment', environment, claims)]
        : []),
      ...refDifferences(ref, claims),
    ];
  },

  provenanceOf: (claims) => ({
    provider: 'github',
    repository: truncatedClaim(claims.repository),
    ref: truncatedClaim(claims.ref),
    sha: truncatedClaim(claims.sha),
    runId: truncatedClaim(claims.run_id),
    workflow: truncatedClaim(workflowOf(claimText(claims.workflow_ref))?.file),
    environment: truncatedClaim(claims.environment),
    actor: truncatedClaim(claims.actor),
  }),
};
