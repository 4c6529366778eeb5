import type { EvidenceLine, Release, Rollout, RolloutDetails, RolloutPlan, Simulation } from '@slipway/api';
import type { Confirmation } from '../../actions/confirmation.ts';
import type { EffectLine } from '../../actions/effect-lines.ts';
import { summarizeUploads } from '../../actions/upload-summary.ts';
import { formatBytes, formatCount, formatQuantity, formatShare, formatTime } from '../../ui/format.ts';
import { type RuleFields, type RulesDraft, rulesChange, toRuleFields } from './rules.ts';

/* The sentences of the release screen; those of its history are in `audit/messages.ts`. Pure. */

export const filesDeleted = 'Files already deleted.';
export const resumeFirst = 'Resume the rollout first.';
export const availableToEveryone = 'Available to everyone.';
export const percentErrors = {
  range: 'Enter a number from 0 to 100.',
  decimals: 'Use at most one decimal place.',
};

export const notesSaved = 'Saved release notes.';

/* Before it is published */

export interface ChecklistStep {
  text: string;
  detail?: string;
  isDone: boolean;
}

/** Open items before a draft can be published. */
export const publishSteps = (release: Pick<Release, 'artifacts' | 'notes' | 'warnings'>): ChecklistStep[] => {
  const { total, done, missing } = summarizeUploads(release);
  const arrived: ChecklistStep = { text: `${formatQuantity(total, 'file')} uploaded`, isDone: true };
  return [
    total === 0
      ? { text: 'Add a file for at least one platform', isDone: false }
      : { text: `${formatQuantity(total, 'file')} added`, isDone: true },
    ...(total > 0 && done === total ? [arrived] : []),
    ...missing.map(({ target, format, size, sha256 }) => ({
      text: `Upload the file for ${target}`,
      detail: `${format}, ${formatBytes(size)}, SHA-256 ${sha256.slice(0, 8)}…`,
      isDone: false,
    })),
  ];
};

/** Why a draft cannot be published yet; undefined if it can. */
export const draftBlocker = (
  release: Pick<Release, 'artifacts' | 'notes' | 'warnings'>,
): string | undefined => {
  const { missing, total } = summarizeUploads(release);
  if (total === 0) return 'Add files first.';
  if (missing.length === 0) return undefined;
  return missing.length === 1
    ? `File for ${missing[0]?.target} not uploaded yet.`
    : `${missing.length} files not uploaded yet.`;
};

/* Signatures */

/** Labels by warning code. */
export const signatureLabels: Readonly<Record<string, string>> = {
  'signature-missing': 'Unsigned',
  'signature-unreadable': 'Invalid',
  'signature-key-unknown': 'Unknown key',
  'signature-key-retired': 'Retired key',
  'signature-comment-changed': 'Invalid',
  'signature-mismatch': 'Wrong file',
  'signature-version-differs': 'Wrong version',
  'signature-version-missing': 'No version',
  'signature-strands-clients': 'Not for all clients',
};

export const signatureDetails = {
  unsigned: 'Published without a signature.',
  unknownKey: 'Signed with a key this app doesn’t have.',
  unchecked: 'The app had no signing keys when this was published.',
};

export const signedText = (key: string, version: string | null): string =>
  `Signed with ${key}${version === null ? '' : ` for version ${version}`}.`;

/* Rules */

export const everyClientText = (channel: string): string => `All clients on ${channel} are eligible.`;

/** One sentence per rule; empty if every client is eligible. */
export const describeRules = ({ milestone, critical, from, heldTargets = [] }: RuleFields): string[] => [
  ...(milestone === undefined ? [] : [`Milestone: clients can’t skip it. ${milestone.reason}`.trim()]),
  ...(critical === true ? ['Critical: users can’t postpone it.'] : []),
  ...(from?.atLeast == null ? [] : [`Only for clients on ${from.atLeast} or later.`]),
  ...(from === undefined || from.except.length === 0
    ? []
    : [`Not for clients on ${from.except.join(', ')}.`]),
  ...(heldTargets.length === 0 ? [] : [`Held back on ${heldTargets.join(', ')}.`]),
];

export const rulesError = (release: RuleFields, draft: RulesDraft): string | undefined => {
  if (draft.isMilestone && draft.reason.trim() === '') return 'Enter a reason for the milestone.';
  return rulesChange(release, draft) === undefined ? 'No changes.' : undefined;
};

export const rulesEffectLines = ({ state, channel }: Release, draft: RulesDraft): EffectLine[] => {
  const fields = toRuleFields(draft);
  const rules = describeRules(fields);
  const audience = rules.length === 0 ? [everyClientText(channel)] : rules;
  const leavesOut = fields.from !== undefined || fields.heldTargets !== undefined;
  const others = 'Other clients get the previous release.';
  return [
    ...audience.map((text): EffectLine => ({ icon: 'people', text })),
    ...(leavesOut ? [{ icon: 'arrow', text: others } as const] : []),
    {
      icon: 'clock',
      text:
        state === 'published'
          ? 'Caches may serve the old response for up to 6 minutes.'
          : 'Applies once the release is published.',
    },
  ];
};

export const rulesConfirmation = (release: Release, draft: RulesDraft): Confirmation => ({
  title: `Eligibility of ${release.version}`,
  lines: rulesEffectLines(release, draft),
  button: 'Save',
  done: `Saved eligibility of ${release.version}.`,
});

/* Rollout */

const needsOf = ({ needs }: Rollout['steps'][number]): string[] => [
  ...(needs.approval === true ? ['manual approval'] : []),
  ...(needs.downloads === undefined ? [] : [formatQuantity(needs.downloads, 'completed download')]),
  ...(needs.outcomes === undefined ? [] : [formatQuantity(needs.outcomes, 'health report')]),
];

