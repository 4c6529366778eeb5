import { emptyResult, type LoadOrder, type LoadResult } from './orders.ts';
import { runClosedLoop, runFreshConnections, runPaced } from './request-loops.ts';
import { releaseStalled, runDownloads, runUpload, stallDownloads } from './transfers.ts';

/* The load generator: a separate process, so that its CPU time is never counted as the server's. */

const carryOut = (order: LoadOrder): Promise<LoadResult> => {
  switch (order.kind) {
    case 'closed':
      return runClosedLoop(order);
    case 'fresh':
      return runFreshConnections(order);
    case 'paced':
      return runPaced(order);
    case 'drain':
      return runDownloads(order);
    case 'put':
      return runUpload(order);
    case 'stall':
      return stallDownloads(order);
    case 'release':
      releaseStalled();
      return Promise.resolve(emptyResult);
  }
};

process.on('message', (order: LoadOrder) => {
  carryOut(order).then(
    (outcome) => process.send?.({ outcome }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
