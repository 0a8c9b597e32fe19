import { randomIds } from '#platform/crypto/random-ids.ts';
import type { Sql } from '#platform/persistence/database.ts';
import { readInstallationId } from '#platform/persistence/installation-id.ts';

/** Returns the name of the log and of its key (C2SP origin): it contains the permanent id of the installation. */
export const logName = async (sql: Sql): Promise<string> =>
  `vigia.log/${await readInstallationId(sql, randomIds.next())}`;
