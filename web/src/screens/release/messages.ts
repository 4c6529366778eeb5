import type { EvidenceLine, Release, Rollout, RolloutDetails, RolloutPlan, Simulation } from '@slipway/api';
import type { Confirmation } from '../../actions/confirmation.ts';
import type { EffectLine } from '../../actions/effect-lines.ts';
import { summarizeUploads } from '../../actions/upload-summary.ts';
import { formatBytes, formatCount, formatQuantity, formatShare, formatTime } from '../../ui/format.ts';
import { type RuleFields, type RulesDraft, rulesChange, toRuleFields } from './rules.ts';

/* The sentences of the release screen; those of its history are in `audit/messages.ts`. Pure. */

export const prunedAlready = 'Its files are pruned already.';
export const resumeFirst = 'Resume the rollout first.';
export const availableToEveryone = 'Available to everyone.';
export const noReason = 'Enter a reason.';
export const percentErrors = { range: 'A percent from 0 to 100.', decimals: 'One decimal at most.' };

export const notesSaved = (version: string): string => `The notes of ${version} are saved.`;

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

export const everyClientText = (channel: string): string => `It is for every client of ${channel}.`;

/** One sentence per rule; empty if every client is eligible. */
export const describeRules = ({ milestone, critical, from, heldTargets = [] }: RuleFields): string[] => [
  ...(milestone === undefined
    ? []
    : [`No client skips it${milestone.reason === '' ? '.' : `: ${milestone.reason}`}`]),
  ...(critical === true ? ['Older clients must not put it off.'] : []),
  ...(from?.atLeast == null ? [] : [`Not offered to clients older than ${from.atLeast}.`]),
  ...(from === undefined || from.except.length === 0 ? [] : [`Not offered to ${from.except.join(', ')}.`]),
  ...(heldTargets.length === 0 ? [] : [`Held back on ${heldTargets.join(', ')}.`]),
];

export const rulesError = (release: RuleFields, draft: RulesDraft): string | undefined => {
  if (draft.isMilestone && draft.reason.trim() === '') return 'Say why no client may skip it.';
  return rulesChange(release, draft) === undefined ? 'Nothing has changed.' : undefined;
};

export const rulesEffectLines = ({ state, channel }: Release, draft: RulesDraft): EffectLine[] => {
  const fields = toRuleFields(draft);
  const rules = describeRules(fields);
  const audience = rules.length === 0 ? [everyClientText(channel)] : rules;
  const leavesOut = fields.from !== undefined || fields.heldTargets !== undefined;
  const others = 'Whoever it is not for gets the release before.';
  return [
    ...audience.map((text): EffectLine => ({ icon: 'people', text })),
    ...(leavesOut ? [{ icon: 'arrow', text: others } as const] : []),
    {
      icon: 'clock',
      text:
        state === 'published'
          ? 'Caches may give the old answer for up to 6 minutes more.'
          : 'It holds once the release is published.',
    },
  ];
};

export const rulesConfirmation = (release: Release, draft: RulesDraft): Confirmation => ({
  title: `Whom is ${release.version} for?`,
  lines: rulesEffectLines(release, draft),
  button: `Save the rules of ${release.version}`,
  done: `The rules of ${release.version} are saved.`,
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
  health: 'Told with a key',
  reports: 'Told by copies',
  silence: 'Silence',
};

export const exposureText = ({ downloads, ofFleet }: RolloutDetails['exposed']): string =>
  ofFleet === null
    ? `${formatQuantity(downloads, 'download')}. Total number of clients unknown.`
    : `Downloaded by ${formatShare(ofFleet / 100)} of clients; the mark is the share that may.`;

export const planText = ({ steps }: RolloutPlan): string =>
  steps.map(({ percent }) => `${percent}%`).join(', ');

export const orUnknown = (count: number | null, format: (value: number) => string): string =>
  count === null ? 'not known' : format(count);

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
        { icon: 'arrow', text: 'Everyone is offered it, at once. The rollout is over.' },
        affected,
        { icon: 'undo', text: 'To stop it afterwards, withdraw the release.' },
      ]
    : [
        {
          icon: 'arrow',
          text: `It is offered to ${to}% of clients and stays there; planned steps are dropped.`,
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
  title: `Offer ${version} to how many?`,
  lines: to === undefined || to === percent ? [] : changeLines(percent, to, checks),
  button: to === 100 ? `Offer ${version} to everyone` : `Offer ${version} to ${to ?? '…'}%`,
  done: to === 100 ? `${version} is offered to everyone.` : `${version} is offered to ${to}%.`,
});

export const percentUnchanged = 'It stands there already.';

export const planConfirmation = ({ version, state }: Release, percent: number): Confirmation => ({
  title: `Roll out ${version} step by step`,
  ...(state === 'draft'
    ? {
        button: `Plan to begin ${version} with ${percent}%`,
        done: `Publishing ${version} begins with ${percent}%.`,
      }
    : { button: `Draw ${version} back to ${percent}%`, done: `${version} is offered to ${percent}%.` }),
});
