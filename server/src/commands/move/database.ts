import { type Config, ConfigError } from '../../config/config.ts';
import { showDatabase } from '../../config/shown.ts';
import { copyTables, holdSame, isEmpty } from '../../drivers/sql/copy-tables.ts';
import { isInUse, openTables } from '../../open.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

type Place = Pick<Config, 'database'>;

/** What a service that runs changes after the copy would be missing in it, and nobody would notice. */
const refuseInUse = async (from: Place): Promise<void> => {
  if (await isInUse(from))
    throw new ConfigError(
      `${showDatabase(from.database)} is in use, and what changes from now on would be missing in the copy: stop the service (all nodes of it) and run this again.`,
    );
};

/** Copies every table into an empty database and compares; what was copied before is only compared. */
export const moveDatabase = async (from: Place, to: Place): Promise<void> => {
  await refuseInUse(from);
  const source = await openTables(from);
  const target = await openTables(to);
  try {
    if (!(await isEmpty(target))) {
      if (!(await holdSame(source, target))) {
        throw new ConfigError('--database must name an empty database; this one has apps of its own.');
      }
      say('The database was copied before and is the same; going on.');
      return;
    }
    const counts = await copyTables(source, target);
    if (!(await holdSame(source, target))) {
      throw new ConfigError(
        'The copy differs from the source: is the service still running? Stop it and try again.',
      );
    }
    say(
      `Copied and compared: ${Object.entries(counts)
        .map(([name, rows]) => `${name} ${rows}`)
        .join(', ')}.`,
    );
  } finally {
    await source.close();
    await target.close();
  }
};
