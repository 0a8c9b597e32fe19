import { ok } from '@vigia/core/kernel';
import type { Sealer } from '#platform/crypto/sealer.ts';
import type { Database } from '#platform/persistence/database.ts';
import { headerText } from './header-text.ts';
import type { Mailer } from './mailer.ts';
import type { Mail } from './outbox.ts';
import { decryptMail } from './sealed-mail.ts';

/** A mail as the mailbox displays it. `at` is the time of arrival, ISO 8601. */
export type ArrivedMail = Mail & { readonly links: readonly string[]; readonly at: string };

const SHOWN = 200;

/** The mailer of a machine without a mail server. Mails stay encrypted in the outbox and can be displayed. */
export class LocalMailbox implements Mailer {
  readonly keepsMails = true;
  readonly #deps: { readonly db: Database; readonly sealer: Sealer; readonly say: (line: string) => void };

  constructor(deps: { readonly db: Database; readonly sealer: Sealer; readonly say: (line: string) => void }) {
    this.#deps = deps;
  }

  async send({ to, subject, text }: Mail) {
    const links = linksIn(text);
    const line = headerText(`Correo para ${to}: ${subject}`);
    for (const link of links) this.#deps.say(`${line} → ${link}`);
    if (links.length === 0) this.#deps.say(`${line} → /dev/mailbox`);
    return ok(undefined);
  }

  close(): void {}

  /** Returns the mails, newest first. Mails that were encrypted under another key are left out. */
  async list(): Promise<readonly ArrivedMail[]> {
    const rows = await this.#deps.db.sql<{ id: string; sealed: Buffer; sent_at: Date }[]>`
      SELECT id, sealed, sent_at FROM mail_outbox WHERE state = 'sent' AND sealed IS NOT NULL
      ORDER BY sent_at DESC, created_at DESC LIMIT ${SHOWN}`;
    return rows.flatMap((row) => {
      const mail = this.#open(row);
      return mail ? [{ ...mail, links: linksIn(mail.text), at: row.sent_at.toISOString() }] : [];
    });
  }

  #open(row: { id: string; sealed: Buffer }): Mail | null {
    try {
      return decryptMail(this.#deps.sealer, row);
    } catch {
      return null;
    }
  }
}

/** Returns the distinct web addresses in a text. */
export const linksIn = (text: string): readonly string[] => [...new Set(text.match(/https?:\/\/[^\s<>"']+/g) ?? [])];
