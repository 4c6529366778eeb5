import { askClosed, askFresh, askPaced } from './asking.ts';
import { drain, put, release, stall } from './moving.ts';
import { nothing, type Order, type Outcome } from './orders.ts';

/* The load generator: a process of its own, so that its work is never counted as the server's. */

const carryOut = (order: Order): Promise<Outcome> => {
  switch (order.kind) {
    case 'closed':
      return askClosed(order);
    case 'fresh':
      return askFresh(order);
    case 'paced':
      return askPaced(order);
    case 'drain':
      return drain(order);
    case 'put':
      return put(order);
    case 'stall':
      return stall(order);
    case 'release':
      release();
      return Promise.resolve(nothing);
  }
};

process.on('message', (order: Order) => {
  carryOut(order).then(
    (outcome) => process.send?.({ outcome }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
