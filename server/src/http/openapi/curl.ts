/* Calls as lines for a shell, made to be copied. */

export interface CurlCall {
  method: string;
  url: string;
  isKeyed: boolean;
  body?: unknown;
  /** Whether the answer is a file to be kept. */
  isFile?: boolean;
}

/** Text in single quotes, whatever it holds. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const isPlain = (url: string): boolean => /^[\w:/.,@%~+=-]+$/.test(url);

/** A GET needs no method, and a body makes it a POST by itself. */
const methodOf = ({ method, body }: CurlCall): string[] =>
  method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`];

/** Short ones on one line, long ones as people read them. */
const bodyText = (body: unknown): string => {
  const short = JSON.stringify(body);
  return short.length <= 60 ? short : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');
};

const headersOf = ({ isKeyed, body }: CurlCall): string[] => [
  ...(isKeyed ? ['-H "Authorization: Bearer $KEY"'] : []),
  ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
];

/** The line, with `$KEY` for the key. */
export const renderCurlCommand = (call: CurlCall): string => {
  const { url, body, isFile } = call;
  const first = ['curl', ...(isFile ? ['-OJ'] : []), ...methodOf(call), isPlain(url) ? url : quote(url)];
  const data = body === undefined ? [] : [`-d ${quote(bodyText(body))}`];
  return [first.join(' '), ...headersOf(call), ...data].join(' \\\n  ');
};
