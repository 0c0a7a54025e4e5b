import { readConfig } from '@paraph/server/config/config.ts';
import { migrateToLatest } from '@paraph/server/database/migrate.ts';
import { defineCommand } from '../command-line.ts';
import { provideDatabase, silentLog } from '../with-database.ts';

export const migrateCommand = defineCommand({
  name: 'migrate',
  about: 'Bring the database to the newest schema; the server does so by itself when it starts.',
  options: {},
  run: async () => {
    const provided = await provideDatabase(readConfig(), silentLog);
    try {
      const { applied } = await migrateToLatest(provided.options);
      const text = applied.length === 0 ? 'Nothing to do.' : `Applied ${applied.join(', ')}.`;
      return { text, data: { applied } };
    } finally {
      await provided.end();
    }
  },
});
