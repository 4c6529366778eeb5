import { createMemoryStore } from '../memory/store.ts';
import { storeConformance } from './store.ts';

storeConformance(
  'memory',
  async () => {
    const store = createMemoryStore();
    return { store, close: () => store.close() };
  },
  { sharing: false, durable: false },
);
