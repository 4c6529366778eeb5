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
const openDeaf = () => {
  const asked: CompiledQuery[] = [];
  const adapter = new SqliteAdapter();
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new DummyDriver(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (of) => new SqliteIntrospector(of),
    },
    log: ({ query }) => {
      asked.push(query);
    },
  });
  return { db, last: () => asked.at(-1) as CompiledQuery };
};

interface Wanted {
  app: string;
  version?: string | undefined;
  states?: readonly ('draft' | 'published')[];
}

const createStatement = () => {
  let builds = 0;
  const ask = prepareStatement((db, { app, version, states }: Wanted) => {
    builds += 1;
    let query = db.selectFrom('releases').select('id').where('app', '=', app).where('channel', '=', 'stable');
    if (version !== undefined) query = query.where('version', '=', version);
    return states === undefined ? query : query.where('state', 'in', states);
  });
  return { ask, builds: () => builds };
};

describe('a prepared statement', () => {
  it('is built once, and asked with the values of each time', async () => {
    const { db, last } = openDeaf();
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

  it('has another text where other values are there, and an undefined one is not', async () => {
    const { db, last } = openDeaf();
    const { ask, builds } = createStatement();
    await ask(db, { app: 'a', version: '1.0.0' });
    assert.match(last().sql, /and "version" = \?$/);
    assert.deepEqual(last().parameters, ['a', 'stable', '1.0.0']);
    await ask(db, { app: 'a', version: undefined });
    assert.match(last().sql, /and "channel" = \?$/);
    assert.deepEqual(last().parameters, ['a', 'stable']);
    assert.equal(builds(), 2);
  });

  it('has a place for each of a list', async () => {
    const { db, last } = openDeaf();
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

  it('has a text for each kind of database', async () => {
    const { ask, builds } = createStatement();
    const [one, other] = [openDeaf(), openDeaf()];
    for (const { db } of [one, other, one, other]) await ask(db, { app: 'a' });
    assert.equal(builds(), 2);
  });
});
