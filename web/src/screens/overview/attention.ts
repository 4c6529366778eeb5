import type { App, ListedRollout, Release, SigningKey } from '@slipway/api';
import { describePlatform } from '@slipway/core/platform-label.ts';
import { isOpenRollout } from '../../actions/open-rollouts.ts';
import { formatQuantity } from '../../ui/format.ts';
import type { AllowanceForecast } from './allowance-forecast.ts';
import { limitText } from './messages.ts';

/* What someone should look at. Pure. */

type Tone = 'bad' | 'warn' | 'plain';

/** The path below the app is where the link leads. */
export type AttentionItem = readonly [tone: Tone, text: string, action: string, path: string];

const brakedItem = ({
  releaseId,
  version,
  state,
  stopped,
  brakedTargets,
}: ListedRollout): AttentionItem[] => {
  const isBraked = state === 'paused' && stopped?.by === 'brake';
  if (!isBraked && brakedTargets.length === 0) return [];
  const where = isBraked ? '' : ` on ${brakedTargets.map(describePlatform).join('; ')}`;
  return [['bad', `${version} paused automatically${where}`, 'Review', `/releases/${releaseId}`]];
};

export interface AttentionInput {
  app: Pick<App, 'adapter' | 'signatures'> | undefined;
  rollouts: readonly ListedRollout[];
  forecast: AllowanceForecast | undefined;
  /** Empty if the user cannot publish. */
  drafts: readonly Pick<Release, 'id'>[];
  /** Undefined if the user cannot add one. */
  signingKeys: readonly SigningKey[] | undefined;
}

/** Tauri and cargo-packager install only signed files. */
const lacksKey = ({ app, signingKeys }: AttentionInput): boolean =>
  signingKeys?.length === 0 && app?.signatures !== 'off' && /^(?:tauri|cargo)/.test(app?.adapter ?? '');

/** The most severe first. */
export const listAttention = (input: AttentionInput): AttentionItem[] => {
  const { rollouts, forecast, drafts } = input;
  const [draft, ...others] = drafts;
  const items = rollouts.filter(isOpenRollout).flatMap(brakedItem);
  if (forecast?.kind === 'used-up') items.push(['bad', limitText(forecast), 'Usage', '/usage']);
  if (forecast?.kind === 'runs-out') items.push(['warn', limitText(forecast), 'Usage', '/usage']);
  if (lacksKey(input))
    items.push(['warn', 'No signing key, so signatures aren’t checked', 'Add', '/settings/signing']);
  if (draft !== undefined)
    items.push([
      'plain',
      `${formatQuantity(drafts.length, 'draft')} waiting`,
      'Continue',
      others.length === 0 ? `/new?draft=${draft.id}` : '/releases',
    ]);
  return items;
};
