import type { Command } from './command.ts';

/* All operator commands: each row defines the help and the accepted arguments. */

const usesEnvironment = 'Uses the database and storage from the environment, and prints them first.';

export const commandTable: readonly Command[] = [
  {
    name: 'start',
    summary: 'start the server (default)',
    about:
      'Starts the server and prints its addresses. The first start creates the database, the folders and, unless\nSLIPWAY_ADMIN_KEY is set, the admin key. Shuts down gracefully on SIGTERM or Ctrl-C.',
    positionals: [],
    options: {},
    example: 'start',
    load: async () => (await import('./start.ts')).startService,
  },
  {
    name: 'migrate',
    summary: 'migrate the database and exit',
    about: `Runs the migrations that the next start would run. ${usesEnvironment}`,
    positionals: [],
    options: { create: { about: 'create the SQLite file if there is none' } },
    example: 'migrate',
    load: async () => (await import('./migrate.ts')).migrateDatabase,
  },
  {
    name: 'backup',
    summary: 'back up the SQLite database and all artifacts, verified',
    about: `Creates a backup in a new folder, or updates the one in it with what is new. The server can keep running.\n${usesEnvironment}`,
    positionals: ['<folder>'],
    options: { verify: { about: 'also re-read artifacts from earlier backups' } },
    example: 'backup /var/backups/slipway',
    load: async () => (await import('./backup.ts')).backUpService,
  },
  {
    name: 'move',
    summary: 'copy the data to another database or storage, and verify it',
    about:
      'Copies the database (stop the server first) or the artifacts (the server can keep running) to the given\ntargets. If interrupted, run the same command again to continue.',
    positionals: [],
    options: {
      database: { value: '<url>', about: 'new database; must be empty' },
      storage: {
        value: '<url>',
        about:
          'new storage; if SLIPWAY_STORAGE_URL already names it,\nset SLIPWAY_FORMER_STORAGE_URL to the old one',
      },
    },
    example: 'move --database postgres://db.internal/slipway',
    load: async () => (await import('./move.ts')).moveData,
  },
  {
    name: 'reset-key',
    summary: 'create a new admin key and revoke the old one',
    about: `Prints the new admin key once. The old one stops working immediately on every node.\n${usesEnvironment}`,
    positionals: [],
    options: {},
    example: 'reset-key',
    load: async () => (await import('./reset-key.ts')).resetKey,
  },
];
