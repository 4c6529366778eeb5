import cluster, { type Worker } from 'node:cluster';

/*
 * How the workers of a machine ask something of all of them: a worker asks the primary, which asks every worker that
 * answers requests, the asker included, and hands the answers back. One that does not answer in time is left out.
 */

type Message =
  | { slipway: 'started' }
  | { slipway: 'wanted'; id: number; question: string }
  | { slipway: 'asked'; round: number; question: string }
  | { slipway: 'answer'; round: number; answer: unknown }
  | { slipway: 'gathered'; id: number; answers: unknown[] };

export interface WorkerCalls {
  /** How this worker answers a question; until it knows how, and where that fails, it has no answer. */
  answer(question: string, give: () => Promise<unknown>): void;
  /** The answers of those that had one. */
  ask(question: string): Promise<unknown[]>;
  /** Says that this worker answers requests. */
  started(): void;
}

const patienceMs = 1000;

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'slipway' in message;

const tell = (to: Worker | NodeJS.Process, message: Message): void => {
  // One that has just died is told nothing; its death is dealt with elsewhere.
  to.send?.(message, undefined, undefined, () => undefined);
};

/** In the primary: asks everyone for whoever wants; `onStarted` is told of each worker that answers requests. */
export const relayCalls = (onStarted: () => void): void => {
  const rounds = new Map<number, (answer: unknown) => void>();
  /** Those that answer requests: nobody waits for one that is still starting. */
  const listening = new Set<Worker>();
  let lastRound = 0;

  const gather = (asker: Worker, id: number, question: string): void => {
    const asked = [...listening].filter((worker) => worker.isConnected());
    const round = ++lastRound;
    const answers: unknown[] = [];
    const finish = (): void => {
      clearTimeout(timer);
      rounds.delete(round);
      tell(asker, { slipway: 'gathered', id, answers: answers.filter((answer) => answer !== null) });
    };
    const timer = setTimeout(finish, patienceMs);
    rounds.set(round, (answer) => {
      if (answers.push(answer) === asked.length) finish();
    });
    if (asked.length === 0) finish();
    for (const worker of asked) tell(worker, { slipway: 'asked', round, question });
  };

  cluster.on('listening', (worker) => listening.add(worker));
  cluster.on('exit', (worker) => listening.delete(worker));
  cluster.on('message', (worker, message: unknown) => {
    if (!isOurs(message)) return;
    if (message.slipway === 'started') onStarted();
    if (message.slipway === 'wanted') gather(worker, message.id, message.question);
    if (message.slipway === 'answer') rounds.get(message.round)?.(message.answer);
  });
};

/** In a worker: the way to all of them. */
export const joinCalls = (): WorkerCalls => {
  const waiting = new Map<number, (answers: unknown[]) => void>();
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
      waiting.get(message.id)?.(message.answers);
      waiting.delete(message.id);
    }
    if (message.slipway !== 'asked') return;
    const { round, question } = message;
    void answerOf(question).then((answer) => tell(process, { slipway: 'answer', round, answer }));
  });

  return {
    answer: (question, give) => {
      givers.set(question, give);
    },
    ask: (question) =>
      new Promise((resolve) => {
        const id = ++lastId;
        waiting.set(id, resolve);
        tell(process, { slipway: 'wanted', id, question });
      }),
    started: () => tell(process, { slipway: 'started' }),
  };
};
