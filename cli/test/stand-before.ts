import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
};

/** A problem sent in place of the server's response. */
export interface Answer {
  status: number;
  code: string;
  detail: string;
  errors?: { pointer: string; code: string; detail: string }[];
}

/** A proxy that records all requests and answers some of them itself. */
export const startInterceptor = async (
  t: TestContext,
  serviceUrl: string,
  instead: (url: string, body: string) => Answer | undefined,
) => {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    requests.push(`${request.method} ${request.url} ${body}`);
    const own = instead(String(request.url), body);
    if (own !== undefined) {
      response.writeHead(own.status, { 'content-type': 'application/problem+json' });
      return response.end(JSON.stringify(own));
    }
    const { authorization = '' } = request.headers;
    const headers = { authorization, ...(body === '' ? {} : { 'content-type': 'application/json' }) };
    const init = { method: String(request.method), headers, ...(body === '' ? {} : { body }) };
    const answer = await fetch(`${serviceUrl}${request.url}`, init);
    response.writeHead(answer.status, { 'content-type': 'application/problem+json' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};
