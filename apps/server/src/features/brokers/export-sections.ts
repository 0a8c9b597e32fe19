import { type ExportSection, smallSection } from '#platform/export/export-section.ts';

/** Export section with the user's brokers and a hint of the stored credentials. The hint is not enough to sign in. */
export const BROKER_SECTIONS: readonly ExportSection[] = [
  smallSection(
    'broker_connections',
    'many',
    (sql, userId) => sql`
        SELECT broker, n.is_wanted, n.connected_at, c.kind AS credential_kind,
               c.hint AS credential_hint, c.label, c.stored_at, c.refused_at
        FROM (SELECT * FROM broker_connections WHERE user_id = ${userId}) n
        FULL JOIN (SELECT * FROM broker_credentials WHERE user_id = ${userId}) c USING (broker) ORDER BY broker`,
  ),
  smallSection(
    'broker_saved_logins',
    'many',
    (sql, userId) => sql`
        SELECT broker, label, kind AS credential_kind, hint AS credential_hint, saved_at
        FROM broker_saved_logins WHERE user_id = ${userId} ORDER BY broker, saved_at, id`,
  ),
];
