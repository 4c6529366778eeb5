import { type Config, ConfigError } from '../../config/config.ts';
import { describeDatabase } from '../../config/describe-config.ts';
import { copyTables, haveSameRows, isEmptyDatabase } from '../../drivers/sql/copy-tables.ts';
import { isDatabaseInUse, openTables } from '../../open-drivers.ts';

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

type DatabaseLocation = Pick<Config, 'database'>;

/** Changes that a running server makes after the copy would be lost silently. */
const refuseInUse = async (from: DatabaseLocation): Promise<void> => {
  if (await isDatabaseInUse(from))
    throw new ConfigError(
      `${describeDatabase(from.database)} is in use, so the copy would miss later changes. Stop the server on all nodes and run this again.`,
    );
};

/** Copies every table into an empty database and compares both; an existing copy is only compared. */
export const moveDatabase = async (from: DatabaseLocation, to: DatabaseLocation): Promise<void> => {
  await refuseInUse(from);
  const source = await openTables(from);
  const target = await openTables(to);
  try {
    if (!(await isEmptyDatabase(target))) {
      if (!(await haveSameRows(source, target))) {
        throw new ConfigError('--database must be empty, but this one has data.');
      }
      printLine('The database is already copied and identical.');
      return;
    }
    const counts = await copyTables(source, target);
    if (!(await haveSameRows(source, target))) {
      throw new ConfigError(
        'The copy differs from the source. Stop the server if it is running, and try again.',
      );
    }
    printLine(
      `Copied and compared: ${Object.entries(counts)
        .map(([name, rows]) => `${name} ${rows}`)
        .join(', ')}.`,
    );
  } finally {
    await source.close();
    await target.close();
  }
};
