import type { Command } from './command.ts';

/* All operator commands: each row defines the help and the accepted arguments. */

const usesEnvironment = 'It works on what the environment names, and says so before it does anything.';

export const commandTable: readonly Command[] = [
  {
    name: 'start',
    summary: 'start the service (the default)',
    about:
      'Starts the service and prints its addresses. The first start makes the database, the folders and, unless\nSLIPWAY_ADMIN_KEY is set, the admin key. Ends in good order on SIGTERM or Ctrl-C.',
    positionals: [],
    options: {},
    load: async () => (await import('./start.ts')).startService,
  },
  {
    name: 'migrate',
    summary: 'bring the database up to date and stop',
    about: `Does beforehand what the next start would do. ${usesEnvironment}`,
    positionals: [],
    options: { create: { about: 'make the SQLite file where there is none yet' } },
    load: async () => (await import('./migrate.ts')).migrateDatabase,
  },
  {
    name: 'backup',
    summary: 'copy the SQLite database and every artifact, verified',
    about: `Copies into a new folder, or brings an earlier backup in it up to date: what is there already is not copied again.\nThe service may run meanwhile. ${usesEnvironment}`,
    positionals: ['<folder>'],
    options: { verify: { about: 'read the artifacts of earlier backups again, too' } },
    load: async () => (await import('./backup.ts')).backUpService,
  },
  {
    name: 'move',
    summary: 'copy everything to other engines and compare',
    about:
      'Copies the database (with the service stopped) or the artifacts (which may go on being served) from what the\nenvironment names to what the options name. Broken off, the same command goes on where it stopped.',
    positionals: [],
    options: {
      database: { value: '<url>', about: 'the new database, which must be empty' },
      storage: {
        value: '<url>',
        about:
          'the new storage; SLIPWAY_STORAGE_URL may name it already, then\nSLIPWAY_FORMER_STORAGE_URL names the old one',
      },
    },
    load: async () => (await import('./move.ts')).moveData,
  },
  {
    name: 'reset-key',
    summary: 'make a new admin key; the old one stops working',
    about: `Prints the new admin key, once. The old one stops working at once, on every node. ${usesEnvironment}`,
    positionals: [],
    options: {},
    load: async () => (await import('./reset-key.ts')).resetKey,
  },
];
