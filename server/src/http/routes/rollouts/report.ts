import { HealthReport, RolloutResponse } from '@slipway/api';
import type { Fault } from '../../../domain/model/errors.ts';
import { omitNulls } from '../../body/omit-nulls.ts';
import { invalidFields } from '../../body/validation.ts';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRollout } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

const fault = (name: string, code: string, detail: string): Fault => ({ pointer: `/${name}`, code, detail });

/** Requires either outcomes or a verdict, complete, and not both. */
const reportFaults = (
  body: Readonly<Record<string, unknown>>,
  refused: ReadonlySet<string> = new Set(),
): Fault[] => {
  const isGiven = (name: string) =>
    (body[name] !== undefined && body[name] !== null) || refused.has(`/${name}`);
  const missing = (names: string[], why: string) =>
    names
      .filter((name) => !isGiven(name))
      .map((name) => fault(name, 'required', `${name} is required ${why}.`));
  const extra = (names: string[], why: string) =>
    names.filter(isGiven).map((name) => fault(name, 'not-allowed', `${name} can’t be sent ${why}.`));
  if (!isGiven('verdict'))
    return [...missing(['good', 'bad'], 'without a verdict'), ...extra(['reason'], 'without a verdict')];
  return [
    ...missing(['reason'], 'with a verdict'),
    ...extra(['good', 'bad', 'target', 'batch'], 'with a verdict'),
  ];
};

export const reportHealth = appRoute({
  summary: 'Report rollout health',
  description:
    'For crash services and people on call, with a key that only has the scope `report`. `good` and `bad` count clients, each once, and are evaluated immediately. `verdict` with `reason` halts the rollout in this request.',
  params: ['id'],
  body: HealthReport,
  responses: { 200: RolloutResponse },
  problems: ['invalid-fields', 'not-found', 'not-published', 'rollout-over'],
  extraFaults: (body, refused) => reportFaults(body, refused),
  handle: async ({ caller, body, params }, { healthReports }: Needs<'healthReports'>) => {
    const faults = reportFaults(body);
    if (faults.length > 0) throw invalidFields(faults);
    const { good = 0, bad = 0, target, batch, reason } = omitNulls(body);
    const { rollout, warnings } =
      reason === undefined
        ? await healthReports.recordOutcomes(caller, params.id, { good, bad, target, batch })
        : await healthReports.haltByVerdict(caller, params.id, reason);
    return ok({ rollout: renderRollout(rollout), ...(warnings.length > 0 ? { warnings } : {}) });
  },
});
