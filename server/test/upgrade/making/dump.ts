import { readFile } from 'node:fs/promises';
import pg from 'pg';

/* Dumps a PostgreSQL database as plain SQL: the tables from the version's own migration, and every row. */

/** In foreign-key order. */
const tables = [
  'migrations',
  'migrations_lock',
  'apps',
  'domains',
  'channels',
  'keys',
  'releases',
  'artifacts',
  'offered',
  'usage',
  'usage_months',
  'usage_nodes',
  'audit',
  'settings',
  'generation',
  'changes',
];

const numbered = { keys: 'position', releases: 'position', audit: 'id' };

/** As the migration library creates them. */
const libraryTables = `create table migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);
create table migrations_lock (id varchar(255) not null primary key, is_locked integer not null default 0);`;

const literal = (value: unknown): string => {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value));
};

const rowsOf = async (client: pg.Client, table: string): Promise<string[]> => {
  const { rows } = await client.query<Record<string, unknown>>(`select * from ${table} order by 1, 2`);
  return rows.map((row) => {
    const names = Object.keys(row).join(', ');
    return `insert into ${table} (${names}) values (${Object.values(row).map(literal).join(', ')});`;
  });
};

const nextNumberOf = (table: string, column: string): string =>
  `select setval(pg_get_serial_sequence('${table}', '${column}'), greatest(1, (select coalesce(max(${column}), 0) from ${table})));`;

export const dumpDatabase = async (url: string, migration: URL): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: found } = await client.query(
    `select table_name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const names = found.map(({ table_name: name }) => name);
  if (names.join() !== tables.toSorted().join())
    throw new Error(`tables that the dump does not know: ${names}`);
  const rows: string[] = [];
  for (const table of tables) rows.push(...(await rowsOf(client, table)));
  await client.end();
  const numbers = Object.entries(numbered).map(([table, column]) => nextNumberOf(table, column));
  const made = (await readFile(migration, 'utf8')).replace(/^insert into generation.*$/m, '');
  return `${[libraryTables, made, ...rows, ...numbers].join('\n')}\n`;
};
