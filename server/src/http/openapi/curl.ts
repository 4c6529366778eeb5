/* Renders calls as shell commands to copy. */

export interface CurlCall {
  method: string;
  url: string;
  isKeyed: boolean;
  body?: unknown;
  /** Whether the response is a file to save. */
  isFile?: boolean;
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const isPlain = (url: string): boolean => /^[\w:/.,@%~+=-]+$/.test(url);

/** curl defaults to GET, and to POST with a body. */
const methodOf = ({ method, body }: CurlCall): string[] =>
  method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`];

/** Short bodies on one line, long ones indented. */
const bodyText = (body: unknown): string => {
  const short = JSON.stringify(body);
  return short.length <= 60 ? short : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');
};

const headersOf = ({ isKeyed, body }: CurlCall): string[] => [
  ...(isKeyed ? ['-H "Authorization: Bearer $KEY"'] : []),
  ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
];

/** The key appears as `$KEY`. */
export const renderCurlCommand = (call: CurlCall): string => {
  const { url, body, isFile } = call;
  const first = ['curl', ...(isFile ? ['-OJ'] : []), ...methodOf(call), isPlain(url) ? url : quote(url)];
  const data = body === undefined ? [] : [`-d ${quote(bodyText(body))}`];
  return [first.join(' '), ...headersOf(call), ...data].join(' \\\n  ');
};
