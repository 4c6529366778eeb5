import cluster, { type Worker } from 'node:cluster';

/*
 * How the workers of a machine ask something of all of them: a worker asks the primary, which asks every worker that
 * answers requests, the asker included, and hands the answers back. One that does not answer in time is left out.
 */

type Message =
  | { slipway: 'started' }
  | { slipway: 'wanted'; id: number; question: string; maxAgeMs: number }
  | { slipway: 'asked'; round: number; question: string }
  | { slipway: 'answer'; round: number; answer: unknown }
  | ({ slipway: 'gathered'; id: number } & WorkerReplies);

/** What workers answered, and how long ago they were asked. */
interface WorkerReplies {
  answers: unknown[];
  ageMs: number;
}

type AskMessage = Extract<Message, { slipway: 'wanted' }>;

export interface WorkerRpc {
  /** How this worker answers a question; until it knows how, and where that fails, it has no answer. */
  answer(question: string, give: () => Promise<unknown>): void;
  /** The answers of those that had one. */
  ask(question: string): Promise<unknown[]>;
  /** The same, or what another worker was answered so recently: however many ask, each worker answers once. */
  askRecent(question: string, maxAgeMs: number): Promise<WorkerReplies>;
  /** Says that this worker answers requests. */
  started(): void;
}

const patienceMs = 1000;

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'slipway' in message;

const sendMessage = (to: Worker | NodeJS.Process, message: Message): void => {
  // One that has just died is told nothing; its death is dealt with elsewhere.
  to.send?.(message, undefined, undefined, () => undefined);
};

/** In the primary: asks everyone for whoever wants; `onStarted` is told of each worker that answers requests. */
export const relayWorkerRpc = (onStarted: () => void): void => {
  const rounds = new Map<number, (answer: unknown) => void>();
  /** Those that answer requests: nobody waits for one that is still starting. */
  const listening = new Set<Worker>();
  let lastRound = 0;

  const gather = (question: string): Promise<unknown[]> => {
    const asked = [...listening].filter((worker) => worker.isConnected());
    const round = ++lastRound;
    const answers: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<unknown[]>();
    const finish = (): void => {
      clearTimeout(timer);
      rounds.delete(round);
      resolve(answers.filter((answer) => answer !== null));
    };
    const timer = setTimeout(finish, patienceMs);
    rounds.set(round, (answer) => {
      if (answers.push(answer) === asked.length) finish();
    });
    if (asked.length === 0) finish();
    for (const worker of asked) sendMessage(worker, { slipway: 'asked', round, question });
    return promise;
  };

  /** The last answers by question, also while they arrive. */
  const recent = new Map<string, { startedMs: number; answers: Promise<unknown[]> }>();

  const gatherFor = async (asker: Worker, { id, question, maxAgeMs }: AskMessage): Promise<void> => {
    const last = recent.get(question);
    const isRecent = last !== undefined && performance.now() - last.startedMs < maxAgeMs;
    const { startedMs, answers } = isRecent
      ? last
      : { startedMs: performance.now(), answers: gather(question) };
    if (maxAgeMs > 0) recent.set(question, { startedMs, answers });
    const gathered = { answers: await answers, ageMs: performance.now() - startedMs };
    sendMessage(asker, { slipway: 'gathered', id, ...gathered });
  };

  cluster.on('listening', (worker) => listening.add(worker));
  cluster.on('exit', (worker) => listening.delete(worker));
  cluster.on('message', (worker, message: unknown) => {
    if (!isOurs(message)) return;
    if (message.slipway === 'started') onStarted();
    if (message.slipway === 'wanted') void gatherFor(worker, message);
    if (message.slipway === 'answer') rounds.get(message.round)?.(message.answer);
  });
};

/** In a worker: the way to all of them. */
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

  const askRecent = (question: string, maxAgeMs: number): Promise<WorkerReplies> =>
    new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      sendMessage(process, { slipway: 'wanted', id, question, maxAgeMs });
    });

  return {
    answer: (question, give) => {
      givers.set(question, give);
    },
    ask: async (question) => (await askRecent(question, 0)).answers,
    askRecent,
    started: () => sendMessage(process, { slipway: 'started' }),
  };
};
