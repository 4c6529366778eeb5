import { OutcomeReport } from '@slipway/api';
import { bounds } from '../../../domain/model/bounds.ts';
import { notFound } from '../../../domain/model/errors.ts';
import type { Report } from '../../../domain/model/report.ts';
import { omitNulls } from '../../body/omit-nulls.ts';
import { corsHeaders } from '../../response/public-headers.ts';
import { type Call, type RouteContext, type RouteResult, siteRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

/** The response is always the same, so that forged reports reveal nothing. */
const accepted: RouteResult = { status: 204, headers: corsHeaders };

type ReportNeeds = Needs<'clientReports' | 'readReportSender'>;

const acceptReport = (
  { clientReports, readReportSender }: ReportNeeds,
  { site, request }: Pick<Call, 'request'> & RouteContext['site'],
  { code: _, ...report }: Report & { code?: unknown },
) => {
  clientReports.accept(site, report, readReportSender(request.raw));
  return accepted;
};

const reportDescription = {
  summary: 'Report the outcome of an update',
  description:
    'Sent by installed copies with their client ID: `installed`, `failed` or `crashed`. Counts only during a rollout; the response is the same either way.',
  body: OutcomeReport,
  bodyBytes: bounds.reportBytes,
  isLimited: true,
  responses: { 204: null },
} as const;

export const reportOutcome = siteRoute({
  ...reportDescription,
  problems: ['not-found', 'too-many-requests', 'database-unavailable'],
  handle: async ({ site, body, request }, needs: ReportNeeds) =>
    acceptReport(needs, { site, request }, omitNulls(body)),
});

/** Also on the base host. */
export const reportOutcomeBySlug = siteRoute({
  ...reportDescription,
  params: ['publicSlug'],
  problems: ['not-found', 'too-many-requests', 'database-unavailable'],
  handle: async ({ site, body, params, request }, needs: ReportNeeds) => {
    if (params.publicSlug !== site.app.publicSlug) throw notFound('app');
    return acceptReport(needs, { site, request }, omitNulls(body));
  },
});
