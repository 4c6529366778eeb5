import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { prepareStatement } from '../../../src/drivers/sql/prepare.ts';
import type { Tables } from '../../../src/drivers/sql/schema.ts';

/** A database that only records its statements. */
const openRecorder = () => {
  const queries: CompiledQuery[] = [];
  const adapter = new SqliteAdapter();
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new DummyDriver(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (of) => new SqliteIntrospector(of),
    },
    log: ({ query }) => {
      queries.push(query);
    },
  });
  return { db, last: () => queries.at(-1) as CompiledQuery };
};

interface StatementInput {
  app: string;
  version?: string | undefined;
  states?: readonly ('draft' | 'published')[];
}

const createStatement = () => {
  let builds = 0;
  const ask = prepareStatement((db, { app, version, states }: StatementInput) => {
    builds += 1;
    let query = db.selectFrom('releases').select('id').where('app', '=', app).where('channel', '=', 'stable');
    if (version !== undefined) query = query.where('version', '=', version);
    return states === undefined ? query : query.where('state', 'in', states);
  });
  return { ask, builds: () => builds };
};

describe('a prepared statement', () => {
  it('is built once and run with the current values', async () => {
    const { db, last } = openRecorder();
    const { ask, builds } = createStatement();
    await ask(db, { app: 'a' });
    const { sql, parameters } = last();
    assert.equal(sql, 'select "id" from "releases" where "app" = ? and "channel" = ?');
    assert.deepEqual(parameters, ['a', 'stable']);
    await ask(db, { app: 'b' });
    assert.equal(last().sql, sql);
    assert.deepEqual(last().parameters, ['b', 'stable']);
    assert.equal(builds(), 1);
  });

  it('has its own SQL for each set of defined values', async () => {
    const { db, last } = openRecorder();
    const { ask, builds } = createStatement();
    await ask(db, { app: 'a', version: '1.0.0' });
    assert.match(last().sql, /and "version" = \?$/);
    assert.deepEqual(last().parameters, ['a', 'stable', '1.0.0']);
    await ask(db, { app: 'a', version: undefined });
    assert.match(last().sql, /and "channel" = \?$/);
    assert.deepEqual(last().parameters, ['a', 'stable']);
    assert.equal(builds(), 2);
  });

  it('has a placeholder for each entry of a list', async () => {
    const { db, last } = openRecorder();
    const { ask, builds } = createStatement();
    await ask(db, { app: 'a', states: ['draft'] });
    assert.match(last().sql, /"state" in \(\?\)$/);
    await ask(db, { app: 'b', states: ['published', 'draft'] });
    assert.match(last().sql, /"state" in \(\?, \?\)$/);
    assert.deepEqual(last().parameters, ['b', 'stable', 'published', 'draft']);
    await ask(db, { app: 'c', states: ['draft', 'published'] });
    assert.deepEqual(last().parameters, ['c', 'stable', 'draft', 'published']);
    assert.equal(builds(), 2);
  });

  it('has its own SQL for each database', async () => {
    const { ask, builds } = createStatement();
    const [one, other] = [openRecorder(), openRecorder()];
    for (const { db } of [one, other, one, other]) await ask(db, { app: 'a' });
    assert.equal(builds(), 2);
  });
});
