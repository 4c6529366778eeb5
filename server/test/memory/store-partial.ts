import type { Usage, UsageChanges } from '../../src/domain/ports/usage.ts';
import type { State } from './store-state.ts';

export const partialReads = (state: () => State): Pick<Usage, 'listPartialDays'> => ({
  listPartialDays: async (app, days) =>
    (state().partial.get(app) ?? []).filter(
      ({ from, to = '9999-12-31' }) => from <= days.to && to >= days.from,
    ),
});

export const partialWrites = (state: State): UsageChanges => ({
  beginPartialDays: async (app, day) => {
    const existing = state.partial.get(app) ?? [];
    if (existing.some(({ to }) => to === undefined)) return;
    const others = existing.filter(({ from }) => from !== day);
    state.partial.set(app, [...others, { from: day, to: undefined }]);
  },
  endPartialDays: async (app, day) => {
    const existing = state.partial.get(app) ?? [];
    state.partial.set(
      app,
      existing.map(({ from, to = day }) => ({ from, to })),
    );
  },
});
