import type { Release } from '@slipway/api';
import type { Confirmation } from '../../actions/confirmation.ts';
import type { EffectLine } from '../../actions/effect-lines.ts';
import { summarizeUploads } from '../../actions/upload-summary.ts';
import { formatBytes, formatQuantity } from '../../ui/format.ts';
import { type RuleFields, type RulesDraft, rulesChange, toRuleFields } from './rules.ts';

/* The sentences of the release screen; those of its history are in `audit/messages.ts`. Pure. */

export const filesDeleted = 'Files already deleted.';

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
