import { exitCodes, Failure } from '../errors/failure.ts';

interface SystemError extends Error {
  code?: string;
}

/** Searches nested errors for the system's error code. */
export const networkCode = (error: unknown): string | undefined => {
  if (error instanceof AggregateError) return networkCode(error.errors[0]);
  if (!(error instanceof Error)) return undefined;
  return (error as SystemError).code ?? networkCode(error.cause);
};

const reasons: [RegExp, string, string][] = [
  [/^ENOTFOUND$/, 'its name can’t be resolved', 'Check the URL for typos, and this machine’s DNS.'],
  [/^EAI_AGAIN$/, 'no name server responded', 'Check this machine’s network and DNS.'],
  [/^ECONNREFUSED$/, 'nothing listens there', 'Check the port, and that the server is running.'],
  [/^(ETIMEDOUT|ESLOW)$/, 'it did not respond in time', 'Check firewalls and proxies.'],
  [/^(EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/, 'there is no route to it', 'Check this machine’s network.'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, 'the connection broke', 'Run the command again to continue.'],
  [
    /CERT|SIGNED|TLS|SSL|ALTNAME|ISSUER/,
    'its TLS certificate is not trusted',
    'Check the certificate, or set NODE_EXTRA_CA_CERTS to the CA certificate.',
  ],
  [/^EPROTO$|^HPE_/, 'it does not speak the expected protocol', 'Check http or https, and the port.'],
];

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

export const unreachableFailure = (url: string, error: unknown): Failure => {
  const code = networkCode(error);
  const match = reasons.find(([pattern]) => pattern.test(code ?? ''));
  const why = match?.[1] ?? (error instanceof Error ? error.message : String(error));
  return new Failure(`Can’t reach ${hostOf(url)}: ${why}${code === undefined ? '' : ` (${code})`}.`, {
    exit: exitCodes.unreachable,
    code: 'unreachable',
    remedy: match?.[2] ?? 'Check the connection with `slipway doctor`.',
    cause: error,
  });
};
