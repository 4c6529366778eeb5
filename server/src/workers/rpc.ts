import cluster, { type Worker } from 'node:cluster';

/*
 * RPC between the workers of a machine: a worker asks the primary, which asks every listening worker, the caller
 * included, and returns the replies. Workers that time out are left out.
 */

type Message =
  | { slipway: 'started' }
  | { slipway: 'wanted'; id: number; question: string; maxAgeMs: number }
  | { slipway: 'asked'; round: number; question: string }
  | { slipway: 'answer'; round: number; answer: unknown }
  | ({ slipway: 'gathered'; id: number } & WorkerReplies);

/** The replies, and the age of the request. */
interface WorkerReplies {
  answers: unknown[];
  ageMs: number;
}

type AskMessage = Extract<Message, { slipway: 'wanted' }>;

export interface WorkerRpc {
  /** Registers this worker's handler; without one, or if it fails, the worker does not reply. */
  onQuestion(question: string, give: () => Promise<unknown>): void;
  /** Returns the successful replies. */
  askAll(question: string): Promise<unknown[]>;
  /** Like `askAll`, but reuses replies up to this age, so that each worker answers once for many callers. */
  askAllCached(question: string, maxAgeMs: number): Promise<WorkerReplies>;
  /** Announces that this worker is listening. */
  markStarted(): void;
}

const replyTimeoutMs = 1000;

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'slipway' in message;

const sendMessage = (to: Worker | NodeJS.Process, message: Message): void => {
  // Ignores errors from a worker that just died; its exit handler deals with that.
  to.send?.(message, undefined, undefined, () => undefined);
};

/** Runs in the primary and forwards requests; `onStarted` is called for each worker that starts listening. */
export const relayWorkerRpc = (onStarted: () => void): void => {
  const rounds = new Map<number, (answer: unknown) => void>();
  /** Requests do not wait for workers that are still starting. */
  const listening = new Set<Worker>();
  let lastRound = 0;

  const collect = (question: string): Promise<unknown[]> => {
    const workers = [...listening].filter((worker) => worker.isConnected());
    const round = ++lastRound;
    const answers: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<unknown[]>();
    const finish = (): void => {
      clearTimeout(timer);
      rounds.delete(round);
      resolve(answers.filter((answer) => answer !== null));
    };
    const timer = setTimeout(finish, replyTimeoutMs);
    rounds.set(round, (answer) => {
      if (answers.push(answer) === workers.length) finish();
    });
    if (workers.length === 0) finish();
    for (const worker of workers) sendMessage(worker, { slipway: 'asked', round, question });
    return promise;
  };

  /** The last replies per request, pending ones included. */
  const recent = new Map<string, { startedMs: number; answers: Promise<unknown[]> }>();

  const collectFor = async (asker: Worker, { id, question, maxAgeMs }: AskMessage): Promise<void> => {
    const last = recent.get(question);
    const isRecent = last !== undefined && performance.now() - last.startedMs < maxAgeMs;
    const { startedMs, answers } = isRecent
      ? last
      : { startedMs: performance.now(), answers: collect(question) };
    if (maxAgeMs > 0) recent.set(question, { startedMs, answers });
    const replies = { answers: await answers, ageMs: performance.now() - startedMs };
    sendMessage(asker, { slipway: 'gathered', id, ...replies });
  };

  cluster.on('listening', (worker) => listening.add(worker));
  cluster.on('exit', (worker) => listening.delete(worker));
  cluster.on('message', (worker, message: unknown) => {
    if (!isOurs(message)) return;
    if (message.slipway === 'started') onStarted();
    if (message.slipway === 'wanted') void collectFor(worker, message);
    if (message.slipway === 'answer') rounds.get(message.round)?.(message.answer);
  });
};

/** Runs in a worker. */
export const joinWorkerRpc = (): WorkerRpc => {
  const waiting = new Map<number, (answers: WorkerReplies) => void>();
  const givers = new Map<string, () => Promise<unknown>>();
  let lastId = 0;

  const answerOf = async (question: string): Promise<unknown> => {
    try {
      return (await givers.get(question)?.()) ?? null;
    } catch {
      return null;
    }
  };
  process.on('message', (message: unknown) => {
    if (!isOurs(message)) return;
    if (message.slipway === 'gathered') {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
    if (message.slipway !== 'asked') return;
    const { round, question } = message;
    void answerOf(question).then((answer) => sendMessage(process, { slipway: 'answer', round, answer }));
  });

  const askAllCached = (question: string, maxAgeMs: number): Promise<WorkerReplies> =>
    new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      sendMessage(process, { slipway: 'wanted', id, question, maxAgeMs });
    });

  return {
    onQuestion: (question, give) => {
      givers.set(question, give);
    },
    askAll: async (question) => (await askAllCached(question, 0)).answers,
    askAllCached,
    markStarted: () => sendMessage(process, { slipway: 'started' }),
  };
};