export const nextStepText = ({ state, percent, steps: [step], steppedAt }: Rollout): string => {
  if (state === 'done') return availableToEveryone;
  if (state === 'paused') return 'Not offered to anyone until resumed. Clients that have it keep it.';
  if (step === undefined) return `Stays at ${percent}%. No more steps scheduled.`;
  if (state === 'planned') return `Publishing starts it at ${step.percent}%.`;
  const at = formatTime(Date.parse(steppedAt) + step.afterHours * 3_600_000);
  const needs = needsOf(step);
  const when = `Goes to ${step.percent}% on ${at}`;
  return needs.length === 0
    ? `${when}, unless paused.`
    : `${when} at the earliest. Needs ${needs.join(' and ')}.`;
};

/** How many checks per day a new percentage affects, approximately. */
export const affectedChecksText = (checksPerDay: number, from: number, to: number): string => {
  const count = Math.round((checksPerDay * Math.abs(to - from)) / 100);
  const rounded = Number(count.toPrecision(2));
  return to > from
    ? `Offered in about ${formatCount(rounded)} more update checks per day.`
    : `Offered in about ${formatCount(rounded)} fewer update checks per day. Clients that have it keep it.`;
};

export const evidenceSources: Readonly<Record<EvidenceLine['source'], string>> = {
  health: 'Reported by API key',
  reports: 'Reported by clients',
  silence: 'Missing check-ins',
};

const stopLabels: Partial<Record<string, string>> = {
  brake: 'Paused automatically: ',
  publisher: 'Paused: ',
};

export const stoppedText = ({ by, reason }: NonNullable<Rollout['stopped']>): string =>
  `${stopLabels[by] ?? ''}${reason}`;

/** 3 failures of 200 (1.5%) */
export const failuresText = ({ bad, good }: EvidenceLine): string =>
  `${formatQuantity(bad, 'failure')} of ${formatCount(bad + good)} (${formatShare(bad / Math.max(bad + good, 1))})`;

export const exposureText = ({ downloads, ofFleet }: RolloutDetails['exposed'], percent: number): string =>
  ofFleet === null
    ? `${formatQuantity(downloads, 'download')}. Total number of clients unknown.`
    : `Downloaded by ${formatShare(ofFleet / 100)} of clients, of ${percent}% allowed.`;

export const planText = ({ steps }: RolloutPlan): string =>
  steps.map(({ percent }) => `${percent}%`).join(' → ');

export const orUnknown = (count: number | null, format: (value: number) => string): string =>
  count === null ? 'Unknown' : format(count);

const within = (hours: number): string => (hours < 1 ? 'within an hour' : `within ${hours} hours`);

export const brakeText = ({ failing, outcomes, hours }: Simulation['brake'][number]): string =>
  outcomes === null
    ? `A ${failing}% failure rate doesn’t pause the rollout.`
    : `A ${failing}% failure rate pauses it after about ${formatQuantity(outcomes, 'report')}${
        hours === null ? '' : ` (${within(hours)} if every client reports)`
      }.`;

export const pauseConfirmation = (version: string, { percent }: Rollout): Confirmation => ({
  title: `Pause rollout of ${version}?`,
  lines: [
    { icon: 'arrow', text: 'Clients are offered the previous release instead.' },
    { icon: 'people', text: `Clients that have ${version} keep it.` },
    { icon: 'undo', text: `You can resume at ${percent}% with the same clients.` },
  ],
  button: 'Pause rollout',
  done: `Paused ${version} at ${percent}%.`,
});

export const resumeConfirmation = (version: string, { percent, stopped }: Rollout): Confirmation => ({
  title: `Resume rollout of ${version}?`,
  lines: [
    { icon: 'arrow', text: `The same ${percent}% of clients are offered it again.` },
    ...(stopped === null
      ? []
      : [{ icon: 'warn', tone: 'warn', text: `It was paused: ${stopped.reason}` } as const]),
    { icon: 'clock', text: 'The step timer and health counts restart.' },
  ],
  button: 'Resume rollout',
  done: `Resumed ${version} at ${percent}%.`,
});

const changeLines = (from: number, to: number, checks: number): EffectLine[] => {
  const affected: EffectLine = { icon: 'people', text: affectedChecksText(checks, from, to) };
  return to >= 100
    ? [
        { icon: 'arrow', text: 'All clients are offered it now. This ends the rollout.' },
        affected,
        { icon: 'undo', text: 'To stop it later, withdraw the release.' },
      ]
    : [
        {
          icon: 'arrow',
          text: `Stays at ${to}%. Scheduled steps are removed.`,
        },
        affected,
      ];
};

/** Confirms a new percentage, which is undefined while the typed one is invalid. */
export const changeConfirmation = (
  version: string,
  { percent, to }: { percent: number; to: number | undefined },
  checks: number,
): Confirmation => ({
  title: `Change rollout of ${version}`,
  lines: to === undefined || to === percent ? [] : changeLines(percent, to, checks),
  button: to === 100 ? 'Release to everyone' : `Set to ${to ?? '…'}%`,
  done: to === 100 ? `Released ${version} to everyone.` : `Set ${version} to ${to}%.`,
});

export const percentUnchanged = (percent: number): string => `Already at ${percent}%.`;

export const planConfirmation = ({ version, state }: Release, percent: number): Confirmation => ({
  title: `Staged rollout of ${version}`,
  ...(state === 'draft'
    ? {
        button: 'Save rollout',
        done: `Saved. Publishing starts ${version} at ${percent}%.`,
      }
    : { button: `Restart at ${percent}%`, done: `Restarted ${version} at ${percent}%.` }),
});
